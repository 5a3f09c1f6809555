import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Report, type RunOptions, requirements, run, type Waiver } from '../../library/index.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { standInFront } from '../hostile/front.ts';
import { idsWith, TEST_KEY } from '../support.ts';

const FAULTY = { faults: ['unknown-is-gone'] };
const BROKEN = 'get.unknown';

async function expectReply(
  server: Omit<ReferenceOptions, 'apiKey'>,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const { baseUrl, close } = await startReference({ ...server, apiKey: TEST_KEY });
  onTestFinished(close);
  return run({ baseUrl, apiKey: TEST_KEY, consistencyWindowMs: 150, ...options });
}

afterEach(() => vi.unstubAllEnvs());

test('a conforming server in the same process conforms, with a row for each requirement in their order', async () => {
  const report = await expectReply({});
  expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  expect(report.results.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  expect(JSON.stringify(report)).not.toContain(TEST_KEY);
});

test('a faulty one violates', async () => {
  const report = await expectReply(FAULTY);
  expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
  expect(idsWith(report, 'fail')).toEqual([BROKEN]);
});

test('a server that is not there is not tested', async () => {
  const report = await run({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: TEST_KEY });
  expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, results: [] });
});

describe('the gate', () => {
  const only = ['get.*'];
  const waiver: Waiver = { id: BROKEN, reason: 'Fixed next week.', owner: 'Kim', until: '2030-01-31' };

  test('excuses what is waived, as long as the waiver counts', async () => {
    const waived = await expectReply(FAULTY, { only, waivers: [waiver], now: '2030-01-31' });
    expect(waived).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(idsWith(waived, 'fail')).toEqual([BROKEN]);
    const expired = await expectReply(FAULTY, { only, waivers: [waiver], now: '2030-02-01' });
    expect(expired).toMatchObject({ verdict: 'violating', exitCode: 1, gate: { notices: [{ kind: 'expired' }] } });
  });

  test('fails on a stale waiver under strict only', async () => {
    const options = { only, waivers: [waiver], now: '2030-01-31' };
    expect((await expectReply({}, options)).exitCode).toBe(0);
    expect((await expectReply({}, { ...options, strict: true })).exitCode).toBe(2);
  });

  test('excuses what the baseline knows, and reports what is worse', async () => {
    const [good, bad] = [await expectReply({}, { only }), await expectReply(FAULTY, { only })];
    expect(await expectReply(FAULTY, { only, baseline: bad })).toMatchObject({ exitCode: 0 });
    const worse = await expectReply(FAULTY, { only, baseline: good });
    expect(worse).toMatchObject({ exitCode: 1, gate: { notices: [{ kind: 'worse', id: BROKEN }] } });
  });

  test('checks in as many rounds as asked for', async () => {
    const front = await standInFront();
    const { run: reported } = await run({
      baseUrl: front.baseUrl,
      apiKey: TEST_KEY,
      only: ['create.minimal'],
      repeat: 3,
    });
    const runsSeen = new Set(front.seen.map(({ asked }) => asked.headers['user-agent']));
    expect(runsSeen.size).toBe(3);
    expect(reported.requests).toBe(front.seen.length);
  });
});

test('a host that is never written to is not written to, whatever the options say', async () => {
  vi.stubEnv('PETSTORE_READ_ONLY_HOSTS', 'api.example.com,127.0.0.*');
  const front = await standInFront({ pets: 150 });
  const report = await run({ baseUrl: front.baseUrl, apiKey: TEST_KEY, readOnly: false, runs: 3 });
  expect(front.seen.length).toBeGreaterThan(20);
  expect(front.seen.filter(({ asked }) => !['GET', 'HEAD', 'OPTIONS'].includes(asked.method))).toEqual([]);
  expect(idsWith(report, 'skipped')).toContain('create.minimal');
});

test('every creation has its line in the ledger, in a file relative to the current folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'library-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  const report = await expectReply({}, { only: ['create.*'], ledger: 'created.jsonl' });
  const lines = readFileSync(join(folder, 'created.jsonl'), 'utf8').trim().split('\n');
  expect(report.run.created.length).toBeGreaterThan(0);
  expect(lines).toHaveLength(report.run.created.length);
});

test('progress counts what is selected and all that it needs', async () => {
  const signs: string[] = [];
  await expectReply(
    {},
    { only: ['list.ok'], onProgress: (done, total, current) => signs.push(`${done}/${total} ${current}`) },
  );
  expect(signs).toEqual(['0/2 preflight', '1/2 auth.accepted', '2/2 list.ok']);
});

test('a signal ends the run with what was decided', async () => {
  const interruption = new AbortController();
  const onProgress = (done: number) => done === 5 && interruption.abort();
  const report = await expectReply({}, { signal: interruption.signal, onProgress });
  expect(report).toMatchObject({ exitCode: 130, diagnosis: 'The run was interrupted.' });
  expect(report.results).toHaveLength(requirements.length);
});
