import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { passingReport, Session, TARGET } from './session.ts';

test('the report goes to standard output and its exit code to the shell', async () => {
  const failing = reportOf([resultOf('list.ok', { outcome: 'fail' })], { verdict: 'violating', exitCode: 1 });
  const session = new Session({ env: TARGET, parts: { runSuite: async () => failing } });
  expect(await session.main('--reporter', 'json')).toBe(1);
  expect(JSON.parse(session.stdout.text)).toEqual(failing);
  expect(session.stderr.text).toBe('');
  expect(session.references).toEqual([]);
});

test('settings come from flags, the environment and .env in the current folder', async () => {
  const session = new Session({ env: { PETSTORE_SEED: '5', PETSTORE_RUNS: '9' } });
  writeFileSync(
    join(session.cwd, '.env'),
    'PETSTORE_API_KEY=from-file\nPETSTORE_BASE_URL=http://127.0.0.1:9/v1/\nPETSTORE_RUNS=7\n',
  );
  expect(await session.main('--runs', '3', '--only', 'list.*')).toBe(0);
  expect(session.runs).toMatchObject([
    { apiKey: 'from-file', baseUrl: 'http://127.0.0.1:9/v1', runs: 3, seed: 5, only: ['list.*'] },
  ]);
  expect(session.stderr.text).toBe(
    `Settings from ${join(session.cwd, '.env')}: PETSTORE_BASE_URL, PETSTORE_API_KEY.\n`,
  );
});

test('a variable that is no setting is warned of', async () => {
  const session = new Session({ env: { ...TARGET, PETSTORE_CATEGORIES: '1' } });
  expect(await session.main()).toBe(0);
  expect(session.stderr.text).toBe(
    'Warning: PETSTORE_CATEGORIES is not a setting and is ignored: did you mean PETSTORE_CATEGORY_IDS?\n',
  );
});

test.each([
  [
    '--only',
    'list.o',
    '--only "list.o" matches no requirement: choose from petstore-conformance list, perhaps list.ok.',
  ],
  [
    '--skip',
    'auth.missing',
    '--skip "auth.missing" matches no requirement: choose from petstore-conformance list, perhaps auth.missing.*.',
  ],
])('%s %s matches nothing', async (flag, pattern, sentence) => {
  const session = new Session({ env: TARGET });
  expect(await session.main(flag, pattern)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
  expect(session.runs).toEqual([]);
});

describe('without a target', () => {
  test('the reference server is checked, which is said, and closed afterwards', async () => {
    const session = new Session();
    expect(await session.main()).toBe(0);
    expect(session.stderr.text).toBe(
      'No base URL is set, so the embedded reference server at http://127.0.0.1:4010/v1 is checked.\n',
    );
    expect(session.runs[0]?.baseUrl).toBe('http://127.0.0.1:4010/v1');
    expect(session.references).toEqual([{ apiKey: session.runs[0]?.apiKey, closed: true }]);
  });

  test('its key is another one each time', async () => {
    const sessions = [new Session(), new Session()];
    for (const session of sessions) await session.main();
    const keys = sessions.map((session) => session.references[0]?.apiKey);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[0]).toMatch(/^key-[\w-]{24}$/);
  });

  test('an empty variable is not taken for no target', async () => {
    const session = new Session({ env: { PETSTORE_BASE_URL: '', PETSTORE_API_KEY: '' } });
    expect(await session.main()).toBe(2);
    expect(session.references).toEqual([]);
  });
});

describe('a key on standard input', () => {
  test.each([[['piped-key\n']], [['piped', '-key\r\nmore']], [['piped-key']]])('%j', async (stdin) => {
    const session = new Session({ env: { ...TARGET, PETSTORE_API_KEY: '-' }, stdin });
    expect(await session.main()).toBe(0);
    expect(session.runs[0]?.apiKey).toBe('piped-key');
  });

  test('that is not there', async () => {
    const session = new Session({ env: TARGET, stdin: [] });
    expect(await session.main('--api-key', '-')).toBe(2);
    expect(session.stderr.text).toBe(
      'petstore-conformance: The API key on standard input is empty: give the API key of the target.\n',
    );
  });
});

test('a crash of the suite is reported as one, without the key, and the reference server is closed', async () => {
  const crash = async (): Promise<Report> => {
    throw new Error('cannot send top-secret-key');
  };
  const named = new Session({ env: TARGET, parts: { runSuite: crash } });
  expect(await named.main()).toBe(5);
  expect(named.stderr.text).toMatch(/^petstore-conformance: The suite itself failed, .*\nError: cannot send .*\n +at /);
  expect(named.stderr.text).not.toContain('top-secret-key');

  const embedded = new Session({ parts: { runSuite: crash } });
  expect(await embedded.main()).toBe(5);
  expect(embedded.references[0]?.closed).toBe(true);
});

test('so is an error that nobody caught', async () => {
  const session: Session = new Session({
    env: TARGET,
    parts: {
      runSuite: async () => {
        session.signals.emit('uncaughtException', new Error('cannot send top-secret-key'));
        return passingReport;
      },
    },
  });
  await session.main();
  expect(session.exits).toEqual([5]);
  expect(session.stderr.text).toContain('petstore-conformance: The suite itself failed');
  expect(session.stderr.text).not.toContain('top-secret-key');
});

describe('interruption', () => {
  test('the first signal aborts the run, whose report is still written', async () => {
    const session: Session = new Session({
      env: TARGET,
      parts: {
        runSuite: async (_settings, { signal }) => {
          session.signals.emit('SIGINT');
          return { ...passingReport, exitCode: signal.aborted ? 130 : 0 };
        },
      },
    });
    expect(await session.main()).toBe(130);
    expect(session.stdout.text).toContain('(exit code 130)');
    expect(session.exits).toEqual([]);
    expect(session.signals.eventNames()).toEqual([]);
  });

  test('the second one ends the process', async () => {
    const session: Session = new Session({
      env: TARGET,
      parts: {
        runSuite: async () => {
          session.signals.emit('SIGINT');
          session.signals.emit('SIGINT');
          return passingReport;
        },
      },
    });
    await session.main();
    expect(session.exits).toEqual([130]);
  });
});

describe('progress', () => {
  const runSuite = async (
    _settings: unknown,
    options: { onProgress?: (done: number, total: number, current: string) => void },
  ) => {
    options.onProgress?.(1, 80, 'list.ok');
    return passingReport;
  };

  test('is one line on a terminal, erased at the end', async () => {
    const session = new Session({ env: TARGET, parts: { runSuite }, tty: true });
    await session.main();
    expect(session.stderr.text).toBe('\r\u001b[2K1/80  list.ok\r\u001b[2K');
  });

  test('is silent in a pipe', async () => {
    const session = new Session({ env: TARGET, parts: { runSuite } });
    await session.main();
    expect(session.stderr.text).toBe('');
  });
});

test('a reader that went away is no reason to complain', async () => {
  const session = new Session({ env: TARGET });
  session.stdout.failure = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(await session.main()).toBe(0);
  expect(session.stderr.text).toBe('');
});
