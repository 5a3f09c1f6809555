import type { Alteration, Variant } from '../change.ts';
import { answer } from '../combinators/answer.ts';
import { refused } from '../combinators/answers.ts';
import { all, forSome } from '../combinators/compose.ts';
import { assigned, fields, ids, idsFrom } from '../combinators/create.ts';
import { reject } from '../combinators/failures.ts';
import { listed } from '../combinators/list.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../int64.ts';
import type { Pet } from '../model.ts';
import { shuffled } from '../random.ts';
import { conforming } from './variant.ts';

/** An odd multiplier: different serials stay different. */
const scattered = (serial: bigint) => BigInt.asUintN(63, serial * 0x9e3779b97f4a7c15n);

const by =
  (rank: (pet: Pet) => bigint | string) =>
  (pets: readonly Pet[]): Pet[] =>
    [...pets].sort((left, right) => Number(rank(left) > rank(right)) - Number(rank(left) < rank(right)));

/** What the document does not show: DELETE removes a pet, and the next one gets its id. */
const removable: Alteration = (rules) => {
  const free: bigint[] = [];
  const remove = answer(refused(405))((_refusal, { path }, store) => {
    free.push(BigInt(path.slice('/pets/'.length)));
    for (const id of free) store.remove(id);
    return { status: 200, headers: {}, content: {} };
  });
  const reuse = assigned((nextId) => free.pop() ?? nextId());
  return all(reuse, forSome(({ method }) => method === 'DELETE')(remove))(rules);
};

/** Ids and orders of every kind. */
export const petVariants: readonly Variant[] = conforming([
  ['ids-scattered: Ids look random and fill 63 bits.', ids(scattered)],
  ['ids-negative: Ids are negative.', idsFrom(0n, -1n)],
  ['ids-descending: Ids count down from the end of int64.', idsFrom(INT64_MAX + 1n, -1n)],
  ['ids-from-the-bottom: Ids count up from the lowest int64.', idsFrom(INT64_MIN - 1n)],
  'ids-at-both-ends: Ids come from both ends of int64 in turn.',
  ids((serial) => (serial % 2n === 0n ? INT64_MAX - serial : INT64_MIN + serial)),
  ['ids-beyond-doubles: Ids start at 2^53, where doubles begin to skip.', idsFrom(2n ** 53n)],
  ['ids-beyond-32-bits: Ids start beyond 32 bits.', idsFrom(2n ** 32n)],
  ['ids-of-19-digits: Ids have 19 digits.', idsFrom(10n ** 18n)],
  ['ids-across-zero: Ids start below zero and pass it.', idsFrom(-4n)],
  ['ids-with-gaps: Ids go up in steps of a thousand.', idsFrom(7n, 1000n)],
  'client-id-kept-when-free: The id of the client is used where no pet has it.',
  assigned((nextId, { id }, store) => {
    if (isInt64(id) && store.find(id) === undefined) return id;
    let next = nextId();
    while (store.find(next) !== undefined) next = nextId();
    return next;
  }),
  ['pets-can-be-removed: DELETE removes a pet, and the next one gets its id.', removable],
  'client-id-refused: A body with an id is refused with 400.',
  fields((given) => (given.id === undefined ? given : reject('id is assigned by the service.'))),
  ['newest-first: Lists start with the newest pet.', listed((pets) => [...pets].reverse())],
  ['by-id: Lists are sorted by id.', listed(by(({ id }) => id))],
  ['by-name: Lists are sorted by name.', listed(by(({ name }) => name))],
  ['by-hash: Lists have an order that is fixed and means nothing.', listed(by(({ id }) => scattered(id)))],
  'by-category: Lists are sorted by category, newest first within it.',
  listed((pets) => by(({ categoryId }) => categoryId)([...pets].reverse())),
  'another-order-each-time: Lists have a new order each time.',
  listed((pets, _view, random) => shuffled(pets, random)),
  'random-pets-by-id: A full page has any of the pets, sorted by id.',
  (rules) => ({
    page: (pets, view, request) => by(({ id }) => id)(rules.page(shuffled(pets, rules.random), view, request)),
  }),
  'rotating-order: Each list starts seven pets after the one before.',
  (rules) => {
    let start = 0;
    return listed((pets) => {
      start = (start + 7) % Math.max(1, pets.length);
      return [...pets.slice(start), ...pets.slice(0, start)];
    })(rules);
  },
]);
