import { describe, expect, test } from 'vitest';
import { readAgain } from '../../harness/http/received-body.ts';
import type { Recorded } from '../../harness/http/reply.ts';
import { createdPet, STATUSES } from '../../harness/run/pet.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { checkReference, idsWith, settingsFor, TEST_KEY } from '../support.ts';

const STOCK = 400;

/** A run, and how many pets it adds to each status, the smallest number first. */
async function runCounted(pets: number, changes: Parameters<typeof settingsFor>[1] = {}) {
  const server = await startReference({ apiKey: TEST_KEY, pets });
  let journal: readonly Recorded[] = [];
  const report = await runInline(settingsFor(server.baseUrl, changes), petStore, {
    lookAt: (replies) => {
      journal = replies;
    },
  });
  await server.close();
  const created = journal.flatMap((record) => {
    const reply = record.operation === 'createPet' ? readAgain(record) : undefined;
    return reply ? [createdPet(reply)] : [];
  });
  const added = STATUSES.map((status) => created.filter((pet) => pet?.status === status).length);
  return { report, added: added.sort((a, b) => a - b) };
}

describe('on a target that has a page full of one status', () => {
  test('a run creates at most 25 pets, and at most 2 in the status with the fewest', async () => {
    const { report, added } = await runCounted(STOCK);
    expect(report).toMatchObject({ exitCode: 0 });
    expect(report.run.creations).toBeLessThanOrEqual(25);
    expect(added[0]).toBeLessThanOrEqual(2);
  });

  test.each(['name-trimmed', 'name-html-escaped', 'category-through-double'])('%s is still found', async (fault) => {
    expect(idsWith(await checkReference({ faults: [fault], pets: STOCK }), 'fail')).not.toEqual([]);
  });
});

test('--runs does not fill the pages that other checks read', async () => {
  const { report, added } = await runCounted(0, { runs: 200, maxCreates: 2_000 });
  expect(report.exitCode, report.diagnosis).toBe(0);
  expect(added[1]).toBeLessThan(100);
});
