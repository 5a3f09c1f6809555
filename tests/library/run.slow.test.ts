import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Report, type RunOptions, requirements, run, type Waiver } from '../../library/index.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { newFolder } from '../compiled.ts';

const TEST_KEY = 'Test-Key.7f3a';

function idsWith({ results }: Report, outcome: string): readonly string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** Hardly any requirement needs fewer requests. */
const BROKEN = 'deprecation.date';
const FAULTY = { faults: ['sunset-in-iso'] };
const only = ['deprecation.*'];
/** Where it does not matter what is checked. */
const ANY = { only: ['version.path'] };

async function expectReply(
  server: Omit<ReferenceOptions, 'apiKey'>,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const { baseUrl, close } = await startReference({ ...server, apiKey: TEST_KEY });
  onTestFinished(close);
  return run({ baseUrl, apiKey: TEST_KEY, consistencyWindowMs: 20, ...options });
}

test('a conforming server in the same process conforms, with a row for each requirement in their order', async () => {
  const report = await expectReply({});
  expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  expect(report.results.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  expect(JSON.stringify(report)).not.toContain(TEST_KEY);
});

test('a server that is not there is not tested', async () => {
  const report = await run({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: TEST_KEY });
  expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, results: [] });
});

test('a program that uses one object for several runs checks the server of each', async () => {
  const options = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: TEST_KEY, only: [...only] };
  const first = run(options);
  options.baseUrl = 'http://127.0.0.1:10/v1';
  options.only.push('list.*');
  expect((await first).target.baseUrl).toBe('http://127.0.0.1:9/v1');
});

test.each([
  ['throws', () => raise()],
  ['rejects', async () => raise()],
])('a run whose onProgress %s ends with that error', async (_how, onProgress) => {
  await expect(expectReply({}, { ...ANY, onProgress })).rejects.toThrow('no progress');
});

function raise(): never {
  throw new Error('no progress');
}

test('waivers and a baseline reach the gate', async () => {
  const waiver: Waiver = { id: BROKEN, reason: 'Fixed next week.', owner: 'Kim', until: '2030-01-31' };
  const waived = await expectReply(FAULTY, { only, waivers: [waiver], now: '2030-01-31' });
  expect(waived).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  expect(idsWith(waived, 'fail')).toEqual([BROKEN]);
  const stale = await expectReply({}, { only, waivers: [waiver], now: '2030-01-31', strict: true });
  expect(stale.exitCode).toBe(6);
  const known = await expectReply(FAULTY, { only, baseline: waived, seed: 5 });
  expect([known.exitCode, known.run.seed]).toEqual([0, 5]);
  expect((await expectReply({}, { ...ANY, baseline: known })).run.seed).toBe(5);
});

test('a host that is never written to is not written to, whatever the options say', async () => {
  vi.stubEnv('PETSTORE_READ_ONLY_HOSTS', 'api.example.com,127.0.0.*');
  const { baseUrl, pets, requests, close } = await startReference({ apiKey: TEST_KEY, pets: 150 });
  onTestFinished(close);
  const report = await run({ baseUrl, apiKey: TEST_KEY, readOnly: false, consistencyWindowMs: 20 });
  expect(requests()).toBeGreaterThan(20);
  expect(pets()).toBe(150);
  expect(idsWith(report, 'skipped')).toContain('create.minimal');
});

test('every creation has its line in the ledger, in a file relative to the current folder', async () => {
  const folder = newFolder();
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  const report = await expectReply({}, { ...ANY, ledger: 'created.jsonl' });
  const all = readFileSync(join(folder, 'created.jsonl'), 'utf8').trim().split('\n');
  const lines = all.filter((line) => JSON.parse(line).isExpected !== true);
  expect(report.run.created.length).toBeGreaterThan(0);
  expect(lines).toHaveLength(report.run.created.length);
});

test('progress counts the requests', async () => {
  const signs: number[] = [];
  const report = await expectReply({}, { ...ANY, onProgress: (requests) => signs.push(requests) });
  expect(signs).toEqual(Array.from({ length: report.run.requests }, (_, index) => index + 1));
});

test('a signal ends the run with what was decided', async () => {
  const interruption = new AbortController();
  const onProgress = (requests: number) => void (requests === 50 && interruption.abort());
  const report = await expectReply({}, { signal: interruption.signal, onProgress });
  expect(report).toMatchObject({ exitCode: 130, diagnosis: 'The run was interrupted.' });
  expect(report.results).toHaveLength(requirements.length);
});
