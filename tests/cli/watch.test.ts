import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { hear, type Request, requestOfLine, requestsOfKeys } from '../../cli/watch/sources.ts';
import { invitation, lineOf } from '../../cli/watch/watch.ts';
import type { Report } from '../../harness/report/model.ts';
import { paintOf } from '../../reporters/terminal-paint.ts';
import { failure, reportOf, resultOf } from '../reporters/samples.ts';
import { passingReport, Session, TARGET } from './session.ts';

const failing = reportOf([resultOf('list.ok', { outcome: 'fail' })], { verdict: 'violating', exitCode: 1 });

/** Keys that are pressed one after the other, and whether they arrive as such. */
class Keyboard extends PassThrough {
  readonly isTTY = true;
  readonly modes: boolean[] = [];

  setRawMode(on: boolean): void {
    this.modes.push(on);
  }
}

async function untilSaid(session: Session, text: string, times = 1): Promise<void> {
  await vi.waitFor(() => expect(session.stderr.text.split(text)).toHaveLength(times + 1), { timeout: 20_000 });
}

describe('at a terminal', () => {
  const WAITS = 'Press Enter to run again, a to run everything at once, q to stop.\n';

  test.each(['\r', '\n', ' ', 'r', 'a'])('%j runs again with another run id and the same seed', async (key) => {
    const stdin = new Keyboard();
    const session = new Session({ env: TARGET, stdin });
    const end = session.main('--watch');
    await untilSaid(session, WAITS);
    stdin.write(key);
    await untilSaid(session, WAITS, 2);
    stdin.write('q');
    expect(await end).toBe(0);
    const [first, second] = session.runs;
    expect(session.runs).toHaveLength(2);
    expect(second).toEqual({ ...first, runId: second?.runId });
    expect(second?.runId).not.toBe(first?.runId);
    expect(stdin.modes).toEqual([true, false]);
  });

  test('what failed is checked first and reported in a line, unless everything is asked for', async () => {
    const stdin = new Keyboard();
    const reports: Report[] = [failing, passingReport, failing, failing];
    const runSuite = async () => reports.shift() ?? passingReport;
    const session = new Session({ env: TARGET, stdin, parts: { runSuite } });
    const end = session.main('--watch', '--only', 'list.*');
    await untilSaid(session, WAITS);
    stdin.write('\r');
    await untilSaid(session, WAITS, 2);
    stdin.write('a');
    await untilSaid(session, WAITS, 3);
    stdin.write('q');
    expect(await end).toBe(1);
    expect(session.runs.map(({ only }) => only)).toEqual([['list.*'], ['list.ok'], ['list.*'], ['list.*']]);
    expect(session.stderr.text).toBe(`${WAITS}✓ list.ok passes now\n${WAITS}${WAITS}`);
  });

  test.each(['q', '\u0003'])('%j ends a run under way as an interruption does, and again at once', async (key) => {
    const stdin = new Keyboard();
    const session: Session = new Session({
      env: TARGET,
      stdin,
      parts: {
        runSuite: async (_settings, { signal }) => {
          stdin.write(key);
          await vi.waitFor(() => expect(signal.aborted).toBe(true));
          await untilSaid(session, 'Stopping: what was decided is reported.');
          stdin.write(key);
          await vi.waitFor(() => expect(session.exits).toEqual([130]));
          return { ...passingReport, exitCode: 130 };
        },
      },
    });
    expect(await session.main('--watch')).toBe(130);
    expect(session.stdout.text).toContain('(exit code 130)');
  });

  test.each(['SIGINT', 'SIGTERM'])(
    '%s while it waits ends it with the last exit code, and no more is said',
    async (name) => {
      const session = new Session({ env: TARGET, stdin: new Keyboard(), parts: { runSuite: async () => failing } });
      const end = session.main('--watch');
      await untilSaid(session, WAITS);
      session.signals.emit(name);
      expect(await end).toBe(1);
      await setImmediate();
      expect(session.stderr.text).toBe(WAITS);
      expect(session.signals.eventNames()).toEqual([]);
    },
  );

  test('the live page is opened once', async () => {
    const stdin = new Keyboard();
    const session = new Session({ env: TARGET, stdin, tty: true });
    const end = session.main('--watch', '--open');
    await untilSaid(session, WAITS);
    stdin.write('r');
    await untilSaid(session, WAITS, 2);
    stdin.write('q');
    await end;
    expect(session.opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/)]);
  });
});

describe('keys', () => {
  test.each([
    ['q', ['stop']],
    ['\u0003', ['stop']],
    ['ra', ['failures-first', 'everything']],
    ['x', []],
    ['\u001b[A', []],
    ['\u001bOq', []],
  ])('%j', (text, requests) => {
    expect(requestsOfKeys(text)).toEqual(requests);
  });

  test.each([
    ['', 'failures-first'],
    ['saved', 'failures-first'],
    ['a\r', 'everything'],
    ['q', 'stop'],
  ])('the line %j', (line, request) => {
    expect(requestOfLine(line)).toBe(request);
  });
});

