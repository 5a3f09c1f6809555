import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findingFiles } from '../../cli/finding-files.ts';
import type { Report } from '../../harness/model/report.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { startReference } from '../../reference/server.ts';
import { newFolder } from '../compiled.ts';
import { API_KEY, simulate } from '../harness/simulated.ts';
import { needsProgram } from '../program.ts';
import { HOSTILE, hostileReport } from '../reporters/hostile.ts';
import { exchange, failure, fullReport, reportOf } from '../reporters/samples.ts';
import { Session, simulated, TARGET } from './session.ts';

const FAULTS = ['limit-one-gives-two', 'category-through-double', 'key-prefix-suffices', 'key-twice-accepted'];
const run = promisify(execFile);
const idsIn = ({ results }: Report) => results.filter(isViolated).map(({ id }) => id);

/** The folder has a curl that writes what it is given, and finds nothing else by mistake. */
function folderWith(files: ReturnType<typeof findingFiles>): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'curl'), `#!/bin/sh\nprintf '%s\\0' "$@"\n`);
  chmodSync(join(folder, 'bin', 'curl'), 0o755);
  writeFileSync(join(folder, 'bin', 'petstore-conformance'), `#!/bin/sh\nprintf '%s\\0' "$@"\n`);
  chmodSync(join(folder, 'bin', 'petstore-conformance'), 0o755);
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return folder;
}

async function wordsFrom(folder: string, name: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const all = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, PETSTORE_API_KEY: API_KEY, ...env };
  const { stdout } = await run('bash', ['--norc', name], {
    cwd: folder,
    env: { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1/', ...all },
  });
  return stdout.split('\0').slice(0, -1);
}

describe('the files of a report', () => {
  const made = simulate({ faults: FAULTS }).then(({ report }) => ({
    report,
    files: findingFiles(report, idsIn(report)),
  }));

  test('are a script for each finding, and a file for editors where that can show it', async () => {
    const { report, files } = await made;
    const scripts = files.filter(({ name }) => name.endsWith('.sh'));
    expect(scripts.length).toBe(report.stories?.length);
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'list.limit.minimum.sh',
        'list.limit.minimum.http',
        'create.int64.sh',
        'create.int64.http',
      ]),
    );
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const { text } of files) expect(text).not.toMatch(/stand-in|Test-Key/);
  });

  test('a script takes the address and the key from the environment', async () => {
    const folder = folderWith((await made).files);
    const words = await wordsFrom(folder, 'list.limit.minimum.sh');
    expect(words).toContain('http://127.0.0.1:9/v1/pets?limit=1');
    expect(words).toContain(`Authorization: Bearer ${API_KEY}`);
    await expect(wordsFrom(folder, 'list.limit.minimum.sh', { PETSTORE_API_KEY: '' })).rejects.toThrow(
      'PETSTORE_API_KEY: is the key that the server accepts',
    );
  });

  test('a credential that is made from the key is made again, and is in no file for editors', async () => {
    const { files } = await made;
    const names = files.map(({ name }) => name).filter((name) => name.startsWith('auth.'));
    expect(names).toEqual(['auth.invalid-key.listPets.sh']);
    const words = await wordsFrom(folderWith(files), 'auth.invalid-key.listPets.sh');
    expect(words).toContain(`Authorization: Bearer ${API_KEY.slice(0, -1)}`);
  });

  test('a file for editors has variables for the address and the key', async () => {
    const { files } = await made;
    const { text = '' } = files.find(({ name }) => name === 'create.int64.http') ?? {};
    expect(text).toMatch(/^# create\.int64 \(MUST\): .*\n# Expected: .*\n# Actual: .*\n# Found by .*\n\n@baseUrl = /);
    expect(text).toMatch(
      /\nPOST \{\{baseUrl\}\}\/pets\nAuthorization: Bearer \{\{apiKey\}\}\n(.+\n)*Content-Type: application\/json\n(.+\n)*\n\{"name":.*\}\n$/,
    );
  });

  test('a script shows on the server what the report says', async (context) => {
    needsProgram(context, 'curl');
    const { report, files } = await made;
    const server = await startReference({ apiKey: API_KEY, faults: FAULTS, pets: 5 });
    onTestFinished(() => server.close());
    const folder = newFolder();
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    for (const id of ['list.limit.minimum', 'create.int64', 'auth.invalid-key.listPets']) {
      const env = { PATH: process.env.PATH ?? '', PETSTORE_API_KEY: API_KEY, PETSTORE_BASE_URL: server.baseUrl };
      const { stdout } = await run('bash', ['--norc', join(folder, `${id}.sh`)], { env });
      const { exchanges = [] } = report.results.find((result) => result.id === id) ?? {};
      expect([id, stdout.split(' ')[1]]).toEqual([id, String(exchanges.at(-1)?.response?.status)]);
    }
  });
});

