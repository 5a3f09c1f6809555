import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { newFolder } from '../compiled.ts';
import { bash, type Variables } from './bash.ts';
import { action, ROOT } from './files.ts';
import { residentCommand } from './resident.ts';

const command = residentCommand();
const [, CHECK] = action().runs.steps;
const KEY = 'Test-Key.7f3a';
const HOSTILE = `$(touch pwned) \`touch pwned\` "; touch pwned; ' \${HOME} %0A \\`;
const NOTHING = 'verdict=\nreport=\nunobservable=\n';

/** What GitHub makes of `inputs.a` and of `inputs.a || env.B`, which is all that the action needs. */
function evaluated(template: string, inputs: Variables, env: Variables): string {
  const [, input = '', variable = ''] = /^\$\{\{ inputs\.([\w-]+)(?: \|\| env\.(\w+))? \}\}$/.exec(template) ?? [];
  return inputs[input] || action().inputs[input]?.default || env[variable] || '';
}

/** The action as GitHub fetches it, with a command that is started already. */
function startedAction(folder: string): string {
  const path = join(folder, 'action');
  mkdirSync(join(path, 'dist/cli'), { recursive: true });
  symlinkSync(join(ROOT, 'action'), join(path, 'action'));
  symlinkSync(command, join(path, 'dist/cli/main.js'));
  return path;
}

/** The second step of the action, with what GitHub would set. */
async function check(inputs: Variables, env: Variables = {}, files: Variables = {}, actionIn = startedAction) {
  const folder = newFolder();
  const workspace = join(folder, 'work space');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  mkdirSync(workspace, { recursive: true });
  symlinkSync('..', join(workspace, 'link'));
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(folder, 'output'), join(folder, 'summary')];
  for (const file of [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY]) writeFileSync(file, '');
  const all = { 'api-key': KEY, 'consistency-window': '0.02', ...inputs };
  const step = Object.entries(CHECK?.env ?? {}).map(([name, text]) => [name, evaluated(String(text), all, env)]);
  const ended = await bash(CHECK?.run ?? '', workspace, {
    PATH: process.env.PATH ?? '',
    TMPDIR: folder,
    ...env,
    ...Object.fromEntries(step),
    ...{ GITHUB_ACTION_PATH: actionIn(folder), GITHUB_WORKSPACE: workspace, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY },
  });
  expect(readdirSync(workspace)).not.toContain('pwned');
  return { ...ended, workspace, written: readFileSync(GITHUB_OUTPUT, 'utf8') };
}

async function serverWith(options: Partial<ReferenceOptions> = {}) {
  const server = await startReference({ apiKey: KEY, ...options });
  onTestFinished(() => server.close());
  return server;
}

test('a server that conforms passes, with a verdict that names its basis', async () => {
  const { baseUrl } = await serverWith();
  const { code, written, workspace } = await check({ 'base-url': baseUrl, only: 'deprecation.*' }, {}, {}, () => ROOT);
  expect(code).toBe(0);
  expect(written).toMatch(
    /^exit-code=0\nverdict=conforming \(5 of 72 requirements\)\nreport=petstore-conformance\/report.json\n/,
  );
  const files = readdirSync(join(workspace, 'petstore-conformance')).toSorted();
  expect(files).toEqual(['junit.xml', 'report.html', 'report.json']);
});

test('a violation fails the step, whatever a .env in the workspace says', async () => {
  const { baseUrl } = await serverWith({ faults: ['limit-one-gives-two'] });
  const dotenv = { '.env': 'PETSTORE_ONLY=version.path\nPETSTORE_LEDGER=../stolen\n' };
  const inputs = { 'base-url': baseUrl, 'report-folder': `-${HOSTILE}` };
  const { code, stdout, written, workspace } = await check(inputs, {}, dotenv);
  expect(code).toBe(1);
  expect(stdout).toContain('::error title=list.limit.minimum (MUST)::');
  expect(written).toContain(`exit-code=1\nverdict=violating\nreport=-${HOSTILE}/report.json\n`);
  expect(readdirSync(join(workspace, '..'))).not.toContain('stolen');
});

test.each([
  [{ 'api-key': '' }],
  [{ only: HOSTILE }],
  [{ 'report-folder': 'x\nverdict=conforming' }],
  [{ 'report-folder': 'link/reports' }],
])('%j is refused, and an old report is not taken for a new one', async (inputs) => {
  const passed = JSON.stringify({ verdict: 'conforming', results: [] });
  const old = { 'petstore-conformance/report.json': passed };
  const { code, written, workspace } = await check({ 'base-url': 'http://127.0.0.1:9/v1', ...inputs }, {}, old);
  if (!('report-folder' in inputs)) expect(readdirSync(join(workspace, 'petstore-conformance'))).toEqual([]);
  expect({ code, written }).toEqual({ code: 2, written: `exit-code=2\n${NOTHING}` });
});

test.each([
  ['the job', { PETSTORE_READ_ONLY_HOSTS: '127.0.0.1' }, '*.example.com'],
  ['the step', { PETSTORE_READ_ONLY_HOSTS: '*.example.com' }, '127.0.0.1'],
])('nothing is written to a host that %s protects', async (_who, env, hosts) => {
  const server = await serverWith({ pets: 3 });
  await check({ 'base-url': server.baseUrl, only: 'version.path', 'read-only-hosts': hosts }, env);
  expect(server.pets()).toBe(3);
});
