import { expect, test } from 'vitest';
import { reportOn } from './support.ts';

test.each([
  [
    'auth.invalid-key.listPets',
    ['trusted-connection-ignores-the-case-of-the-key'],
    'the key with its case swapped, on a connection that carried the right key',
  ],
  // What is wrong with every fetch has nothing to do with the limit.
  ['list.limit.malformed', ['limit-infinity', 'get-as-a-vendor-type'], 'limit Infinity'],
])('%s names what it depends on', async (id, faults, input) => {
  const { results } = await reportOn({ faults });
  expect(results.find((result) => result.id === id)?.cases?.listed[0]?.input).toBe(input);
});