describe('a report that somebody else wrote', () => {
  const evil = `'; touch pwned #\n\`touch pwned\` $(touch pwned) "; touch pwned; "`;
  const url = (rest: string) => `http://127.0.0.1:4010/v1/pets${rest}`;
  const requests = [
    { ...exchange.request, url: url(`?x=${evil}`) },
    { ...exchange.request, method: 'GET; touch pwned' },
    { ...exchange.request, headers: [['Authorization', evil] as const, [evil, 'x'] as const] },
    { ...exchange.request, method: 'POST', body: evil },
    { ...exchange.request, method: 'POST', body: `{"a":1}\n\n###\n\nGET http://127.0.0.1:9/?{{apiKey}}` },
    { ...exchange.request, method: 'POST', body: '< /etc/passwd' },
    { ...exchange.request, method: 'POST', body: '{"name":"{{$processEnv HOME}}"}' },
    { ...exchange.request, url: `http://127.0.0.1:4010/elsewhere` },
    { ...exchange.request, url: `http://127.0.0.1:4010/v1/pets?$(touch pwned)&\${PETSTORE_API_KEY:0:1;touch pwned}` },
  ];
  const reports = [
    hostileReport,
    fullReport,
    ...requests.map((request) =>
      reportOf([
        { ...failure, statement: evil, actual: HOSTILE, curl: 'touch pwned', exchanges: [{ ...exchange, request }] },
      ]),
    ),
    { ...reportOf([failure]), target: { baseUrl: evil } },
  ].map((report) => ({
    ...report,
    file: `${evil}.json`,
    run: { ...report.run, startedAt: evil, settings: { ...report.run.settings, categoryIds: [evil], headers: [evil] } },
  }));

  test.each(reports.map((report, at) => [at, report] as const))(
    'gives no command of its own: %i',
    async (_at, report) => {
      const files = findingFiles(report, ['list.limit.maximum', 'create.echo', 'create.wrong-type']);
      const scripts = files.filter(({ name }) => name.endsWith('.sh'));
      expect(scripts.length).toBeGreaterThan(0);
      const folder = folderWith(files);
      const before = readdirSync(folder);
      for (const { name } of scripts) await wordsFrom(folder, name, { PETSTORE_HEADERS: 'X: y' });
      expect(readdirSync(folder)).toEqual(before);
      for (const { name, text } of files.filter((file) => file.name.endsWith('.http'))) {
        const lines = text.split('\n').filter((line) => !line.startsWith('# '));
        expect([name, lines.filter((line) => /^###|^[<>]|processEnv HOME/.test(line))]).toEqual([name, []]);
        expect(text.match(/\{\{/g)?.length).toBeLessThan(7);
      }
    },
  );

  test('cannot say which server gets the key', () => {
    for (const report of reports)
      for (const { text } of findingFiles(report, ['list.limit.maximum', 'create.echo'])) {
        const lines = text.split('\n').filter((line) => !line.startsWith('#'));
        expect(lines.join('\n')).not.toMatch(/--base-url '?http|curl [^"]*'?http|@baseUrl = http/);
      }
  });

  test('of which only replay can show a finding gives a script that replays it', async () => {
    const files = findingFiles({ ...fullReport, file: "kim's.json" }, ['create.echo']);
    expect(files.map(({ name }) => name)).toEqual(['create.echo.sh']);
    expect(await wordsFrom(folderWith(files), 'create.echo.sh')).toEqual([
      'replay',
      "kim's.json",
      'create.echo',
      '--base-url',
      'http://127.0.0.1:9/v1/',
    ]);
  });
});

test('replay --write writes the files of a report, or of one requirement, and sends nothing', async () => {
  const start = new Session({ env: TARGET, run: simulated({ faults: FAULTS }) });
  expect(await start.main('--reporter', 'json=r.json')).toBe(1);
  const session = new Session({ files: { 'r.json': readFileSync(join(start.cwd, 'r.json'), 'utf8') } });
  expect(await session.main('replay', 'r.json', 'list.limit.minimum', '--write', 'out')).toBe(0);
  expect(readdirSync(join(session.cwd, 'out'))).toEqual(['list.limit.minimum.http', 'list.limit.minimum.sh']);
  expect(statSync(join(session.cwd, 'out', 'list.limit.minimum.sh')).mode & 0o777).toBe(0o755);
  expect(session.stdout.text).toContain('run one of these:\nout/list.limit.minimum.sh\nout/list.limit.minimum.http\n');
  expect(await session.main('replay', 'r.json', '--write', 'out')).toBe(0);
  expect(readdirSync(join(session.cwd, 'out')).length).toBeGreaterThan(4);
  expect(session.runs).toEqual([]);
  expect(await session.main('replay', 'r.json', '--write', 'r.json')).toBe(2);
  expect(session.stderr.text).toContain('cannot be written (');
});
