import { describe, expect, test } from 'vitest';
import type { Report, Result } from '../../harness/report/model.ts';
import type { Check } from '../../harness/run/check.ts';
import { faults } from '../../reference/faults/index.ts';
import { checks } from '../../suites/index.ts';
import { checkReference } from '../support.ts';

const decisive = checks.filter(({ level }) => level !== 'INFO');

/** The only row that a run with --only reports. */
function onlyRow(report: Report, id: string): Result {
  const rows = report.results.filter(({ why }) => why?.kind !== 'not-selected');
  expect(rows.map((row) => row.id)).toEqual([id]);
  const [row] = rows;
  if (!row) throw new Error(`The report has no row ${id}.`);
  return row;
}

describe('one requirement alone, on a conforming server', () => {
  test.concurrent.each(decisive.map(({ id }) => id))('%s passes', async (id) => {
    const report = await checkReference({}, { only: [id], consistencyWindowMs: 150 });
    expect(onlyRow(report, id)).toMatchObject({ outcome: 'pass' });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  });
});

/** Only a special case of list.ok fails here, so what needs it is still decided. */
const SPECIAL_CASES: readonly string[] = ['empty-list-is-null', 'empty-list-is-404', 'list-of-one-is-an-object'];

/** A need that stops the check where it fails, and a steady fault of that need alone. */
function brokenNeed({ needs }: Check): { readonly need: string; readonly fault: string } | undefined {
  for (const { id, stopsOn } of needs) {
    if (stopsOn === 'nothing') continue;
    const fault = faults.find(
      ({ name, violates, warns = [], intermittent }) =>
        !intermittent && !SPECIAL_CASES.includes(name) && [...violates, ...warns].join() === id,
    );
    if (fault) return { need: id, fault: fault.name };
  }
  return undefined;
}

describe('one requirement alone, on a server that breaks what it needs', () => {
  const broken = decisive.flatMap((check) => {
    const found = brokenNeed(check);
    return found ? [{ id: check.id, ...found }] : [];
  });

  test('there is such a server for every requirement that needs others', () => {
    const needing = decisive.filter(({ needs }) => needs.some(({ stopsOn }) => stopsOn !== 'nothing'));
    expect(broken.map(({ id }) => id)).toEqual(needing.map(({ id }) => id));
  });

  test.concurrent.each(broken)('$id without $need ($fault) neither passes nor fails', async ({ id, need, fault }) => {
    const report = await checkReference(
      { faults: [fault] },
      { only: [id], consistencyWindowMs: 150, timeoutMs: 10_000 },
    );
    expect(onlyRow(report, id)).toMatchObject({ outcome: 'inconclusive', why: { kind: 'depends-on' } });
    expect(onlyRow(report, id).why?.because, `${need} is broken`).toBeDefined();
    expect(report.exitCode).not.toBe(0);
  });
});

describe('one requirement alone, on a server that breaks only a special case of what it needs', () => {
  test.concurrent.each(SPECIAL_CASES)('list.limit.maximum with %s is decided', async (fault) => {
    const id = 'list.limit.maximum';
    const report = await checkReference({ faults: [fault] }, { only: [id], consistencyWindowMs: 150 });
    expect(onlyRow(report, id)).toMatchObject({ outcome: 'pass' });
  });
});
