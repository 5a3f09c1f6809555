import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulate } from '../../proof/simulation/simulate.ts';
import { Store } from '../../reference/store.ts';

test('a ledger that is new on a server with pets of earlier runs is said, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-ledger-'));
  const store = new Store();
  const only = ['list.ok', 'create.minimal'];
  const warnings = async (runId: string, ledger: string) => {
    writeFileSync(join(folder, ledger), '', { flag: 'a' });
    const settings = { runId, only, ledger: join(folder, ledger) };
    const { report } = await simulate({ seed: 1, store, settings });
    return (report.warnings ?? []).filter((sentence) => sentence.includes('earlier runs are on the server'));
  };
  expect(await warnings('first', 'ledger.jsonl')).toEqual([]);
  expect(await warnings('second', 'ledger.jsonl')).toEqual([]);
  expect(await warnings('third', 'lost.jsonl')).toHaveLength(1);
});
