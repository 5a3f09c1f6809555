import { expect, test } from 'vitest';
import { bodyOf } from '../../../harness/model/body.ts';

const read = (text: string) => bodyOf({ body: Buffer.from(text) });

/** Levels of arrays inside each other, from the outside in. */
function depthOf(json: unknown): number {
  let depth = 0;
  for (let inner = json; Array.isArray(inner); [inner] = inner) depth += 1;
  return depth;
}

test('what is nested far more deeply than a pet is not kept', () => {
  const nested = (levels: number) => read('['.repeat(levels) + ']'.repeat(levels));
  expect(depthOf(nested(20).json)).toBe(20);
  expect([depthOf(nested(19_000).json), nested(19_000).problem]).toEqual([64, undefined]);
  expect(read('{"a":[{"b":[1]}]}').json).toEqual({ a: [{ b: [1] }] });
});

test('a text that is longer than any that was sent is not kept', () => {
  const withMessage = (length: number) => read(JSON.stringify({ message: 'x'.repeat(length) })).json;
  expect(withMessage(20_000)).toEqual({ message: 'x'.repeat(20_000) });
  expect(withMessage(100_000)).toEqual({ message: '(100000 characters)' });
});
