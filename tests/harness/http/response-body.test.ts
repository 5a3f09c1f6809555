import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadline } from '../../../harness/http/deadline.ts';
import { BodyReader } from '../../../harness/http/response-body.ts';

const LARGE = Buffer.alloc(2 << 20, 'x');
const NO_HEADERS: readonly (readonly [string, string])[] = [];

/** A large body that stays open until the promise settles. */
async function* openUntil(end: Promise<void>): AsyncGenerator<Buffer> {
  yield LARGE;
  await end;
}

function deadlineIn(ms: number): Deadline {
  return new Deadline(ms, new AbortController().signal);
}

function readWith(reader: BodyReader<number>, body: AsyncIterable<Buffer>, deadline: Deadline) {
  return deadline.bound(() => reader.read(body, NO_HEADERS, deadline));
}

test('the time in which a large body waits for another one does not count towards its timeout', async () => {
  const reader = new BodyReader((bytes) => bytes.length);
  const first = readWith(reader, openUntil(sleep(600)), deadlineIn(60_000));
  const second = readWith(reader, openUntil(Promise.resolve()), deadlineIn(300));
  expect(await Promise.all([first, second])).toEqual([{ body: LARGE.length }, { body: LARGE.length }]);
});

test('a large body that does not end in time gives its place to the next one', async () => {
  const reader = new BodyReader((bytes) => bytes.length);
  const deadline = deadlineIn(100);
  const isOver = new Promise<void>((_resolve, reject) => {
    deadline.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  const first = readWith(reader, openUntil(isOver), deadline);
  const second = readWith(reader, openUntil(Promise.resolve()), deadlineIn(60_000));
  await expect(first).rejects.toThrow();
  expect(await second).toEqual({ body: LARGE.length });
});
