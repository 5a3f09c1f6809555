// vitest run vitest.test.ts
import { type Report, render, requirements, run } from 'petstore-conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPetStore } from './pet-store.mjs';

const API_KEY = 'only-for-this-test';
const musts = requirements.filter(({ level }) => level === 'MUST');

describe('the pet store', () => {
  let store: Awaited<ReturnType<typeof startPetStore>>;
  let report: Report;

  beforeAll(async () => {
    store = await startPetStore(API_KEY);
    // This store takes pets of two categories only, and must be asked for no others.
    report = await run({ baseUrl: store.baseUrl, apiKey: API_KEY, categoryIds: ['1', '2'] });
  }, 60_000);

  afterAll(() => store.close());

  test('does what is documented', () => {
    expect(report.exitCode, render(report, 'terminal')).toBe(0);
  });

  // The same again with a test for each requirement, for those who like to see them in the list of their own tests.
  for (const { id, statement } of musts) {
    test(`${id}: ${statement}`, () => {
      const { outcome, expected, actual, reason } = report.results.find((candidate) => candidate.id === id) ?? {};
      // What could not be decided has not passed.
      expect(['pass', 'skipped'], reason ?? `expected ${expected}, but ${actual}`).toContain(outcome);
    });
  }
});
