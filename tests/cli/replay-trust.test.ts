import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import type { Replays } from '../../harness/run/replays.ts';
import { Redactor } from '../../harness/secrets/redact.ts';
import { failure, reportOf, resultOf } from '../reporters/samples.ts';
import { Session, TARGET } from './session.ts';

const RECORDED = 'http://127.0.0.1:9/v1';
const ELSEWHERE = 'http://127.0.0.1:10/v1';

/** A session that only records what would be replayed, with a report in its folder. */
function sessionWith(report: Report, env: Record<string, string> = TARGET) {
  const replayed: { settings: Record<string, unknown>; replays: Replays }[] = [];
  const session = new Session({
    env,
    parts: {
      replaySuite: async (settings, replays) => {
        replayed.push({ settings: { ...settings }, replays });
        return reportOf([failure], { verdict: 'violating', exitCode: 1 });
      },
    },
  });
  writeFileSync(join(session.cwd, 'report.json'), JSON.stringify(report));
  return { session, replayed };
}

function reportAt(baseUrl: string, settings: Report['run']['settings'] = {}): Report {
  const report = reportOf([failure], { verdict: 'violating', exitCode: 1, target: { baseUrl } });
  return { ...report, run: { ...report.run, settings } };
}

test('a report supplies identifiers, the seed and inputs, and nothing else', async () => {
  const hostile = reportAt(RECORDED, {
    ledger: 'stolen.txt',
    readOnly: false,
    maxCreates: 100_000,
    apiKey: 'of-the-report',
    reporters: ['json=stolen.json'],
    baseUrl: ELSEWHERE,
    timeoutMs: 1,
    readOnlyHosts: [],
  });
  const { session, replayed } = sessionWith(hostile, {
    ...TARGET,
    PETSTORE_READ_ONLY: 'true',
    PETSTORE_MAX_CREATES: '7',
  });
  expect(await session.main('replay', 'report.json')).toBe(1);
  expect(replayed).toHaveLength(1);
  expect(replayed[0]?.settings).toMatchObject({
    baseUrl: RECORDED,
    apiKey: TARGET.PETSTORE_API_KEY,
    only: [failure.id],
    skip: [],
    seed: hostile.run.seed,
    readOnly: true,
    maxCreates: 7,
    timeoutMs: 10_000,
    ledger: undefined,
    reporters: [{ name: 'terminal' }],
  });
  expect(replayed[0]?.replays.get(failure.id)?.input).toEqual({ path: '3:0', value: 'limit=100' });
  expect(session.stderr.text).toBe(
    'The recorded run had other values for --read-only, --max-creates: give them if they matter.\n',
  );
});

test('a flag of the user wins over the recorded seed', async () => {
  const { session, replayed } = sessionWith(reportAt(RECORDED));
  await session.main('replay', 'report.json', '--seed', '5');
  expect(replayed[0]?.settings.seed).toBe(5);
});

test('another target than the configured one stops the replay, unless the user allows it', async () => {
  const { session, replayed } = sessionWith(reportAt(ELSEWHERE));
  expect(await session.main('replay', 'report.json')).toBe(2);
  expect(session.stderr.text).toBe(
    `petstore-conformance: report.json is about ${ELSEWHERE}, not about the configured server: ` +
      'give --base-url, or --any-target to replay on the configured one.\n',
  );
  expect(replayed).toEqual([]);
  expect(await session.main('replay', 'report.json', '--any-target')).toBe(1);
  expect(replayed[0]?.settings.baseUrl).toBe(RECORDED);
});

test.each([[{}], [{ PETSTORE_API_KEY: 'top-secret-key' }]])(
  'with only %j configured it asks for the target',
  async (env) => {
    const { session, replayed } = sessionWith(reportAt(ELSEWHERE), env);
    expect(await session.main('replay', 'report.json')).toBe(2);
    expect(session.stderr.text).toBe(
      `petstore-conformance: No server is configured, and report.json is about ${ELSEWHERE}: give --base-url.\n`,
    );
    expect([replayed, session.references]).toEqual([[], []]);
  },
);

test('a key in the address does not make it another target', async () => {
  const key = 'a-long-secret-key-1234';
  const baseUrl = `http://127.0.0.1:9/${key}/v1`;
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: key };
  const { session } = sessionWith(reportAt(new Redactor(key).text(baseUrl)), env);
  expect(await session.main('replay', 'report.json')).toBe(1);
});

test.each([
  ['an identifier', { id: 'list.*' }, 'report.json names "list.*", which is not a requirement of this version'],
  ['a file name', { id: '../../x' }, 'report.json names "../../x", which is not a requirement'],
])('%s that is not in the catalogue is refused', async (_what, changes, sentence) => {
  const { session, replayed } = sessionWith({ ...reportAt(RECORDED), results: [{ ...failure, ...changes }] });
  expect(await session.main('replay', 'report.json')).toBe(2);
  expect(session.stderr.text).toContain(`petstore-conformance: ${sentence}`);
  expect(replayed).toEqual([]);
});

test('a seed out of range is refused', async () => {
  const report = reportAt(RECORDED);
  const { session } = sessionWith({ ...report, run: { ...report.run, seed: 2 ** 40 } });
  expect(await session.main('replay', 'report.json')).toBe(2);
  expect(session.stderr.text).toContain('The seed in report.json is "1099511627776": give a whole number');
});

test.each(['99999999999', '3:0:99999999', 'x', '-1', ''])(
  'a place %j that cannot be walked to is left out',
  async (path) => {
    const result = resultOf('create.echo', { outcome: 'fail', counterexample: { value: 'x', seed: 1, path } });
    const { session, replayed } = sessionWith({ ...reportAt(RECORDED), results: [result] });
    await session.main('replay', 'report.json');
    expect(replayed[0]?.replays.get('create.echo')).toEqual({ sentBy: [], cases: [] });
  },
);
