import { describe, expect, it } from 'vitest';
import { foldedIds, invalidIds } from '../../../suites/inputs/pet-ids.ts';
import { expectEncoded } from './encoded-text.ts';
import { conformingServer, expectClientError, expectError, expectUniqueLabels } from './reference.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const IDS = [1n, 42n, 0n, -7n, 2n ** 31n, 2n ** 53n + 2n, 1_234_567_890_123_456_789n, INT64_MAX, INT64_MIN];

describe.each(IDS)('invalid ids for %d', (id) => {
  it('have labels of their own', () => expectUniqueLabels(invalidIds(id)));

  // Encoded slashes, backslashes, percent signs and semicolons are refused by stock servers before the service sees them.
  it('are encoded segments', () => {
    for (const { path, utf8 = true } of invalidIds(id)) {
      expectEncoded(path, utf8);
      expect(path).not.toMatch(/;|%3B|%2F|%5C|%25|^\.+$|^$/i);
    }
  });

  it('are not an int64 in any spelling that is only observed', () => {
    for (const { path } of invalidIds(id)) {
      const integer = /^\+?(-?\d+)(?:\.0*)?$/.exec(path)?.[1];
      if (integer !== undefined) expect(isInt64(BigInt(integer))).toBe(false);
      expect(path).not.toMatch(/^-?0[xbo]/i);
    }
  });
});

describe.each(IDS)('folded ids for %d', (id) => {
  it('are other int64 values with labels of their own', () => {
    expectUniqueLabels(foldedIds(id));
    for (const folded of foldedIds(id)) {
      expect(folded.id).not.toBe(id);
      expect(isInt64(folded.id)).toBe(true);
    }
    expect(new Set(foldedIds(id).map((folded) => folded.id)).size).toBe(foldedIds(id).length);
  });

  it('fold onto the id in 32 bits', () => {
    expect(foldedIds(id).some((folded) => BigInt.asIntN(32, folded.id) === BigInt.asIntN(32, id))).toBe(true);
  });
});

it('folds onto a large id in a double', () => {
  const id = 2n ** 60n;
  expect(foldedIds(id).filter((folded) => Number(folded.id) === Number(id)).length).toBeGreaterThan(1);
});

it('finds no pet on a conforming server', async () => {
  await using server = await conformingServer();
  for (const id of [1n, 42n]) {
    expect((await server.get(`${id}`)).status).toBe(200);
    for (const { path } of invalidIds(id)) expectClientError(await server.get(path));
    for (const folded of foldedIds(id)) expectError(await server.get(`${folded.id}`), 404);
  }
});

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}
