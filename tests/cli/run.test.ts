import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { progressOf } from '../../cli/progress.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Report } from '../../harness/model/report.ts';
import { failingReport, reported, Session, simulated, TARGET } from './session.ts';

const exchange: Exchange = {
  ...{ number: 1, probe: 'control', status: 200, headers: [], body: new Uint8Array(), sentAt: 1, answeredAt: 2 },
  request: { method: 'GET', path: '/v1/pets', headers: [] },
};

const SEED = { PETSTORE_SEED: '20301205' };

test('a conforming service, and every format of its report', async () => {
  const session = new Session({ env: { ...TARGET, ...SEED }, run: simulated() });
  const files = ['json=r.json', 'html=r.html', 'junit=r.xml', 'markdown=r.md', 'har=r.har', 'openmetrics=r.prom'];
  expect(await session.main('--reporter', ['terminal', ...files].join(','))).toBe(0);
  expect(session.stdout.text).toContain('✓ Conforming: every MUST passed.');
  const read = (name: string) => readFileSync(join(session.cwd, name), 'utf8');
  const report = JSON.parse(read('r.json')) as Report;
  expect(JSON.parse(read('r.har')).log.entries).toHaveLength(report.run.requests);
  for (const file of files) expect(read(file.replace(/.*=/, ''))).not.toContain(TARGET.PETSTORE_API_KEY);
  expect(session.stderr.text).toBe('');
});

test.each([
  [['json=r.json'], 'Violating: 1 MUST requirement failed. (exit code 1)\n'],
  [['json'], 'Violating: 1 MUST requirement failed. (exit code 1)\n'],
  [['terminal=r.txt', 'openmetrics=r.prom'], 'Violating: 1 MUST requirement failed. (exit code 1)\n'],
  [['terminal', 'json=r.json'], ''],
])('with the reporters %j, standard error has the verdict unless the output has it', async (reporters, line) => {
  const session = new Session({ env: TARGET, report: failingReport });
  expect(await session.main('--reporter', reporters.join(','))).toBe(1);
  expect(session.stderr.text).toBe(line);
});

test('a host that is never written to is read only, and a pattern that cannot protect an address is a warning', async () => {
  const on = async (hosts: string, ...flags: readonly string[]) => {
    const session = new Session({ env: { ...TARGET, PETSTORE_READ_ONLY_HOSTS: hosts } });
    expect(await session.main(...flags)).toBe(0);
    return { readOnly: session.runs[0]?.readOnly, said: session.stderr.text };
  };
  expect(await on('localhost')).toEqual({
    readOnly: true,
    said: expect.stringContaining('leads to a host in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.'),
  });
  expect(await on('local*')).toEqual({
    readOnly: false,
    said: expect.stringContaining('Warning: PETSTORE_READ_ONLY_HOSTS cannot protect 127.0.0.1 by local*'),
  });
  expect((await on('local*', '--read-only')).said).toBe('');
});

test('--only without an address checks the reference server', async () => {
  const session = new Session();
  expect(await session.main('--only', 'list.*')).toBe(0);
  expect(session.runs[0]?.only).toEqual(['list.*']);
  expect(session.references).toHaveLength(1);
});

describe('the address', () => {
  test('may lack its flag', async () => {
    const session = new Session();
    expect(await session.main('http://127.0.0.1:9/v1', '--api-key', 'abcdefgh')).toBe(0);
    expect(await session.main('run', 'http://127.0.0.1:9/v2', '--api-key', 'abcdefgh')).toBe(0);
    expect(session.runs.map(({ baseUrl }) => baseUrl)).toEqual(['http://127.0.0.1:9/v1', 'http://127.0.0.1:9/v2']);
  });

  test('is not given twice', async () => {
    const session = new Session();
    expect(await session.main('http://127.0.0.1:9/v1', '--base-url', 'http://127.0.0.1:9/v2')).toBe(2);
    expect(session.stderr.text).toContain('The base URL is given twice');
  });

  test('that is missing means the reference server', async () => {
    const session = new Session();
    expect(await session.main()).toBe(0);
    expect(session.references).toHaveLength(1);
    expect(session.stderr.text).toContain('the embedded reference server at http://127.0.0.1:4010/v1 is checked');
  });
});

