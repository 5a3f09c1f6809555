import type { Fault } from '../change.ts';
import type { Pet, View } from '../model.ts';
import { refusal } from '../refusal.ts';
import { answering, crash, throughDouble } from './tools.ts';

const OK = 'list.ok';
const COMPLETE = 'list.complete';
const UNIQUE = 'list.unique';

/** A fault by which plain lists, without a filter, leave pets out. */
const leavesOut = (name: string, story: string, left: (pet: Pet, pets: readonly Pet[]) => boolean): Fault => ({
  name,
  story,
  violates: [COMPLETE],
  change: (rules) => ({
    listed: (store, view) => {
      const pets = rules.listed(store, view);
      return view.status === undefined ? pets.filter((pet) => !left(pet, pets)) : pets;
    },
  }),
});

/** A fault by which lists show a pet otherwise than it was created. */
const shows = (name: string, story: string, alter: (pet: Pet) => Pet): Fault => ({
  name,
  story,
  violates: [COMPLETE],
  change: (rules) => ({
    presentPet: (pet, request) => rules.presentPet(request.operation === 'listPets' ? alter(pet) : pet, request),
  }),
});

/** A fault by which a page shows pets more than once. */
const repeats = (name: string, story: string, repeat: (pets: readonly Pet[], view: View) => readonly Pet[]): Fault => ({
  name,
  story,
  violates: [UNIQUE],
  change: (rules) => ({ page: (pets, view) => repeat(rules.page(pets, view), view) }),
});

export const listContentFaults: readonly Fault[] = [
  {
    name: 'empty-list-is-null',
    story: 'A list that was never filled is written as null.',
    violates: [OK],
    change: (rules) => ({ presentList: (pets, view) => (pets.length === 0 ? null : rules.presentList(pets, view)) }),
  },
  {
    name: 'empty-list-is-404',
    story: 'Nothing found is taken for not found.',
    violates: [OK],
    change: (rules) => ({
      presentList: (pets, view) => {
        if (pets.length === 0) throw refusal('petNotFound');
        return rules.presentList(pets, view);
      },
    }),
  },
  {
    name: 'list-of-one-is-an-object',
    story: 'A converter from XML cannot tell a list of one from one.',
    violates: [OK],
    change: (rules) => ({
      presentList: (pets, view) => {
        const [first, ...others] = pets;
        return first !== undefined && others.length === 0 ? first : rules.presentList(pets, view);
      },
    }),
  },
  {
    name: 'list-in-an-envelope',
    story: 'The list is put into an object, beside its length.',
    violates: [OK],
    change: (rules) => ({
      presentList: (pets, view) => ({ items: rules.presentList(pets, view), total: BigInt(pets.length) }),
    }),
  },
  {
    name: 'list-as-206',
    story: 'A page is called partial content.',
    violates: [OK],
    change: (rules) =>
      answering(rules, (answer, request) =>
        request.operation === 'listPets' && answer.status === 200 ? { ...answer, status: 206 } : answer,
      ),
  },
  {
    name: 'list-crashes',
    story: 'The list was never tried.',
    violates: [OK, 'errors.no-5xx'],
    change: () => ({ presentList: () => crash() }),
  },
  leavesOut(
    'list-without-pets-without-status',
    'An inner join loses pets without a status.',
    (pet) => pet.status === undefined,
  ),
  leavesOut('list-without-sold', 'Sold pets are shown only where they are asked for.', (pet) => pet.status === 'sold'),
  leavesOut(
    'list-without-every-seventh',
    'One of seven shards is missing from the query.',
    (pet) => pet.id % 7n === 0n,
  ),
  leavesOut(
    'list-without-the-newest',
    'The range of the query ends before its last row.',
    (pet, pets) => pet === pets.at(-1),
  ),
  leavesOut(
    'list-without-large-categories',
    'A join over 32 bits loses pets of a larger category.',
    (pet) => BigInt.asIntN(32, pet.categoryId) !== pet.categoryId,
  ),
  shows('list-rounds-category', 'The list writes the category through a double.', (pet) => ({
    ...pet,
    categoryId: throughDouble(pet.categoryId),
  })),
  shows('list-shortens-names', 'The list shows the beginning of long names.', (pet) => ({
    ...pet,
    name: pet.name.length > 100 ? `${pet.name.slice(0, 99)}…` : pet.name,
  })),
  {
    name: 'list-forgets-status',
    story: 'The plain list selects every column but the status.',
    violates: [COMPLETE],
    change: (rules) => ({
      presentPet: (pet, request) => {
        const { status: _status, ...rest } = rules.presentPet(pet, request);
        const plainList = request.operation === 'listPets' && !request.search.includes('status=');
        return plainList ? rest : rules.presentPet(pet, request);
      },
    }),
  },
  {
    name: 'name-trimmed-in-store',
    story: 'The answer repeats what was sent, while the store trims it.',
    violates: [COMPLETE, 'get.found'],
    change: (rules) => ({ keep: (store, pet) => rules.keep(store, { ...pet, name: pet.name.trim() }) }),
  },
  {
    name: 'every-second-sold-lost',
    story: 'One of two writers drops pets that are sold and answers as if it had kept them.',
    violates: ['list.status.complete', 'get.found'],
    change: (rules) => {
      let sold = 0;
      return {
        keep: (store, pet) => {
          sold += pet.status === 'sold' ? 1 : 0;
          if (pet.status !== 'sold' || sold % 2 === 1) rules.keep(store, pet);
        },
      };
    },
  },
  {
    name: 'no-status-lost',
    story: 'A pet without a status breaks a constraint, and the error is swallowed.',
    violates: [COMPLETE, 'get.found'],
    change: (rules) => ({ keep: (store, pet) => (pet.status === undefined ? undefined : rules.keep(store, pet)) }),
  },
  repeats('list-repeats-the-first', 'A short page is filled up with its first pet.', (pets, { limit }) =>
    pets.length < limit ? [...pets, ...pets.slice(0, 1)] : pets,
  ),
  repeats(
    'full-page-repeats-the-last',
    'The last row of a full page is read twice, in the place of the row before.',
    (pets, { limit }) =>
      pets.length === limit && limit > 1 ? [...pets.slice(0, -2), ...pets.slice(-1), ...pets.slice(-1)] : pets,
  ),
  repeats('pending-listed-twice', 'A join with the reservations shows pending pets twice.', (pets, { limit }) =>
    pets.flatMap((pet) => (pet.status === 'pending' ? [pet, pet] : [pet])).slice(0, limit),
  ),
];
