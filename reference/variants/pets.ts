import type { Variant } from '../change.ts';
import { assigned, ids, idsFrom } from '../combinators/create.ts';
import { listed } from '../combinators/list.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../int64.ts';
import type { Pet } from '../model.ts';
import { shuffled } from '../random.ts';

/** An odd multiplier: different serials stay different. */
const scattered = (serial: bigint) => BigInt.asUintN(63, serial * 0x9e3779b97f4a7c15n);

const by =
  (rank: (pet: Pet) => bigint | string) =>
  (pets: readonly Pet[]): Pet[] =>
    [...pets].sort((left, right) => Number(rank(left) > rank(right)) - Number(rank(left) < rank(right)));

/** Ids and orders of every kind. */
export const petVariants: readonly Variant[] = [
  { name: 'ids-scattered', story: 'Ids look random and fill 63 bits.', change: ids(scattered) },
  { name: 'ids-descending', story: 'Ids count down from the end of int64.', change: idsFrom(INT64_MAX + 1n, -1n) },
  { name: 'ids-from-the-bottom', story: 'Ids count up from the lowest int64.', change: idsFrom(INT64_MIN - 1n) },
  {
    name: 'ids-at-both-ends',
    story: 'Ids come from both ends of int64 in turn.',
    change: ids((serial) => (serial % 2n === 0n ? INT64_MAX - serial : INT64_MIN + serial)),
  },
  { name: 'ids-across-zero', story: 'Ids start below zero and pass it.', change: idsFrom(-4n) },
  { name: 'ids-with-gaps', story: 'Ids go up in steps of a thousand.', change: idsFrom(7n, 1000n) },
  {
    name: 'client-id-kept-when-free',
    story: 'The id of the client is used where no pet has it.',
    change: assigned((nextId, { id }, store) => {
      if (isInt64(id) && store.find(id) === undefined) return id;
      let next = nextId();
      while (store.find(next) !== undefined) next = nextId();
      return next;
    }),
  },
  { name: 'newest-first', story: 'Lists start with the newest pet.', change: listed((pets) => [...pets].reverse()) },
  {
    name: 'by-hash',
    story: 'Lists have an order that is fixed and means nothing.',
    change: listed(by(({ id }) => scattered(id))),
  },
  {
    name: 'another-order-each-time',
    story: 'Lists have a new order each time.',
    change: listed((pets, _view, random) => shuffled(pets, random)),
  },
  {
    name: 'random-pets-by-id',
    story: 'A full page has any of the pets, sorted by id.',
    change: (rules) => ({
      page: (pets, view, request) => by(({ id }) => id)(rules.page(shuffled(pets, rules.random), view, request)),
    }),
  },
  {
    name: 'rotating-order',
    story: 'Each list starts seven pets after the one before.',
    change: (rules) => {
      let start = 0;
      return listed((pets) => {
        start = (start + 7) % Math.max(1, pets.length);
        return [...pets.slice(start), ...pets.slice(0, start)];
      })(rules);
    },
  },
];
