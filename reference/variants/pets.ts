import type { Variant } from '../change.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../int64.ts';
import type { Pet } from '../model.ts';
import { shuffled } from '../random.ts';
import { refusal } from '../refusal.ts';

const numbered = (name: string, story: string, idOf: (serial: bigint) => bigint): Variant => ({
  name,
  story,
  change: () => ({ assignId: (serial) => idOf(BigInt(serial)) }),
});

/** An odd multiplier: different serials stay different. */
const scattered = (serial: bigint) => BigInt.asUintN(63, serial * 0x9e3779b97f4a7c15n);

const ordered = (
  name: string,
  story: string,
  order: (pets: readonly Pet[], random: () => number) => Pet[],
): Variant => ({
  name,
  story,
  change: (rules) => ({ listed: (store, view) => order(rules.listed(store, view), rules.random) }),
});

const by =
  (rank: (pet: Pet) => bigint | string) =>
  (pets: readonly Pet[]): Pet[] =>
    [...pets].sort((left, right) => Number(rank(left) > rank(right)) - Number(rank(left) < rank(right)));

/** Ids and orders of every kind. */
export const petVariants: readonly Variant[] = [
  numbered('ids-scattered', 'Ids look random and fill 63 bits.', scattered),
  numbered('ids-negative', 'Ids are negative.', (serial) => -serial),
  numbered('ids-descending', 'Ids count down from the end of int64.', (serial) => INT64_MAX - serial + 1n),
  numbered('ids-from-the-bottom', 'Ids count up from the lowest int64.', (serial) => INT64_MIN + serial - 1n),
  numbered('ids-at-both-ends', 'Ids come from both ends of int64 in turn.', (serial) =>
    serial % 2n === 0n ? INT64_MAX - serial : INT64_MIN + serial,
  ),
  numbered('ids-beyond-doubles', 'Ids start at 2^53, where doubles begin to skip.', (serial) => 2n ** 53n + serial),
  numbered('ids-beyond-32-bits', 'Ids start beyond 32 bits.', (serial) => 2n ** 32n + serial),
  numbered('ids-across-zero', 'Ids start below zero and pass it.', (serial) => serial - 4n),
  numbered('ids-with-gaps', 'Ids go up in steps of a thousand.', (serial) => serial * 1000n + 7n),
  {
    name: 'client-id-kept-when-free',
    story: 'The id of the client is used where no pet has it.',
    change: (rules) => ({
      assignId: (serial, fields, store) => {
        if (isInt64(fields.id) && store.find(fields.id) === undefined) return fields.id;
        let id = rules.assignId(serial, fields, store);
        while (store.find(id) !== undefined) id = rules.assignId(store.nextSerial(), fields, store);
        return id;
      },
    }),
  },
  {
    name: 'client-id-refused',
    story: 'A body with an id is refused with 400.',
    change: (rules) => ({
      readFields: (body) => {
        const fields = rules.readFields(body);
        if (fields.id !== undefined) throw refusal('invalidPet', { message: 'id is assigned by the service.' });
        return fields;
      },
    }),
  },
  ordered('newest-first', 'Lists start with the newest pet.', (pets) => [...pets].reverse()),
  ordered(
    'by-name',
    'Lists are sorted by name.',
    by((pet) => pet.name),
  ),
  ordered(
    'by-hash',
    'Lists have an order that is fixed and means nothing.',
    by((pet) => scattered(pet.id)),
  ),
  ordered('by-category', 'Lists are sorted by category, newest first within it.', (pets) =>
    by((pet) => pet.categoryId)([...pets].reverse()),
  ),
  ordered('another-order-each-time', 'Lists have a new order each time.', shuffled),
  {
    name: 'random-pets-by-id',
    story: 'A full page has any of the pets, sorted by id.',
    change: (rules) => ({ page: (pets, view) => by((pet) => pet.id)(rules.page(shuffled(pets, rules.random), view)) }),
  },
  {
    name: 'rotating-order',
    story: 'Each list starts seven pets after the one before.',
    change: (rules) => {
      let start = 0;
      return {
        listed: (store, view) => {
          const pets = rules.listed(store, view);
          start = (start + 7) % Math.max(1, pets.length);
          return [...pets.slice(start), ...pets.slice(0, start)];
        },
      };
    },
  },
];
