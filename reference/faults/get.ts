import type { Fault } from '../change.ts';
import { type Json, membersOf } from '../json/value.ts';
import type { Pet } from '../model.ts';
import type { Rules } from '../rules.ts';
import { answering, crash, refuse, throughDouble } from './tools.ts';

/** A fault by which getPet does not find some of the pets that exist. */
const misses = (name: string, story: string, missed: (pet: Pet) => boolean): Fault => ({
  name,
  story,
  violates: ['get.found'],
  change: (rules) => ({
    find: (store, id) => {
      const pet = rules.find(store, id);
      return pet !== undefined && missed(pet) ? undefined : pet;
    },
  }),
});

/** A fault by which getPet shows a pet otherwise than it was created. */
const shows = (name: string, story: string, alter: (pet: Pet) => Pet): Fault => ({
  name,
  story,
  violates: ['get.found'],
  change: (rules) => ({
    presentPet: (pet, request) => rules.presentPet(request.operation === 'getPet' ? alter(pet) : pet, request),
  }),
});

const unknownPet = (rules: Rules, status: number, content: (error: Json) => Json): Partial<Rules> =>
  answering(rules, (answer, request) =>
    request.operation === 'getPet' && answer.status === 404
      ? { ...answer, status, content: content(answer.content) }
      : answer,
  );

const OLD_PETS = 15;

