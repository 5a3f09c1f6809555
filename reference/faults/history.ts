import type { Alteration, Fault } from '../change.ts';
import { overlap } from '../combinators/answer.ts';
import { succeeds } from '../combinators/answers.ts';
import { omit } from '../combinators/values.ts';
import { membersOf } from '../json/value.ts';
import type { Answer, Pet } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { faults } from './fault.ts';

/** These servers are right while they are small: what breaks them is a cache or an index that comes later. */
const isLarge = (store: Store) => store.size > 100;

/** Each creation stays open for a moment after its pet is stored. */
const whileOpen =
  (alter: (open: ReadonlyMap<bigint, Pet>, rules: Rules) => Partial<Rules>): Alteration =>
  (rules) => {
    const open = new Map<bigint, Pet>();
    const own = alter(open, rules);
    const altered = { ...rules, ...own };
    return {
      ...own,
      keep: (store, pet, request) => {
        altered.keep(store, pet, request);
        open.set(pet.id, pet);
      },
      around: async (perform, store, request) => {
        const given = await altered.around(perform, store, request);
        const id = given.status === 201 ? idOf(given) : undefined;
        if (typeof id !== 'bigint') return given;
        await overlap(rules);
        open.delete(id);
        return given;
      },
    };
  };

const idOf = (given: Answer) => membersOf(given.content).id;

/** What shows only in the order of events, each of which is right by itself. */
export const historyFaults: readonly Fault[] = [
  // Other pets may be fetched twice as well.
  ...faults({ violates: ['history.agrees', 'list.complete', 'list.status.complete'] }, [
    {
      name: 'second-fetch-takes-out-of-lists',
      story: 'In a large store, a pet fetched twice moves to a cache that lists do not read.',
      also: ['list.status.with-limit', 'deprecation.replacement'],
      change: (rules) => {
        const [fetched, gone] = [new Set<bigint>(), new Set<bigint>()];
        return {
          find: (store, id, request) => {
            if (isLarge(store)) (fetched.has(id) ? gone : fetched).add(id);
            return rules.find(store, id, request);
          },
          listed: (store, view, request) => rules.listed(store, view, request).filter((pet) => !gone.has(pet.id)),
        };
      },
      anyOf: true,
    },
  ]),
  // The pets of other creations may be added at once as well.
  ...faults({ violates: ['history.agrees', 'get.found'] }, [
    {
      name: 'overtaken-creation-is-not-fetched',
      story: 'In a large store, of three pets of one status added at once some have no index.',
      change: whileOpen((open, rules) => {
        const forgotten = new Set<bigint>();
        return {
          keep: (store, pet, request) => {
            const overtaken = [...open.values()].filter(({ status }) => isLarge(store) && status === pet.status);
            if (overtaken.length > 1) for (const { id } of overtaken) forgotten.add(id);
            rules.keep(store, pet, request);
          },
          find: (store, id, request) => (forgotten.has(id) ? undefined : rules.find(store, id, request)),
        };
      }),
      anyOf: true,
    },
  ]),
];

const crossedFetches: Alteration = (rules) => {
  let waiting: { answer: Answer } | undefined;
  return {
    around: async (perform, store, request) => {
      const given = await rules.around(perform, store, request);
      if (!succeeds('getPet')(given, request)) return given;
      if (waiting !== undefined && idOf(waiting.answer) !== idOf(given)) {
        const theirs = waiting.answer;
        waiting.answer = given;
        waiting = undefined;
        return theirs;
      }
      const own = { answer: given };
      waiting = own;
      await overlap(rules);
      if (waiting === own) waiting = undefined;
      return own.answer;
    },
  };
};

const oneOfIdenticalCreations: Alteration = (rules) => {
  const open = new Map<string, Answer>();
  return {
    around: async (perform, store, request) => {
      const given = await rules.around(perform, store, request);
      const id = idOf(given);
      if (given.status !== 201 || typeof id !== 'bigint') return given;
      const body = request.body.toString();
      const first = open.get(body);
      if (first === undefined) open.set(body, given);
      else store.remove(id);
      await overlap(rules);
      open.delete(body);
      return first ?? given;
    },
  };
};

