import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../harness/verdict/eventually.ts';
import { Inconclusive, NotYet, Violation } from '../../../harness/verdict/verdicts.ts';

const NOT_YET = new NotYet('the pet', 'none', []);
/** Longer than any of these tests takes: whoever waits for its end fails by timeout. */
const LONG_WINDOW_MS = 600_000;

/** Throws so many times before it succeeds. */
function succeedingAfter(failures: number, failure: Error = NOT_YET) {
  const attempts: number[] = [];
  const attempt = async () => {
    attempts.push(performance.now());
    if (attempts.length <= failures) throw failure;
    return 'seen';
  };
  return { attempts, attempt };
}

test('what is there at once is asked for once', async () => {
  const { attempts, attempt } = succeedingAfter(0);
  expect(await eventually(LONG_WINDOW_MS, attempt)).toBe('seen');
  expect(attempts).toHaveLength(1);
});

test('what is not there yet is asked for again, at growing intervals', async () => {
  const { attempts, attempt } = succeedingAfter(3);
  expect(await eventually(LONG_WINDOW_MS, attempt)).toBe('seen');
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts;
  expect(second - first).toBeGreaterThanOrEqual(18);
  expect(third - second).toBeGreaterThanOrEqual(36);
  expect(fourth - third).toBeGreaterThanOrEqual(72);
});

test('what never comes is a violation, seen last at the end of the window', async () => {
  const { attempts, attempt } = succeedingAfter(Number.POSITIVE_INFINITY);
  const start = performance.now();
  await expect(eventually(150, attempt)).rejects.toBe(NOT_YET.violation);
  expect((attempts.at(-1) ?? 0) - start).toBeGreaterThanOrEqual(145);
  expect(attempts.length).toBeGreaterThanOrEqual(2);
});

test('without a window it is asked for once', async () => {
  const { attempts, attempt } = succeedingAfter(1);
  await expect(eventually(0, attempt)).rejects.toBe(NOT_YET.violation);
  expect(attempts).toHaveLength(1);
});

test.each([
  new Violation('at most 5 pets', '6', []),
  new Inconclusive({ kind: 'nothing-seen', what: 'pet' }),
  new TypeError('a bug'),
])('anything else passes through at once: %s', async (failure) => {
  const { attempts, attempt } = succeedingAfter(1, failure);
  await expect(eventually(LONG_WINDOW_MS, attempt)).rejects.toBe(failure);
  expect(attempts).toHaveLength(1);
});

test('a violation seen while polling is not polled away', async () => {
  const violation = new Violation('name "Rex"', 'name "Max"', []);
  let looks = 0;
  const attempt = async () => {
    looks += 1;
    if (looks === 1) throw NOT_YET;
    if (looks === 2) throw violation;
    return 'seen';
  };
  await expect(eventually(LONG_WINDOW_MS, attempt)).rejects.toBe(violation);
  expect(looks).toBe(2);
});

test('what takes longer to answer than the window is asked for once more after it', async () => {
  const slowly =
    <T>(attempt: () => Promise<T>) =>
    async () => {
      const end = await attempt().catch((error: unknown) => error as Error);
      await sleep(60);
      if (end instanceof Error) throw end;
      return end;
    };
  const late = succeedingAfter(1);
  expect(await eventually(20, slowly(late.attempt))).toBe('seen');
  const never = succeedingAfter(Number.POSITIVE_INFINITY);
  await expect(eventually(20, slowly(never.attempt))).rejects.toBe(NOT_YET.violation);
  expect(never.attempts).toHaveLength(2);
});