test.each([
  [['--onyl', 'x'], 'There is no flag --onyl: did you mean --only?'],
  [['--only'], '--only needs a value: write --only ID,GLOB.'],
  [['--only', 'list.o'], '--only "list.o" matches no requirement: choose from petstore-conformance list, perhaps'],
  [['--seed', 'abc'], '--seed is "abc": give a whole number'],
  [['--api-key', 'Bearer abcdefgh'], '--api-key starts with the word Bearer'],
  [['rnu'], 'There is no command "rnu": did you mean run?'],
  [['sk_live_7f3a9b2cQ-secret'], 'There is no such command'],
  [['127.0.0.1:8080/v1'], 'An address needs its scheme: write http:// or https:// before it.'],
  [['localhost:8080'], 'An address needs its scheme'],
  [['api.example.com/v1'], 'An address needs its scheme'],
  [['run', 'http://a.test/v1', 'b'], 'Too many arguments: write petstore-conformance run [URL] [flags]'],
  [['--reporter', 'jsno'], 'Unknown reporter "jsno": did you mean json?'],
  [['--reporter', 'terminal,json'], 'Two reporters would write to standard output'],
  [['--watch', '--api-key', '-'], 'With --watch, standard input is for key presses'],
  [['--watch-folder', '/nowhere'], '--watch-folder /nowhere is not a folder'],
  [['--waivers', '\u001b[2J'], 'The waivers in \\u001b[2J cannot be read (ENOENT)'],
])('%j is refused before anything is sent', async (argv, sentence) => {
  const session = new Session({ env: TARGET });
  expect(await session.main(...argv)).toBe(2);
  expect(session.stderr.text).toContain(`petstore-conformance: ${sentence}`);
  expect(session.stderr.text).not.toMatch(/7f3a9b2c|\p{Cc}(?!$)/u);
  expect(session.runs).toEqual([]);
});

test('a server that others may use is announced before it is written to', async () => {
  const session = new Session({ env: { ...TARGET, PETSTORE_BASE_URL: 'http://pets.test/v1' } });
  expect(await session.main('--max-creates', '7')).toBe(0);
  expect(session.stderr.text).toBe(
    'At most 7 pets will be created at http://pets.test/v1 in each run, and they stay there.\n',
  );
});

describe('the baseline', () => {
  const files = { 'b.json': JSON.stringify({ ...failingReport, run: { ...failingReport.run, seed: 77 } }) };

  test('gives its seed to the run, and excuses what it knows', async () => {
    const session = new Session({ env: TARGET, files, report: failingReport });
    expect(await session.main('--baseline', 'b.json')).toBe(0);
    expect(session.runs[0]?.seed).toBe(77);
  });

  test.each([
    ['of a run that did not finish', { diagnosis: 'The run was interrupted.' }, 'its run did not finish'],
    ['with a requirement twice', { results: [...failingReport.results, ...failingReport.results] }, 'it lists a'],
  ])('%s is refused before anything is sent', async (_what, changes, why) => {
    const changed = { 'b.json': JSON.stringify({ ...failingReport, ...changes }) };
    const session = new Session({ env: TARGET, files: changed });
    expect(await session.main('--baseline', 'b.json')).toBe(2);
    expect(session.stderr.text).toContain(`b.json cannot be a baseline, because ${why}`);
    expect(session.runs).toEqual([]);
  });

  test('leaves a given seed alone', async () => {
    const session = new Session({ env: { ...TARGET, PETSTORE_SEED: '5' }, files });
    expect(await session.main('--baseline', 'b.json')).toBe(0);
    expect(session.runs[0]?.seed).toBe(5);
  });
});

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s ends the run with its report and code %i', async (name, code) => {
    const session: Session = new Session({
      env: TARGET,
      run: async (settings, options) => {
        session.signals.emit(name, name);
        return simulated()(settings, options);
      },
    });
    expect(await session.main('--reporter', 'json=r.json')).toBe(code);
    const report = JSON.parse(readFileSync(join(session.cwd, 'r.json'), 'utf8')) as Report;
    expect(report).toMatchObject({ exitCode: code, diagnosis: 'The run was interrupted.' });
    expect(session.signals.listenerCount(name)).toBe(0);
  });

  test('a second one ends the process', async () => {
    const session: Session = new Session({
      env: TARGET,
      run: async (settings, options) => {
        session.signals.emit('SIGTERM', 'SIGTERM');
        session.signals.emit('SIGINT', 'SIGINT');
        return simulated()(settings, options);
      },
    });
    await session.main();
    expect(session.exits).toEqual([143]);
  });
});

