import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { Inconclusive, Violation } from '../../harness/verdicts.ts';

const NOT_YET = new Violation('the animal', 'none', []);

/** Fails so many times before it holds. */
function holdingAfter(failures: number, failure: Error = NOT_YET) {
  const attempts: number[] = [];
  const attempt = async () => {
    attempts.push(performance.now());
    if (attempts.length <= failures) throw failure;
    return 'seen';
  };
  return { attempts, attempt };
}

test('what holds at once is asked once', async () => {
  const { attempts, attempt } = holdingAfter(0);
  expect(await eventually(1000, attempt)).toBe('seen');
  expect(attempts).toHaveLength(1);
});

test('what does not hold yet is asked again, at growing intervals', async () => {
  const { attempts, attempt } = holdingAfter(3);
  expect(await eventually(1000, attempt)).toBe('seen');
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts;
  expect(second - first).toBeGreaterThanOrEqual(18);
  expect(third - second).toBeGreaterThanOrEqual(36);
  expect(fourth - third).toBeGreaterThanOrEqual(72);
});

test('what never holds is asked until the window is over, the last time at its end', async () => {
  const { attempts, attempt } = holdingAfter(Number.POSITIVE_INFINITY);
  const start = performance.now();
  await expect(eventually(150, attempt)).rejects.toBe(NOT_YET);
  expect((attempts.at(-1) ?? 0) - start).toBeGreaterThanOrEqual(145);
  expect(performance.now() - start).toBeLessThan(600);
  expect(attempts.length).toBeGreaterThanOrEqual(4);
});

test('without a window it is asked once', async () => {
  const { attempts, attempt } = holdingAfter(1);
  await expect(eventually(0, attempt)).rejects.toBe(NOT_YET);
  expect(attempts).toHaveLength(1);
});

test('what is no violation is not waited out', async () => {
  for (const failure of [new Inconclusive('no more'), new TypeError('a mistake')]) {
    const { attempts, attempt } = holdingAfter(1, failure);
    await expect(eventually(1000, attempt)).rejects.toBe(failure);
    expect(attempts).toHaveLength(1);
  }
});

test('what takes longer to answer than the window is asked once more after it', async () => {
  const slowly =
    <T>(attempt: () => Promise<T>) =>
    async () => {
      const end = await attempt().catch((error: unknown) => error as Error);
      await sleep(60);
      if (end instanceof Error) throw end;
      return end;
    };
  const late = holdingAfter(1);
  expect(await eventually(20, slowly(late.attempt))).toBe('seen');
  const never = holdingAfter(Number.POSITIVE_INFINITY);
  await expect(eventually(20, slowly(never.attempt))).rejects.toBe(NOT_YET);
  expect(never.attempts).toHaveLength(2);
});
