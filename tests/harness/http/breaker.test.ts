import { expect, test } from 'vitest';
import { Breaker } from '../../../harness/http/breaker.ts';

/** A creation with one value, beside the header of a client. */
function creation(value: string) {
  const request = { method: 'POST', path: '/v1/pets', headers: [], body: value };
  return { request, input: [value, 'accept/any'] };
}

const breaker = () =>
  new Breaker(
    ({ input = [], request }) => [
      { operation: 'createPet' },
      { operation: 'createPet', input: request.body?.startsWith('pet') ? 'valid body' : 'not JSON' },
      ...input.map((one) => ({ operation: 'createPet', input: one })),
    ],
    ({ request }) => !request.body?.startsWith('pet'),
  );

test('a value that stops the service is not sent again, and the header beside it is', () => {
  const one = breaker();
  one.noteAnswer(creation('pet'), 1);
  expect(one.convictOfCrash(creation('xml'), 2)).toEqual({ operation: 'createPet', input: 'xml' });
  expect(one.stops({ ...creation('xml'), input: ['xml'] })).toBe(true);
  expect(one.stops(creation('form'))).toBe(false);
  expect(one.stops(creation('pet'))).toBe(false);
});

test('nothing is sent any more of a kind that stopped the service twice and was never answered', () => {
  const one = breaker();
  one.noteAnswer(creation('pet'), 1);
  one.convictOfCrash(creation('xml'), 2);
  expect(one.convictOfCrash(creation('form'), 3)).toEqual({ operation: 'createPet', input: 'not JSON' });
  expect(one.stops(creation('cut off'))).toBe(true);
  expect(one.stops(creation('pet'))).toBe(false);
});

test('what nothing documented is of stops after two, though others of the kind are answered', () => {
  const one = breaker();
  one.noteAnswer(creation('cut off'), 1);
  expect(one.convictOfCrash(creation('xml'), 2)).toEqual({ operation: 'createPet', input: 'xml' });
  expect(one.convictOfCrash(creation('form'), 3)).toEqual({ operation: 'createPet', input: 'not JSON' });
  expect(one.stops(creation('yaml'))).toBe(true);
});

test('a kind that documented requests are of goes on', () => {
  const one = breaker();
  one.noteAnswer(creation('pet'), 1);
  one.convictOfCrash(creation('pet with an emoji'), 2);
  one.convictOfCrash(creation('pet of a large category'), 3);
  expect(one.stops(creation('pet with a quote'))).toBe(false);
});
