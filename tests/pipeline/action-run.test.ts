import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/server.ts';
import { type Ended, newFolder } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';
import { bash, commandsIn, type Variables } from './bash.ts';
import { action, ROOT } from './files.ts';

const [INSTALL, JUDGE] = action().runs.steps;
const HOSTILE = `$(touch pwned) \`touch pwned\` "; touch pwned; ' \${HOME} %0A \\`;

interface Job {
  readonly workspace: string;
  readonly ended: Ended;
  readonly output: string;
  readonly summary: string;
}

/** What GitHub makes of `inputs.a` and of `inputs.a || env.B`, which is all that the action asks of it. */
function evaluated(template: string, inputs: Variables, env: Variables): string {
  const [, input = '', variable] = /^\$\{\{ inputs\.([\w-]+)(?: \|\| env\.(\w+))? \}\}$/.exec(template) ?? [];
  if (input === '') throw new Error(`${template} is more than this test understands.`);
  return inputs[input] || action().inputs[input]?.default || (variable && env[variable]) || '';
}

/** The second step of the action, with what GitHub would set. */
async function expectReply(
  inputs: Variables,
  given: { env?: Variables; actionPath?: string; files?: Variables } = {},
): Promise<Job> {
  const { env = {}, actionPath = ROOT, files = {} } = given;
  const folder = newFolder();
  const workspace = join(folder, 'work space');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(workspace, name, '..'), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  mkdirSync(workspace, { recursive: true });
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
  writeFileSync(output, '');
  writeFileSync(summary, '');
  const step = Object.entries(JUDGE?.env ?? {}).map(([name, text]) => [name, evaluated(String(text), inputs, env)]);
  const ended = await bash(JUDGE?.run ?? '', workspace, {
    PATH: process.env.PATH ?? '',
    TMPDIR: folder,
    ...env,
    ...Object.fromEntries(step),
    GITHUB_ACTION_PATH: actionPath,
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
  });
  expect(readdirSync(workspace)).not.toContain('pwned');
  return { workspace, ended, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

/** The scripts of the action, and nothing else. */
function copyOfAction(): string {
  const folder = newFolder();
  cpSync(`${ROOT}action`, join(folder, 'action'), { recursive: true });
  return folder;
}

async function serverWith(options: Partial<ReferenceOptions> = {}): Promise<Reference> {
  const server = await startReference({ apiKey: TEST_KEY, ...options });
  onTestFinished(() => server.close());
  return server;
}

describe('the action', () => {
  test('checks, and reports that the server conforms', async () => {
    const server = await serverWith();
    const { ended, output, summary, workspace } = await expectReply({
      'base-url': server.baseUrl,
      'api-key': TEST_KEY,
      only: 'list.*',
    });
    expect(ended).toMatchObject({ code: 0 });
    expect(output).toBe(
      'exit-code=0\nverdict=conforming (14 of 69 requirements)\nreport=petstore-conformance/report.json\nunobservable=\n',
    );
    expect(readdirSync(join(workspace, 'petstore-conformance')).sort()).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
    ]);
    expect(summary).toContain('Conforming');
  });

  test('fails with the exit code of the command, and has reported all the same', async () => {
    const server = await serverWith({ faults: ['capped-at-eighty'] });
    const { ended, output, workspace } = await expectReply({
      'base-url': server.baseUrl,
      'api-key': TEST_KEY,
      only: 'list.*',
      'consistency-window': '0.1',
      'report-folder': 'reports/staging',
    });
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('::error title=list.limit.maximum (MUST)::');
    expect(output).toBe(
      'exit-code=1\nverdict=violating (14 of 69 requirements)\nreport=reports/staging/report.json\nunobservable=\n',
    );
    const report = JSON.parse(readFileSync(join(workspace, 'reports/staging/report.json'), 'utf8')) as Report;
    expect(report.run.settings).toMatchObject({ consistencyWindowMs: 100 });
  });

  test('ignores a .env in the workspace, which a pull request may bring', async () => {
    const server = await serverWith({ faults: ['list-takes-any-token'] });
    const dotenv = 'PETSTORE_ONLY=version.path\nPETSTORE_LEDGER=../stolen\nPETSTORE_READ_ONLY=true\n';
    const { ended, output, workspace } = await expectReply(
      { 'base-url': server.baseUrl, 'api-key': TEST_KEY, 'consistency-window': '0.1' },
      { files: { '.env': dotenv } },
    );
    expect(ended.code).toBe(1);
    expect(output).toContain('verdict=violating\n');
    expect(readdirSync(join(workspace, '..'))).not.toContain('stolen');
  });

  test('names no report where none was written, though an old one lies there', async () => {
    const old = JSON.stringify({ verdict: 'conforming' });
    const { ended, output } = await expectReply(
      { 'base-url': 'http://127.0.0.1:9/v1', 'api-key': TEST_KEY, runs: 'many' },
      { files: { 'petstore-conformance/report.json': old } },
    );
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('PETSTORE_RUNS is "many"');
    expect(output).toBe('exit-code=2\nverdict=\nreport=\nunobservable=\n');
  });

  test.each(['base-url', 'api-key'])('does not judge without %s', async (missing) => {
    const server = await serverWith();
    const { ended, output } = await expectReply({ 'base-url': server.baseUrl, 'api-key': TEST_KEY, [missing]: '' });
    expect(ended.code).toBe(2);
    expect(output).toBe('exit-code=2\nverdict=\nreport=\nunobservable=\n');
    expect(server.requests()).toBe(0);
  });

  test('finds files in the workspace, and writes the reporters that it is given besides its own', async () => {
    const server = await serverWith();
    const { ended, workspace } = await expectReply(
      {
        'base-url': server.baseUrl,
        'api-key': TEST_KEY,
        only: 'list.ok',
        waivers: 'conformance/waivers.yaml',
        reporter: 'tap,badge=badge.svg',
      },
      { files: { 'conformance/waivers.yaml': 'waivers: []\n' } },
    );
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('TAP version 14') });
    expect(existsSync(join(workspace, 'badge.svg'))).toBe(true);
    expect(readdirSync(join(workspace, 'petstore-conformance'))).toEqual(['report.json']);
  });

  test.each([
    ['by the job', { PETSTORE_READ_ONLY_HOSTS: '127.0.0.1' }, ''],
    ['by the job, besides those of the step', { PETSTORE_READ_ONLY_HOSTS: '127.0.0.1' }, '*.example.com'],
    ['by the step, besides those of the job', { PETSTORE_READ_ONLY_HOSTS: '*.example.com' }, '127.0.0.1'],
    ['by the step', {}, '127.0.0.1'],
  ])('writes nothing to a host that is protected %s', async (_how, env, hosts) => {
    const server = await serverWith({ pets: 3 });
    const { ended } = await expectReply(
      { 'base-url': server.baseUrl, 'api-key': TEST_KEY, only: 'create.*,list.ok', 'read-only-hosts': hosts },
      { env },
    );
    expect(ended.stderr).toContain('is listed in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.');
    expect(server.pets()).toBe(3);
  });
});

