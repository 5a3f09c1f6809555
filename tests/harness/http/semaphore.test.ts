import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Semaphore } from '../../../harness/http/semaphore.ts';

test('never lets more tasks run at once than there are semaphore, and uses all of them', async () => {
  const semaphore = new Semaphore(3);
  let running = 0;
  let most = 0;
  const task = async (index: number) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(index % 4);
    running -= 1;
    return index;
  };
  const values = await Promise.all(Array.from({ length: 20 }, (_, index) => semaphore.use(() => task(index))));
  expect(values).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(3);
});

test('serves first who came first', async () => {
  const semaphore = new Semaphore(1);
  const order: number[] = [];
  await Promise.all(
    [5, 1, 3].map((pause, index) =>
      semaphore.use(async () => {
        await sleep(pause);
        order.push(index);
      }),
    ),
  );
  expect(order).toEqual([0, 1, 2]);
});

test('a slot handed on is not taken by a newcomer as well', async () => {
  const semaphore = new Semaphore(1);
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
    running -= 1;
  };
  const first = semaphore.use(task);
  const second = semaphore.use(task);
  await first;
  await Promise.all([second, semaphore.use(task), semaphore.use(task)]);
  expect(most).toBe(1);
});

test('a task that fails gives its slot back', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.use(() => Promise.reject(new Error('no')));
  const next = semaphore.use(async () => 'served');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('served');
  expect(await semaphore.use(async () => 'served again')).toBe('served again');
});
