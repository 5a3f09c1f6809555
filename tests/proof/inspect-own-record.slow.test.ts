import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectOwnRecord } from '../../proof/simulation/inspect-own-record.ts';
import { run } from './support.ts';

test('inspect agrees with the run: earlier nights in a ledger', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = { ledger: join(folder, 'ledger.jsonl'), runId: 'night1' };
  const first = await run({ faults: ['invalid-pet-is-422'] }, settings);
  const again = await run({ serve: () => first.service }, { ...settings, runId: 'night2' });
  expect(again.known().ledger.length).toBeGreaterThan(50);
  expect(inspectOwnRecord(again)).toEqual([]);
});

test('what an archive lacks is noticed', async () => {
  const { record, ...composed } = await run({});
  const problems = inspectOwnRecord({
    ...composed,
    record: () => record().filter(({ probe }) => probe !== 'last look'),
  });
  expect(problems.join('\n')).toContain('in inspect');
});