const sharedErrorBuffer: Alteration = (rules) => {
  let inFlight = 0;
  return {
    around: async (perform, store, request) => {
      inFlight += 1;
      const before = inFlight;
      const given = await rules.around(perform, store, request);
      if (given.status === 400) await overlap(rules);
      const isShared = before > 1 || inFlight > 1;
      inFlight -= 1;
      return given.status === 400 && isShared ? { ...given, content: omit(membersOf(given.content), 'code') } : given;
    },
  };
};

/** What goes wrong only while several requests are in flight. */
export const raceFaults: readonly Fault[] = [
  ...faults({ violates: ['get.found'], intermittent: true }, [
    {
      name: 'fetches-in-flight-are-crossed',
      story: 'Two fetches in flight at once get each other’s answers.',
      also: ['history.agrees'],
      change: crossedFetches,
    },
  ]),
  ...faults({ violates: ['create.id.unique'], intermittent: true }, [
    {
      name: 'identical-creations-in-flight-are-one',
      story: 'Two identical creations at once are taken for one, and one pet is lost.',
      change: oneOfIdenticalCreations,
    },
  ]),
  ...faults({ violates: ['body.pet-shape'], intermittent: true }, [
    {
      name: 'list-during-a-creation-shows-half-a-pet',
      story: 'A pet is stored in two steps, and a list between them lacks its name.',
      change: whileOpen((open, rules) => ({
        presentPet: (pet, request) => {
          const shown = rules.presentPet(pet, request);
          return request.operation === 'listPets' && open.has(pet.id) ? omit(shown, 'name') : shown;
        },
      })),
    },
  ]),
  ...faults({ violates: ['list.status.complete'], intermittent: true }, [
    {
      name: 'list-during-a-creation-lacks-a-pet',
      story: 'A list that is read while a pet is stored loses its first row.',
      also: ['deprecation.replacement'],
      change: whileOpen((open, rules) => ({
        page: (pets, view, request) => rules.page(open.size > 0 ? pets.slice(1) : pets, view, request),
      })),
    },
  ]),
  ...faults({ violates: ['list.unique'], intermittent: true }, [
    {
      name: 'list-during-a-creation-shows-a-pet-twice',
      story: 'A pet that is being stored is listed from the log and from the table.',
      change: whileOpen((open, rules) => ({
        listed: (store, view, request) =>
          rules.listed(store, view, request).flatMap((pet) => (open.has(pet.id) ? [pet, pet] : [pet])),
      })),
    },
  ]),
  ...faults({ violates: ['list.limit.honoured'], intermittent: true }, [
    {
      name: 'list-during-a-creation-has-one-pet-more',
      story: 'A page has room for what is being created, and shows another pet.',
      change: whileOpen((open, rules) => ({
        page: (pets, view, request) => {
          const limit = view.limit + (open.size > 0 && view.limit === 2 ? 1 : 0);
          return rules.page(pets, { ...view, limit }, request);
        },
      })),
    },
  ]),
  ...faults({ violates: ['errors.shape.400'], intermittent: true }, [
    {
      name: 'refusal-beside-another-request-loses-its-code',
      story: 'Errors are written into a buffer that requests in flight share.',
      change: sharedErrorBuffer,
    },
  ]),
  ...faults(
    {
      violates: ['list.complete', 'list.status.complete', 'list.limit.maximum', 'list.limit.honoured'],
      intermittent: true,
    },
    [
      {
        name: 'refusal-takes-creations-in-flight-with-it',
        story: 'A refused creation takes back what others in flight add to the index.',
        also: ['list.status.with-limit', 'deprecation.replacement', 'history.agrees'],
        change: whileOpen((open, rules) => {
          const lost = new Set<bigint>();
          return {
            listed: (store, view, request) => rules.listed(store, view, request).filter(({ id }) => !lost.has(id)),
            around: async (perform, store, request) => {
              const given = await rules.around(perform, store, request);
              if (given.status === 400) for (const id of open.keys()) lost.add(id);
              return given;
            },
          };
        }),
        anyOf: true,
      },
    ],
  ),
];
