import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../harness/http/rate-limiter.ts';

const INTERVAL = 30;
const never = new AbortController().signal;

function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** As busy as the process can be: timers that fall due meanwhile fire all at once. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

async function startsOf(
  rateLimiter: RateLimiter,
  count: number,
  task: (index: number) => Promise<void> = async () => undefined,
) {
  const starts: number[] = [];
  const turns = Array.from({ length: count }, (_, index) =>
    rateLimiter.turn(async () => {
      starts.push(performance.now());
      await task(index);
    }),
  );
  return { starts, done: Promise.all(turns) };
}

test('what is asked for at once starts one after the other, and none of it too soon', async () => {
  const before = performance.now();
  const { starts, done } = await startsOf(new RateLimiter(INTERVAL, never), 5);
  await done;
  expect(starts).toHaveLength(5);
  expect(Math.min(...gapsOf([before, ...starts]))).toBeGreaterThanOrEqual(INTERVAL);
});

test('turns that were late are not made up for', async () => {
  const { starts, done } = await startsOf(new RateLimiter(INTERVAL, never), 6, async (index) => {
    if (index === 1) block(4 * INTERVAL);
  });
  await sleep(INTERVAL);
  block(3 * INTERVAL);
  await done;
  expect(Math.min(...gapsOf(starts))).toBeGreaterThanOrEqual(INTERVAL);
});

test('nor are those that nobody asked for', async () => {
  const rateLimiter = new RateLimiter(INTERVAL, never);
  await sleep(5 * INTERVAL);
  const { starts, done } = await startsOf(rateLimiter, 3);
  await done;
  expect(Math.min(...gapsOf(starts))).toBeGreaterThanOrEqual(INTERVAL);
});

test('the time is counted from the end of the one before', async () => {
  const ends: number[] = [];
  const { starts, done } = await startsOf(new RateLimiter(INTERVAL, never), 3, async () => {
    await sleep(2 * INTERVAL);
    ends.push(performance.now());
  });
  await done;
  for (const [index, end] of ends.slice(0, 2).entries()) {
    expect((starts[index + 1] ?? 0) - end).toBeGreaterThanOrEqual(INTERVAL);
  }
});

test('one that fails keeps none of the others from its turn', async () => {
  const rateLimiter = new RateLimiter(1, never);
  const turns = await Promise.allSettled([
    rateLimiter.turn(() => Promise.reject(new Error('no'))),
    rateLimiter.turn(async () => 'answer'),
  ]);
  expect(turns).toEqual([
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 'answer' },
  ]);
});

test('without an interval everything happens at once', async () => {
  let underWay = 0;
  const rateLimiter = new RateLimiter(0, never);
  const task = async () => {
    underWay += 1;
    await sleep(5);
  };
  const turns = [rateLimiter.turn(task), rateLimiter.turn(task)];
  expect(underWay).toBe(2);
  await Promise.all(turns);
});

test('an interruption lets nobody wait any longer', async () => {
  const interruption = new AbortController();
  const { starts, done } = await startsOf(new RateLimiter(3_600_000, interruption.signal), 3);
  await sleep(20);
  expect(starts).toEqual([]);
  interruption.abort();
  await done;
  expect(starts).toHaveLength(3);
});
