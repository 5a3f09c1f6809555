import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keepReport } from '../../cli/last-report.ts';
import { newFolder } from '../compiled.ts';
import { reportOf } from '../reporters/samples.ts';
import { failingReport, Session, simulated, TARGET } from './session.ts';

const KEPT = 'petstore-conformance/last-report.json';
const ELSEWHERE = { ...TARGET, PETSTORE_BASE_URL: 'http://pets.test/v1' };

test('render, replay and waivers init use the last report, so that more of it costs no second run', async () => {
  const cache = newFolder();
  const env = { ...ELSEWHERE, XDG_CACHE_HOME: cache };
  const run = simulated({ faults: ['category-through-double'] });
  const session = new Session({ env, run });
  expect(await session.main()).toBe(1);
  const next = new Session({ env, run });
  expect(await next.main('render', '--verbose')).toBe(0);
  expect(next.runs).toHaveLength(0);
  expect(next.stderr.text).toMatch(
    /^This is the last report: http:\/\/pets\.test\/v1, \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/,
  );
  expect(next.stdout.text).toContain('create.int64');
  expect(await next.main('waivers', 'init')).toBe(0);
  expect(readFileSync(join(next.cwd, 'waivers.yaml'), 'utf8')).toContain('create.int64');
  expect(await next.main('replay', 'create.int64')).toBe(1);
  expect(next.stdout.text).toContain('1 fails again');
});

test('the report of a run names the command that replays from it, which asks the same server', async () => {
  const env = { PETSTORE_API_KEY: TARGET.PETSTORE_API_KEY, XDG_CACHE_HOME: newFolder() };
  const run = simulated({ faults: ['category-through-double'] });
  const session = new Session({ env, run });
  expect(await session.main(ELSEWHERE.PETSTORE_BASE_URL, '--max-creates', '200')).toBe(1);
  const [, command = ''] = /Replay +petstore-conformance (.*)/.exec(session.stdout.text) ?? [];
  expect(command).toMatch(/^replay create\.int64 --max-creates 200( --now [\d-]+)?$/);
  const next = new Session({ env, run });
  expect(await next.main(...command.split(' '))).toBe(1);
  expect(next.runs.map(({ baseUrl }) => baseUrl)).toEqual([ELSEWHERE.PETSTORE_BASE_URL]);
  expect(next.stdout.text).toMatch(/1 fails again.*\((\d|1\d) requests, [0-2] creations/s);
  // Where nothing is kept, the command is a run of its own.
  const other = new Session({ env, run });
  expect(await other.main(ELSEWHERE.PETSTORE_BASE_URL, '--no-cache')).toBe(1);
  expect(other.stdout.text).toMatch(
    /Replay +petstore-conformance --base-url http:\/\/pets\.test\/v1 --only create\.int64 --seed/,
  );
});

test('a key in a .env goes to the server of the last run only if the file names no other', async () => {
  const cache = newFolder();
  const first = new Session({
    env: { ...ELSEWHERE, XDG_CACHE_HOME: cache },
    run: simulated({ faults: ['limit-one-gives-two'] }),
  });
  expect(await first.main()).toBe(1);
  const files = { '.env': 'PETSTORE_BASE_URL=http://127.0.0.1:9/v1\nPETSTORE_API_KEY=another-key-7f3a\n' };
  const session = new Session({ env: { XDG_CACHE_HOME: cache }, files });
  expect(await session.main('replay')).toBe(2);
  expect(session.stderr.text).toContain('not about the configured server: give --base-url');
  expect(session.runs).toEqual([]);
});

test('there is nothing to replay after a run that decided nothing', async () => {
  const env = { ...ELSEWHERE, XDG_CACHE_HOME: newFolder() };
  const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens there.' });
  const session = new Session({ env, report: untested });
  expect(await session.main()).toBe(3);
  expect(await session.main('replay')).toBe(2);
  expect(session.stderr.text).toContain(
    'of a run that decided nothing, so nothing can be replayed: Nothing listens there.',
  );
});

test('it can be read by nobody else, and has no key', async () => {
  const cache = newFolder();
  const session = new Session({ env: { ...ELSEWHERE, XDG_CACHE_HOME: cache }, report: failingReport });
  await session.main();
  const file = join(cache, KEPT);
  expect([lstatSync(file).mode & 0o777, lstatSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(file, 'utf8')).not.toContain(TARGET.PETSTORE_API_KEY);
  expect(readdirSync(dirname(file))).toEqual(['last-report.json']);
});

test.each([
  ['with --no-cache', {}, ['--no-cache']],
  ['in CI', { CI: 'true' }, []],
])('nothing is kept %s', async (_name, env, argv) => {
  const cache = newFolder();
  const session = new Session({ env: { ...ELSEWHERE, XDG_CACHE_HOME: cache, ...env }, report: failingReport });
  expect(await session.main(...argv)).toBe(1);
  expect(readdirSync(cache)).toEqual([]);
});

test('a link is replaced, not followed, and not read', async () => {
  const [cache, elsewhere] = [newFolder(), newFolder()];
  const file = join(cache, KEPT);
  const target = join(elsewhere, 'precious');
  writeFileSync(target, 'precious');
  mkdirSync(dirname(file));
  symlinkSync(target, file);
  const env = { ...ELSEWHERE, XDG_CACHE_HOME: cache };
  const session = new Session({ env, report: failingReport });
  expect(await session.main('render')).toBe(2);
  expect(session.stderr.text).toBe(
    'petstore-conformance: No report is kept from an earlier run: name a report that --reporter json=FILE wrote.\n',
  );
  await session.main();
  expect(readFileSync(target, 'utf8')).toBe('precious');
  expect(lstatSync(file).isFile()).toBe(true);
});

test('a folder that is a link, or that cannot be written, keeps nothing, and the run goes on', async () => {
  const [cache, elsewhere] = [newFolder(), newFolder()];
  symlinkSync(elsewhere, join(cache, 'petstore-conformance'));
  await keepReport(failingReport, { env: { XDG_CACHE_HOME: cache } });
  expect(readdirSync(elsewhere)).toEqual([]);
  const shut = newFolder();
  writeFileSync(join(shut, 'petstore-conformance'), '');
  chmodSync(shut, 0o500);
  await keepReport(failingReport, { env: { XDG_CACHE_HOME: shut } });
});

test.each([
  ['linux', { HOME: 'home' }, 'home/.cache'],
  ['darwin', { HOME: 'home' }, 'home/Library/Caches'],
  ['win32', { LOCALAPPDATA: 'local', HOME: 'home' }, 'local'],
] as const)('it is where %s keeps caches', async (platform, env, expected) => {
  const root = newFolder();
  const absolute = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, join(root, value)]));
  await keepReport(failingReport, { env: absolute }, platform);
  expect(existsSync(join(root, expected, KEPT))).toBe(true);
});