describe('hostile inputs of the action', () => {
  /** One at a time: in a shell that read them, one that does not parse would hide what the others do. */
  const SINGLE = [
    '$(touch pwned)',
    '`touch pwned`',
    '; touch pwned',
    '"; touch pwned; "',
    "'; touch pwned; '",
    '\ntouch pwned\n',
  ];

  test('are a key and a folder like any other', async () => {
    // The reference takes no key with a space, and a shell needs none.
    const key = HOSTILE.replaceAll(' ', `\${IFS}`);
    const server = await serverWith({ apiKey: key });
    const { ended, output, workspace } = await expectReply({
      'base-url': server.baseUrl,
      'api-key': key,
      only: 'list.ok',
      'report-folder': `-${HOSTILE}`,
    });
    expect(ended).toMatchObject({ code: 0 });
    expect(output).toBe(
      `exit-code=0\nverdict=conforming (1 of 69 requirements)\nreport=-${HOSTILE}/report.json\nunobservable=\n`,
    );
    expect(existsSync(join(workspace, `-${HOSTILE}`, 'report.json'))).toBe(true);
  });

  test.each([
    [{ only: HOSTILE }, JSON.stringify(HOSTILE)],
    [{ only: '$(touch pwned)' }, '"$(touch pwned)"'],
    [{ 'known-ids': '1\n2' }, JSON.stringify('1\n2')],
    [{ seed: '1; touch pwned' }, '"1; touch pwned"'],
  ])('%j is reported as it was given', async (inputs, reported) => {
    const { ended } = await expectReply({ 'base-url': 'http://127.0.0.1:9/v1', 'api-key': TEST_KEY, ...inputs });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(reported);
  });

  test.each(['x\nverdict=conforming', 'a,b', 'a\rb'])(
    'the folder %j cannot tell a verdict of its own',
    async (folder) => {
      const { ended, output } = await expectReply({
        'base-url': 'http://127.0.0.1:9/v1',
        'api-key': TEST_KEY,
        'report-folder': folder,
      });
      expect(ended.code).toBe(2);
      expect(ended.stdout).toContain('The report-folder holds a comma or a line break');
      expect(output).toBe('exit-code=2\nverdict=\nreport=\nunobservable=\n');
    },
  );

  test.each([...SINGLE, HOSTILE])(
    '%j arrives in every variable, and one not given is left as the job has set it',
    async (hostile) => {
      const actionPath = copyOfAction();
      mkdirSync(join(actionPath, 'dist/cli'), { recursive: true });
      writeFileSync(join(actionPath, 'dist/cli/main.js'), 'console.log(JSON.stringify(process.env))');
      const names = Object.keys(action().inputs).filter((name) => name !== 'report-folder' && name !== 'max-creates');
      const inputs = Object.fromEntries(names.map((name) => [name, `${name}${hostile}\nsecond line`]));
      const { ended } = await expectReply(inputs, { env: { PETSTORE_MAX_CREATES: '5' }, actionPath });
      const arrived: Variables = JSON.parse(ended.stdout);
      expect(arrived).toMatchObject({
        PETSTORE_MAX_CREATES: '5',
        PETSTORE_READ_ONLY_HOSTS: inputs['read-only-hosts'],
        PETSTORE_REPORTERS: `${inputs.reporter},json=petstore-conformance/report.json`,
        PETSTORE_HEADERS: inputs.header,
      });
      for (const name of names.filter((one) => one !== 'reporter' && one !== 'header')) {
        expect(arrived[`PETSTORE_${name.toUpperCase().replaceAll('-', '_')}`]).toBe(inputs[name]);
      }
    },
  );
});

