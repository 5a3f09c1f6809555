import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { runCommand } from '../compiled.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';

/** Caught by a generated input, by one of a table, by a single request, and over all exchanges. */
const FAULTS = ['category-through-double', 'name-html-escaped', 'list-takes-any-token', 'get-401-without-a-code'];

const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the environment says besides the key. */
let target: Readonly<Record<string, string>> = {};

function replay(...args: readonly string[]) {
  return runCommand(['replay', ...args], { env: { PETSTORE_API_KEY: TEST_KEY, ...target }, cwd: folder });
}

describe('a replay', () => {
  let faulty: Reference;
  let conforming: Reference;
  let before: Report;
  beforeAll(async () => {
    faulty = await startReference({ apiKey: TEST_KEY, faults: FAULTS });
    conforming = await startReference({ apiKey: TEST_KEY });
    before = await runInline(settingsFor(faulty.baseUrl), petStore);
    writeFileSync(join(folder, 'report.json'), JSON.stringify(before));
    target = { PETSTORE_BASE_URL: faulty.baseUrl, PETSTORE_CONSISTENCY_WINDOW: '0.15' };
  });
  afterAll(() => Promise.all([faulty.close(), conforming.close()]));

  test('asks again for everything that failed, and reports that it still does', async () => {
    const failed = idsWith(before, 'fail');
    expect(failed).toEqual(['auth.invalid-key.listPets', 'create.echo', 'create.int64', 'errors.shape.401']);
    const { code, stdout } = await replay('report.json');
    expect(code).toBe(1);
    for (const id of failed) expect(stdout).toContain(`\u2717 ${id}  MUST`);
    expect(stdout).toMatch(/\n4 still fail \(\d+ requests, \d+ creations, seed 20301205\)\n$/);
  });

  test.each([
    ['create.echo', 40],
    ['create.int64', 20],
    ['auth.invalid-key.listPets', 25],
    ['errors.shape.401', 60],
  ])('of %s takes at most %i requests where the whole run took hundreds', async (id, most) => {
    const { code, stdout } = await replay('report.json', id);
    expect(code).toBe(1);
    expect(stdout).toContain(`${id}  MUST`);
    expect(Number(/1 still fails \((\d+) requests/.exec(stdout)?.[1])).toBeLessThanOrEqual(most);
    expect(before.run.requests).toBeGreaterThan(300);
  });

  test('tries the smallest input that was found, and no other', async () => {
    const { stdout } = await replay('report.json', 'create.int64');
    const { path, seed } = before.results.find(({ id }) => id === 'create.int64')?.counterexample ?? {};
    expect(stdout).toContain(`seed ${seed}, path ${path}`);
    expect(Number(/, (\d+) creations?, /.exec(stdout)?.[1])).toBeLessThanOrEqual(8);
  });

  test('of a server that was fixed says so', async () => {
    const { code, stdout } = await replay('report.json', '--base-url', conforming.baseUrl, '--any-target');
    expect(stdout).toContain('create.echo  does not fail now');
    expect(stdout).toMatch(/\n4 do not fail now \(/);
    expect(code).toBe(0);
  });

  test('of a server that is gone says that, and nothing about the requirements', async () => {
    const { code, stdout } = await replay('report.json', '--base-url', 'http://127.0.0.1:9/v1', '--any-target');
    expect([code, stdout]).toEqual([3, expect.stringMatching(/^Nothing listens at .*\n$/)]);
  });

  test.each([
    [['report.json', 'create.ech'], '"create.ech" did not fail in report.json: did you mean create.echo?'],
    [['report.json', 'list.ok', '--seed', '1'], '"list.ok" did not fail in report.json: these did: '],
    [[], 'replay needs a report: write petstore-conformance replay report.json.'],
    [['none.json'], 'none.json cannot be read (ENOENT)'],
    [['report.json', '--only', 'list.ok'], 'There is no flag --only'],
  ])('%j is refused', async (args, sentence) => {
    const { code, stderr } = await replay(...args);
    expect(code).toBe(2);
    expect(stderr.startsWith(`petstore-conformance: ${sentence}`)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('of a report without a violation has nothing to do', async () => {
    writeFileSync(join(folder, 'passing.json'), JSON.stringify(reportOf([resultOf('list.ok')])));
    expect(await replay('passing.json')).toMatchObject({ code: 0, stdout: 'Nothing failed in passing.json.\n' });
  });
});