test('progress: requests so far and at most, and whether somebody has to start the server', () => {
  const many = (count: number) => Array.from({ length: count }, () => exchange);
  expect(progressOf(many(212), 840, false)).toBe('212 of at most 840 requests');
  expect(progressOf(many(9_000), 840, false)).toBe('9,000 requests');
  const failure = { kind: 'refused', message: 'connect ECONNREFUSED' } as const;
  const gone = many(3).map((one) => ({ ...one, status: 0, failure }));
  expect(progressOf(gone, 840, false)).toMatch(/^Server gone: start it again and the run goes on/);
  expect(progressOf(gone, 840, true)).toBe('3 of at most 840 requests');
  expect(progressOf([...gone, exchange], 840, false)).toBe('4 of at most 840 requests');
});

test.each<[what: string, env: Record<string, string>, tty: boolean, ms: number, shown: RegExp]>([
  ['a terminal, a line that is overwritten', {}, true, 300, /^\r.\[2K7 of at most 840 requests\r.\[2K$/],
  ['CI, a line every 30 s', { CI: 'true' }, false, 30_000, /^Running: 7 of at most 840 requests\n$/],
])('progress on %s', async (_what, env, tty, ms, shown) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = new Session({
    env: { ...TARGET, ...env },
    tty,
    run: async (_settings, { onExchange }) => {
      for (let sent = 0; sent < 7; sent += 1) onExchange?.(exchange);
      vi.advanceTimersByTime(ms);
      return reported(failingReport);
    },
  });
  expect(await session.main()).toBe(1);
  expect(session.stderr.text).toMatch(shown);
});

test.each<[what: string, env: Record<string, string>, tty: boolean]>([
  ['a file', {}, false],
  ['a terminal that cannot go back', { TERM: 'dumb' }, true],
])('no progress where nobody sees it: %s', async (_what, env, tty) => {
  const session = new Session({
    env: { ...TARGET, ...env },
    tty,
    run: async (_settings, { onExchange }) => {
      onExchange?.(exchange);
      return reported(failingReport);
    },
  });
  expect(await session.main()).toBe(1);
  expect(session.stderr.text).toBe('');
  expect(session.stdout.text).not.toContain('\u001b');
});

test('a bug of the suite is not a verdict, and does not show the key', async () => {
  const session = new Session({
    env: TARGET,
    run: () => Promise.reject(new Error(`broken at ${TARGET.PETSTORE_API_KEY}`)),
  });
  expect(await session.main()).toBe(5);
  expect(session.stderr.text).toContain('The suite itself failed');
  expect(session.stderr.text).not.toContain(TARGET.PETSTORE_API_KEY);
});

test('plan shows the limits and what is left out, and sends nothing', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('plan', '--read-only', '--max-rps', '3', '--only', 'list.*')).toBe(0);
  expect(session.stdout.text).toMatch(/Target +http:\/\/127.0.0.1:9\/v1\n/);
  expect(session.stdout.text).toMatch(/Creations at most +0\n/);
  expect(session.stdout.text).toMatch(/Requests per second at most +3\n/);
  expect(session.stdout.text).toMatch(/Not checked +\d+ requirements: Not selected by --only or --skip\./);
  const other = new Session({ env: TARGET });
  expect(await other.main('plan', '--json', '--read-only')).toBe(0);
  expect(JSON.parse(other.stdout.text)).toMatchObject({
    target: TARGET.PETSTORE_BASE_URL,
    creationsAtMost: 0,
    notChecked: { 'Read-only: needs requests that could create a pet.': expect.arrayContaining(['create.echo']) },
  });
  expect([...session.runs, ...other.runs, ...other.references]).toEqual([]);
});

test.each([['plan'], ['run']])('%s says before the first request that the time is too short', async (command) => {
  const warning =
    /^Warning: Up to \d+ requests take \d+ s at --max-rps 1, but --max-duration ends the run after 60 s\. Raise/;
  const slow = new Session({ env: TARGET });
  expect(await slow.main(command, '--max-rps', '1', '--max-duration', '60')).toBe(0);
  expect(slow.stderr.text).toMatch(warning);
  const enough = new Session({ env: TARGET });
  expect(await enough.main(command, '--max-rps', '20', '--max-duration', '60')).toBe(0);
  const few = new Session({ env: TARGET });
  expect(await few.main(command, '--max-rps', '8', '--max-duration', '60', '--only', 'auth.accepted')).toBe(0);
  expect([enough.stderr.text, few.stderr.text].join()).not.toContain('Warning');
});