describe('the installation of the action', () => {
  /** In a copy of the action, and with no other commands than these: the real npm would install over what runs this. */
  const install = async (commands: Variables) => {
    const actionPath = copyOfAction();
    const PATH = commandsIn(join(actionPath, 'bin'), { bash: 'exec /bin/bash "$@"', ...commands });
    const ended = await bash(INSTALL?.run ?? '', actionPath, { PATH, GITHUB_ACTION_PATH: actionPath });
    return { ...ended, actionPath };
  };
  const npm = 'echo "npm $* in $PWD"';

  test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0-nightly'])('goes on with Node %s', async (version) => {
    const { code, stdout, actionPath } = await install({ node: `echo ${version}`, npm });
    expect(code).toBe(0);
    expect(stdout).toBe(`npm ci --include=dev --no-audit --no-fund in ${actionPath}\n`);
  });

  test.each([
    ['is missing', {}, 'There is no Node on this runner'],
    ['is of an old major version', { node: 'echo v18.20.0' }, 'Node v18.20.0 is too old'],
    ['is of an old minor version', { node: 'echo v20.18.3' }, 'Node v20.18.3 is too old'],
  ])('says so where Node %s, and installs nothing', async (_how, node, sentence) => {
    const { code, stdout } = await install({ ...node, npm });
    const engines: string = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).engines.node;
    expect(code).toBe(2);
    expect(stdout).toContain(`::error title=petstore-conformance::${sentence}`);
    expect(stdout).toContain(`${engines.replace('>=', '')} or later is needed`);
    expect(stdout).not.toContain('npm ');
  });

  test('fails where npm does', async () => {
    expect((await install({ node: 'echo v22.0.0', npm: 'exit 7' })).code).toBe(7);
  });
});
