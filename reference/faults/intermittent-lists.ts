import type { Fault } from '../change.ts';
import { type Json, membersOf } from '../json/value.ts';
import type { Pet, View } from '../model.ts';
import { everyNth, firstOfEvery } from '../turns.ts';
import {
  anyPage,
  asText,
  behindMark,
  every,
  glitch,
  isFiltered,
  omit,
  petsOf,
  plainPage,
  succeeds,
  withHeaders,
  withPets,
} from './glitch.ts';
import { crash, isLacking } from './tools.ts';

const DEFAULT_LIMIT = 20;

/** A fault by which some of the pages that could be too long are too long. */
const overflows = (
  name: string,
  story: string,
  requirement: string,
  turns: () => () => boolean,
  applies: (view: View) => boolean,
  actual: (limit: number) => number,
): Fault => ({
  name,
  story,
  violates: [requirement],
  intermittent: true,
  change: (rules) => {
    const due = turns();
    return {
      page: (pets, view) => {
        const hit = pets.length > view.limit && applies(view) && due();
        return rules.page(pets, hit ? { ...view, limit: actual(view.limit) } : view);
      },
    };
  },
});

/** A fault by which every nth filtered list shows other pets as well. */
const leaks = (name: string, story: string, nth: number, passes: (pet: Pet) => boolean): Fault => ({
  name,
  story,
  violates: ['list.status.only'],
  intermittent: true,
  change: (rules) => {
    const due = everyNth(nth);
    let hit = false;
    return {
      listed: (store, view) => {
        const pets = rules.listed(store, view);
        const strays = pets.some((pet) => passes(pet) && pet.status !== view.status);
        hit = view.status !== undefined && strays && due();
        // The strays come first: a full page must not hide them.
        return hit ? [...pets.filter(passes), ...pets.filter((pet) => !passes(pet))] : pets;
      },
      matches: (pet, status) => (hit && passes(pet)) || rules.matches(pet, status),
    };
  },
});

/** One of two replicas answers every second list and never got some of the pets. */
const staleReplica = (
  name: string,
  story: string,
  violates: readonly string[],
  lacks: (pet: Pet, view: View) => boolean,
): Fault => ({
  name,
  story,
  violates,
  intermittent: true,
  change: (rules) => {
    const second = everyNth(2);
    return {
      listed: (store, view) => {
        const pets = rules.listed(store, view);
        return second() ? pets.filter((pet) => !lacks(pet, view)) : pets;
      },
    };
  },
});

const nameOf = (pet: Json | undefined): Json => membersOf(pet).name ?? '';

const isExplicit = ({ status, limit }: View) =>
  status === undefined && limit > 1 && limit < 100 && limit !== DEFAULT_LIMIT;

/** Lists that are right most of the time. */
export const intermittentListFaults: readonly Fault[] = [
  overflows(
    'every-second-limit-ignored',
    'One of two workers does not read the limit of a plain list.',
    'list.limit.honoured',
    () => everyNth(2),
    isExplicit,
    () => 100,
  ),
  overflows(
    'every-third-page-one-too-long',
    'One of three workers shows the row that it reads ahead.',
    'list.limit.honoured',
    () => everyNth(3),
    isExplicit,
    (limit) => limit + 1,
  ),
  overflows(
    'every-second-default-is-fifty',
    'One of two workers still has the old default.',
    'list.limit.default',
    () => firstOfEvery(2),
    ({ status, limit }) => status === undefined && limit === DEFAULT_LIMIT,
    () => 50,
  ),
  overflows(
    'every-second-filtered-page-one-too-long',
    'One of two workers shows the row that it reads ahead, under a filter.',
    'list.status.with-limit',
    () => everyNth(2),
    ({ status }) => status !== undefined,
    (limit) => limit + 1,
  ),
  leaks('every-second-filter-ignored', 'One of two workers does not read the filter.', 2, () => true),
  leaks(
    'every-fifth-filter-lets-statusless-pass',
    'One of five workers compares with NULL and lets pets without a status pass.',
    5,
    (pet) => pet.status === undefined,
  ),
  staleReplica(
    'replica-lacks-half-in-lists',
    'One of two replicas stopped at an error and lacks half of the pets, in every list.',
    ['list.status.complete'],
    ({ id }) => isLacking(id),
  ),
  staleReplica(
    'replica-lacks-half-of-sold-in-filters',
    'One of two replicas has a broken index on the status and lacks half of the sold pets there.',
    ['list.status.complete'],
    (pet, view) => view.status === 'sold' && isLacking(pet.id),
  ),
  glitch({
    name: 'every-fourth-list-mixes-up-names',
    story: 'One of four workers shows the last pet of a plain list under the name of the first.',
    violates: ['list.complete'],
    on: (answer, request) =>
      plainPage(answer, request) && nameOf(petsOf(answer).at(0)) !== nameOf(petsOf(answer).at(-1)),
    when: every(4),
    becomes: withPets((pets) => [...pets.slice(0, -1), { ...membersOf(pets.at(-1)), name: nameOf(pets[0]) }]),
  }),
  glitch({
    name: 'every-sixth-list-forgets-statuses',
    story: 'One of six workers leaves the status out of plain lists.',
    violates: ['list.complete'],
    on: (answer, request) =>
      plainPage(answer, request) && petsOf(answer).some((pet) => membersOf(pet).status !== undefined),
    when: every(6),
    becomes: withPets((pets) => pets.map((pet) => omit(membersOf(pet), 'status'))),
  }),
  glitch({
    name: 'every-fifth-list-repeats-a-pet',
    story: 'Every fifth list that is not full shows its first pet again at its end.',
    violates: ['list.unique'],
    on: (answer, request) =>
      anyPage(answer, request) && /limit=100\b/.test(request.search) && petsOf(answer).length < 100,
    when: every(5),
    becomes: withPets((pets) => [...pets, ...pets.slice(0, 1)]),
  }),
  glitch({
    name: 'every-eighth-list-loses-a-category',
    story: 'Every eighth list shows its first pet without a category.',
    violates: ['body.pet-shape'],
    on: anyPage,
    when: every(8),
    becomes: withPets(([first, ...others]) => [omit(membersOf(first), 'categoryId'), ...others]),
  }),
  glitch({
    name: 'every-seventh-list-crashes',
    story: 'Every seventh list finds no free connection to the database.',
    violates: ['errors.no-5xx'],
    on: succeeds('listPets'),
    when: every(7),
    becomes: crash,
  }),
  glitch({
    name: 'every-ninth-list-as-text',
    story: 'Every ninth list comes from a cache that lost its content type.',
    violates: ['body.content-type'],
    on: succeeds('listPets'),
    when: every(9),
    becomes: asText,
  }),
  glitch({
    name: 'every-tenth-list-behind-a-mark',
    story: 'Every tenth list starts with a byte order mark.',
    violates: ['body.json'],
    on: succeeds('listPets'),
    when: every(10),
    becomes: behindMark,
  }),
  glitch({
    name: 'every-ninth-filtered-list-without-its-last-pet',
    story: 'One of nine workers leaves out the last pet of a filtered list.',
    violates: ['list.status.complete'],
    on: (answer, request) => anyPage(answer, request) && isFiltered(request),
    when: every(9),
    becomes: withPets((pets) => pets.slice(0, -1)),
  }),
  glitch({
    name: 'every-fifth-list-deprecated',
    story: 'One of five workers announces the end of getPet on lists too.',
    violates: [],
    warns: ['deprecation.only-there'],
    on: succeeds('listPets'),
    when: every(5),
    becomes: withHeaders({ sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }),
  }),
];
