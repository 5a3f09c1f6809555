import { expect, test } from 'vitest';
import { Breaker } from '../../../harness/http/breaker.ts';

/** A creation with some values. */
function creation(body: string, input: readonly string[] = [body, 'accept/any']) {
  return { request: { method: 'POST', path: '/v1/pets', headers: [], body }, input };
}

const breaker = () =>
  new Breaker(({ input = [], request }) => [
    { operation: 'createPet' },
    { operation: 'createPet', input: request.body?.startsWith('pet') ? 'valid body' : 'not JSON' },
    ...input.map((one) => ({ operation: 'createPet', input: one })),
  ]);

test('a value that was never answered is not sent again, and the header beside it is', () => {
  const one = breaker();
  one.noteAnswer(creation('pet'));
  expect(one.stop(creation('xml'))).toEqual({ operation: 'createPet', input: 'xml' });
  expect(one.stops(creation('other xml', ['xml']))).toBe(true);
  expect(one.stops(creation('form'))).toBe(false);
  expect(one.stops(creation('pet'))).toBe(false);
});

test('nothing is sent any more of a kind that was never answered, after two', () => {
  const one = breaker();
  one.noteAnswer(creation('pet'));
  one.stop(creation('xml'));
  expect(one.stops(creation('form'))).toBe(false);
  expect(one.stop(creation('form'))).toEqual({ operation: 'createPet', input: 'not JSON' });
  expect(one.stops(creation('cut off'))).toBe(true);
  expect(one.stops(creation('pet'))).toBe(false);
});

test('an operation comes before what is special about it', () => {
  const one = breaker();
  one.stop(creation('xml'));
  expect(one.stop(creation('pet'))).toEqual({ operation: 'createPet' });
  expect(one.stops(creation('another pet'))).toBe(true);
});

test('a value that was answered is not sent any more after two in a row, if most have it in common', () => {
  const one = breaker();
  const pet = (...values: readonly string[]) => creation(`pet with ${values}`, values);
  for (const value of ['emoji', 'sold', 'pending']) one.noteAnswer(pet(value));
  expect(one.stop(pet('emoji', 'sold'))).toBeUndefined();
  expect(one.stop(pet('emoji', 'pending'))).toEqual({ operation: 'createPet', input: 'emoji' });
  expect([one.stops(pet('emoji', 'none')), one.stops(pet('sold')), one.stops(pet('pending'))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a value that was answered in between goes on', () => {
  const one = breaker();
  const pet = (...values: readonly string[]) => creation(`pet with ${values}`, values);
  one.noteAnswer(pet('emoji'));
  one.noteAnswer(pet('sold'));
  one.stop(pet('emoji', 'sold'));
  one.noteAnswer(pet('emoji'));
  expect(one.stop(pet('emoji'))).toBeUndefined();
  expect(one.stops(pet('emoji', 'pending'))).toBe(false);
});
