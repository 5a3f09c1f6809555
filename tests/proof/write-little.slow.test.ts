import { describe, expect, test } from 'vitest';
import { STATUSES } from '../../reference/model.ts';
import { idsWith, run } from './support.ts';

const STOCK = 400;

describe('on a target that has a page full of one status', () => {
  test('a run creates at most 30 pets, and at most 2 in the status with the fewest', async () => {
    const { report, service } = await run({ pets: STOCK });
    expect(report).toMatchObject({ exitCode: 0 });
    expect(report.run.creations).toBeLessThanOrEqual(30);
    expect(service.pets() - STOCK).toBe(report.run.creations);
    const added = service.store.all().slice(STOCK);
    const counts = STATUSES.map((status) => added.filter((pet) => pet.status === status).length);
    expect(Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  test('no crowd comes on the second night where the full page holds pets that are not valid', async () => {
    const faults = ['large-category-as-text'];
    const { service } = await run({ faults });
    const { report } = await run({ faults, store: service.store }, { runId: 'second' });
    expect(report.run.creations).toBeLessThanOrEqual(60);
  });
});

test('a service that accepts what it must refuse does not use up what good practice may create', async () => {
  const faults = ['category-fraction-cut', 'category-text-as-number', 'category-true-is-one', 'json-with-comments'];
  const { report } = await run({ faults, seed: 1 });
  expect(idsWith(report, 'fail')).toEqual(['create.invalid', 'create.wrong-type']);
  expect(idsWith(report, 'warn')).toEqual(['create.lenient-body']);
});

describe('budgets', () => {
  // The proof has more budgets, and the referee counts in every run.
  test('--max-creates is never exceeded, and says what it leaves open', async () => {
    const { report, service } = await run({}, { maxCreates: 7 });
    expect(service.pets()).toBeLessThanOrEqual(7);
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.exitCode).toBe(4);
    const reasons = report.results.map(({ why }) => why?.kind);
    expect(reasons).toContain('budget-spent');
  });

  test('--runs does not fill the pages that other requirements need', async () => {
    const { report } = await run({}, { runs: 200, maxCreates: 2_000 });
    expect(report.exitCode, report.diagnosis).toBe(0);
  });
});