describe('without a terminal', () => {
  const WAITS = 'Write a line to run again, q to stop.\n';

  test('a line may come in pieces, and several at once', async () => {
    const requests: Request[] = [];
    await hear(Readable.from(['a', '\nq\nso', 'me\nrest']), (request) => requests.push(request));
    expect(requests).toEqual(['everything', 'stop', 'failures-first']);
  });

  test('a line runs again, and the end of input ends it', async () => {
    const stdin = new PassThrough();
    const session = new Session({ env: TARGET, stdin, parts: { runSuite: async () => failing } });
    const end = session.main('--watch');
    await untilSaid(session, WAITS);
    stdin.write('\n');
    await untilSaid(session, WAITS, 2);
    stdin.end();
    expect(await end).toBe(1);
    // The first run, and then what failed and everything.
    expect(session.runs).toHaveLength(3);
    expect(session.stderr.text).toMatch(
      /\nStandard input has ended and no folder is watched, so this was the last run.\n$/,
    );
  });

  test('input that is empty gives one run', async () => {
    const session = new Session({ env: TARGET });
    expect(await session.main('--watch')).toBe(0);
    expect(session.runs).toHaveLength(1);
  });
});

describe('a folder', () => {
  function watching(...argv: string[]) {
    const session = new Session({ env: TARGET });
    mkdirSync(join(session.cwd, 'src/lib'), { recursive: true });
    const end = session.main(...argv, '--watch-folder', 'src', '--watch-folder', 'src/lib');
    return { session, end, src: join(realpathSync(session.cwd), 'src') };
  }
  const WAITS = 'atching src, src/lib.\n';

  test('that changes runs it again, though standard input has ended; many changes are one', async () => {
    const { session, end, src } = watching();
    await untilSaid(session, WAITS);
    expect([...session.watched.keys()]).toEqual([src, join(src, 'lib')]);
    for (const name of ['a.ts', 'b.ts', 'c.ts']) session.watched.get(src)?.(join(src, name));
    await untilSaid(session, WAITS, 2);
    session.signals.emit('SIGINT');
    expect(await end).toBe(0);
    expect(session.runs).toHaveLength(2);
    expect(session.watched.size).toBe(0);
  });

  test('is not changed by what the run itself writes there', async () => {
    const { session, end, src } = watching('--reporter', 'json=src/report.json', '--ledger', 'src/ledger.ndjson');
    await untilSaid(session, WAITS);
    vi.useFakeTimers();
    for (const name of ['report.json', `report.json.${process.pid}.partial`, 'ledger.ndjson']) {
      session.watched.get(src)?.(join(src, name));
    }
    expect(vi.getTimerCount()).toBe(0);
    session.watched.get(src)?.(join(src, 'report.ts'));
    expect(vi.getTimerCount()).toBe(1);
    vi.useRealTimers();
    session.signals.emit('SIGINT');
    expect(await end).toBe(0);
  });

  test.each(['nowhere', 'file.ts'])('%s is none', async (name) => {
    const session = new Session({ env: TARGET });
    writeFileSync(join(session.cwd, 'file.ts'), '');
    expect(await session.main('--watch-folder', name)).toBe(2);
    expect(session.stderr.text).toBe(
      `petstore-conformance: --watch-folder ${name} is not a folder: name one that exists.\n`,
    );
    expect(session.runs).toEqual([]);
  });
});

test.each([
  [['--api-key', '-'], 'set the API key in PETSTORE_API_KEY.'],
  [['--baseline', '-'], 'name a file as --baseline.'],
])('with %j standard input is refused', async (argv, advice) => {
  const session = new Session({ env: TARGET, stdin: ['text\n'] });
  expect(await session.main('--watch', ...argv)).toBe(2);
  expect(session.stderr.text).toBe(
    `petstore-conformance: With --watch, standard input is for key presses: ${advice}\n`,
  );
});

test('whoever watches a server of others is reported that every run creates pets there', async () => {
  const env = { ...TARGET, PETSTORE_BASE_URL: 'http://192.0.2.1/v1' };
  const session = new Session({ env });
  await session.main('--watch');
  expect(session.stderr.text).toMatch(/they stay there\.\nEvery further run creates as many again\.\n/);
  const reading = new Session({ env });
  await reading.main('--watch', '--read-only');
  expect(reading.stderr.text).not.toContain('Every further run');
});

describe('the line about what failed before', () => {
  test.each([
    [resultOf('a.b'), '✓ a.b passes now'],
    [failure, '✗ list.limit.maximum still fails: expected 200 with 100 pets; actual 200 with 1 pet'],
    [resultOf('a.b', { outcome: 'warn', actual: 'none' }), '! a.b still fails: actual none'],
    [resultOf('a.b', { outcome: 'inconclusive', reason: 'Too\nfull.' }), '? a.b is not decided now: Too full.'],
    [resultOf('a.b', { outcome: 'skipped', reason: 'No.' }), '– a.b is skipped now: No.'],
    [
      resultOf('a.b', { outcome: 'unsteady', reason: 'Failed 1 of 2.' }),
      '≈ a.b does not always end the same: failed 1 of 2',
    ],
    [resultOf('a.b', { outcome: 'fail', actual: '\u001b[2J' }), '✗ a.b still fails: actual \\u001b[2J'],
  ])('%#', (result, line) => {
    expect(lineOf(result, paintOf(false))).toBe(line);
  });

  test('is not endless', () => {
    expect(lineOf(resultOf('a.b', { outcome: 'fail', actual: 'x'.repeat(9_000) }), paintOf(false)).length).toBeLessThan(
      500,
    );
  });
});

test.each([
  [
    { keys: 'pressed', folders: ['src'] },
    'Press Enter to run again, a to run everything at once, q to stop; watching src.',
  ],
  [{ keys: 'in lines', folders: ['a', 'b'] }, 'Write a line to run again, q to stop; watching a, b.'],
  [{ keys: 'ended', folders: ['src'] }, 'Watching src.'],
] as const)('%j is reported as %j', (sources, line) => {
  expect(invitation(sources)).toBe(line);
});
