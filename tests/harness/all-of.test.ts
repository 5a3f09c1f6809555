import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allOf } from '../../harness/all-of.ts';
import { Inconclusive, Violation } from '../../harness/verdicts.ts';

const violation = (what: string) => new Violation(what, 'another', []);
const failing = async (error: Error, afterMs = 0) => {
  await sleep(afterMs);
  throw error;
};

test('what all do holds', async () => {
  await expect(allOf([Promise.resolve(1), sleep(1)])).resolves.toBeUndefined();
  await expect(allOf([])).resolves.toBeUndefined();
});

test('the first violation in the list is told, however late it comes', async () => {
  const [first, second] = [violation('first'), violation('second')];
  await expect(allOf([failing(first, 20), failing(second)])).rejects.toBe(first);
});

test('what could not be decided hides no violation', async () => {
  const [open, found] = [new Inconclusive('no more'), violation('found')];
  await expect(allOf([failing(open), failing(found, 20)])).rejects.toBe(found);
  await expect(allOf([sleep(1), failing(open)])).rejects.toBe(open);
});