export const getFaults: readonly Fault[] = [
  misses(
    'get-misses-every-third',
    'One of three shards is missing from the routing table.',
    (pet) => pet.id % 3n === 0n,
  ),
  misses(
    'get-misses-pets-without-status',
    'An inner join loses pets without a status.',
    (pet) => pet.status === undefined,
  ),
  misses('get-hides-sold', 'Sold pets are archived and no longer fetched.', (pet) => pet.status === 'sold'),
  shows('get-rounds-category', 'getPet writes the category through a double.', (pet) => ({
    ...pet,
    categoryId: throughDouble(pet.categoryId),
  })),
  shows('get-trims-name', 'getPet trims the name when it reads it.', (pet) => ({ ...pet, name: pet.name.trim() })),
  shows('get-forgets-status', 'getPet selects every column but the status.', ({ id, name, categoryId }) => ({
    id,
    name,
    categoryId,
  })),
  {
    name: 'get-misses-old-pets',
    story: 'Pets from before the migration are listed and cannot be fetched.',
    violates: ['get.found'],
    pets: OLD_PETS,
    change: (rules) => ({ find: (store, id) => (id <= OLD_PETS ? undefined : rules.find(store, id)) }),
  },
  {
    name: 'get-returns-the-next',
    story: 'The index of the pet in memory is off by one for even ids.',
    violates: ['get.found'],
    change: (rules) => ({
      find: (store, id) => {
        const pet = rules.find(store, id);
        return pet !== undefined && id % 2n === 0n ? (rules.find(store, id + 1n) ?? rules.find(store, id - 1n)) : pet;
      },
    }),
  },
  {
    name: 'get-adds-a-status',
    story: 'getPet shows pets without a status as available.',
    violates: ['get.found'],
    change: (rules) => ({
      presentPet: (pet, request) =>
        request.operation === 'getPet'
          ? { status: 'available', ...rules.presentPet(pet, request) }
          : rules.presentPet(pet, request),
    }),
  },
  {
    name: 'get-answers-a-list',
    story: 'getPet shares its query with listPets and answers a list of one.',
    violates: ['get.found'],
    change: (rules) =>
      answering(rules, (answer, request) =>
        request.operation === 'getPet' && answer.status === 200 ? { ...answer, content: [answer.content] } : answer,
      ),
  },
  {
    name: 'unknown-is-null',
    story: 'A pet that does not exist is a 200 with null.',
    violates: ['get.unknown'],
    change: (rules) => unknownPet(rules, 200, () => null),
  },
  {
    name: 'unknown-is-gone',
    story: 'An id that does not exist is taken for one that did: 410.',
    violates: ['get.unknown'],
    change: (rules) => unknownPet(rules, 410, (error) => ({ ...membersOf(error), status: 410 })),
  },
  {
    name: 'unknown-is-forbidden',
    story: 'A pet that does not exist is hidden behind a 403.',
    violates: ['get.unknown'],
    change: (rules) => unknownPet(rules, 403, (error) => ({ ...membersOf(error), status: 403 })),
  },
  {
    name: 'unknown-is-the-nearest',
    story: 'The query asks for the first id that is not smaller, and else for the last.',
    violates: ['get.unknown'],
    change: (rules) => ({
      find: (store, id) => rules.find(store, id) ?? store.all().find((pet) => pet.id > id) ?? store.all().at(-1),
    }),
  },
  {
    name: 'id-sign-ignored',
    story: 'The sign of an id is lost, so minus five is pet five.',
    violates: ['get.unknown'],
    change: (rules) => ({ find: (store, id) => rules.find(store, id < 0n ? -id : id) }),
  },
  {
    name: 'id-wraps-in-32-bits',
    story: 'The id in the path is cut to 32 bits, so 2^32 + 5 is pet five.',
    violates: ['get.unknown'],
    change: (rules) => ({ find: (store, id) => rules.find(store, BigInt.asIntN(32, id)) }),
  },
  {
    name: 'large-id-is-a-bad-request',
    story: 'An id beyond 32 bits is refused as invalid.',
    violates: ['get.unknown'],
    change: (rules) => ({
      readPetId: (text) => {
        const id = rules.readPetId(text);
        if (BigInt.asIntN(32, id) !== id) throw refuse(400, 'invalid_pet_id', 'petId is too large.');
        return id;
      },
    }),
  },
  {
    name: 'large-unknown-id-crashes',
    story: 'An id beyond 32 bits overflows in the query.',
    violates: ['get.unknown', 'errors.no-5xx'],
    change: (rules) => ({
      find: (store, id) => (BigInt.asIntN(32, id) !== id ? crash() : rules.find(store, id)),
    }),
  },
  {
    name: 'id-parsed-until-it-breaks',
    story: 'The id is read up to the first character that is no digit.',
    violates: ['get.invalid-id'],
    change: (rules) => ({ readPetId: (text) => rules.readPetId(/^-?\d+/.exec(text)?.[0] ?? text) }),
  },
  {
    name: 'id-fraction-cut',
    story: 'An id with a fraction is cut to the integer before it.',
    violates: ['get.invalid-id'],
    change: (rules) => ({ readPetId: (text) => rules.readPetId(text.replace(/^(-?\d+)\.\d+$/, '$1')) }),
  },
  {
    name: 'text-id-is-the-first',
    story: 'An id that is not a number becomes the default of the query: the first pet.',
    violates: ['get.invalid-id'],
    change: (rules) => {
      const first = Symbol('first');
      let wanted: bigint | typeof first;
      return {
        readPetId: (text) => {
          wanted = /^[a-z]+$/i.test(text) ? first : rules.readPetId(text);
          return wanted === first ? 0n : wanted;
        },
        find: (store, id) => (wanted === first ? store.all()[0] : rules.find(store, id)),
      };
    },
  },
  {
    name: 'text-id-crashes',
    story: 'The id is parsed without a thought for text.',
    violates: ['get.invalid-id', 'errors.no-5xx'],
    change: (rules) => ({ readPetId: (text) => (/[a-z]/i.test(text) ? crash() : rules.readPetId(text)) }),
  },
  {
    name: 'id-beyond-int64-crashes',
    story: 'An id beyond int64 is an overflow that nobody catches.',
    violates: ['get.invalid-id', 'errors.no-5xx'],
    change: (rules) => ({
      readPetId: (text) => (/^\d{19,}$/.test(text) && BigInt(text) >= 2n ** 63n ? crash() : rules.readPetId(text)),
    }),
  },
];
