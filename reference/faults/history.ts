import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import { type Pet, type PetStatus, STATUSES } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { overlap } from './tools.ts';

/** These servers are right while they are small: what breaks them is a cache or an index that comes later. */
const isLarge = (store: Store) => store.size > 100;

/** Calls `fetched` for each fetch of a pet in a large store, with the number of fetches so far. */
const fetching = (rules: Rules, fetched: (pet: Pet, times: number, store: Store) => void): Partial<Rules> => {
  const count = new Map<bigint, number>();
  return {
    find: (store, id) => {
      const pet = rules.find(store, id);
      if (pet === undefined || !isLarge(store)) return pet;
      const times = (count.get(id) ?? 0) + 1;
      count.set(id, times);
      fetched(pet, times, store);
      return pet;
    },
  };
};

/** A fault by which filtered lists lose a pet once it was fetched, though they are to replace the fetch. */
const fetchUnlists = (name: string, story: string, status: PetStatus): Fault => ({
  name,
  story,
  violates: ['deprecation.replacement'],
  change: (rules) => {
    const gone = new Set<bigint>();
    return {
      find: (store, id) => {
        const pet = rules.find(store, id);
        if (pet?.status === status) gone.add(id);
        return pet;
      },
      matches: (pet, wanted) => rules.matches(pet, wanted) && !gone.has(pet.id),
    };
  },
});

/** What shows only in the order of events, each of which is right by itself. */
export const historyFaults: readonly Fault[] = [
  fetchUnlists(
    'fetch-reserves-pending',
    'A pending pet that is fetched is held back for whoever asked, and the filter no longer finds it.',
    'pending',
  ),
  fetchUnlists(
    'fetch-archives-sold',
    'A sold pet that is fetched is archived, and the filter no longer finds it.',
    'sold',
  ),
  {
    name: 'second-fetch-takes-out-of-lists',
    story: 'In a large store, a pet that is fetched twice moves to a cache that lists do not read.',
    violates: ['history.agrees'],
    change: (rules) => {
      const gone = new Set<bigint>();
      return {
        ...fetching(rules, (pet, times) => times > 1 && gone.add(pet.id)),
        listed: (store, view) => rules.listed(store, view).filter((pet) => !gone.has(pet.id)),
      };
    },
  },
  {
    name: 'second-fetch-changes-the-status',
    story: 'In a large store, interest in a pet counts: whoever fetches it again moves it on to the next status.',
    violates: ['history.agrees'],
    change: (rules) =>
      fetching(rules, (pet, times, store) => {
        const next = STATUSES.find((status) => status !== pet.status);
        if (times === 2 && pet.status !== undefined && next !== undefined) store.keep({ ...pet, status: next });
      }),
  },
  {
    name: 'overtaken-creation-is-not-fetched',
    story: 'In a large store, the index of ids forgets pets when three of one status are added at the same moment.',
    violates: ['history.agrees'],
    change: (rules) => {
      const open = new Map<unknown, Pet>();
      const forgotten = new Set<bigint>();
      return {
        keep: (store, pet) => {
          const overtaken = [...open.values()].filter(({ status }) => isLarge(store) && status === pet.status);
          if (overtaken.length > 1) for (const { id } of overtaken) forgotten.add(id);
          open.set(pet.id, pet);
          rules.keep(store, pet);
        },
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          if (given.status !== 201) return given;
          await overlap();
          open.delete(membersOf(given.content).id);
          return given;
        },
        find: (store, id) => (forgotten.has(id) ? undefined : rules.find(store, id)),
      };
    },
  },
];
