import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import type { Answer, Pet } from '../model.ts';
import type { Rules } from '../rules.ts';
import { omit, succeeds } from './glitch.ts';
import { overlap } from './tools.ts';

const idOf = (answer: Answer) => membersOf(answer.content).id;

/** Keeps each creation open for a moment after its pet is stored; gives the pets of open creations. */
const slowCreations = (rules: Rules, open: Set<bigint>): Partial<Rules> => ({
  around: async (request, answer, store) => {
    const given = await rules.around(request, answer, store);
    const id = succeeds('createPet')(given, request) ? idOf(given) : undefined;
    if (typeof id !== 'bigint') return given;
    open.add(id);
    await overlap();
    open.delete(id);
    return given;
  },
});

/** The pets of open creations come first, so that a full page does not hide them. */
const openFirst = (pets: readonly Pet[], open: ReadonlySet<bigint>): readonly Pet[] => [
  ...pets.filter(({ id }) => open.has(id)),
  ...pets.filter(({ id }) => !open.has(id)),
];

/** What goes wrong only while several requests are in flight. */
export const intermittentRaceFaults: readonly Fault[] = [
  {
    name: 'fetches-in-flight-are-crossed',
    story: 'Two fetches in flight at the same time get each other’s answers.',
    violates: ['get.found'],
    intermittent: true,
    change: (rules) => {
      let waiting: { answer: Answer } | undefined;
      return {
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          if (!succeeds('getPet')(given, request)) return given;
          if (waiting !== undefined && idOf(waiting.answer) !== idOf(given)) {
            const theirs = waiting.answer;
            waiting.answer = given;
            waiting = undefined;
            return theirs;
          }
          const own = { answer: given };
          waiting = own;
          await overlap();
          if (waiting === own) waiting = undefined;
          return own.answer;
        },
      };
    },
  },
  {
    name: 'identical-creations-in-flight-are-one',
    story: 'Two identical creations at the same time are taken for one, and one pet is lost.',
    violates: ['create.id.unique'],
    intermittent: true,
    change: (rules) => {
      const open = new Map<string, Answer>();
      return {
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          const id = idOf(given);
          if (!succeeds('createPet')(given, request) || typeof id !== 'bigint') return given;
          const body = request.body.toString();
          const first = open.get(body);
          if (first !== undefined) {
            store.remove(id);
            return first;
          }
          open.set(body, given);
          await overlap();
          open.delete(body);
          return given;
        },
      };
    },
  },
  {
    name: 'list-during-a-creation-shows-half-a-pet',
    story: 'A pet is stored in two steps, and a list between them shows it without its name.',
    violates: ['body.pet-shape'],
    intermittent: true,
    change: (rules) => {
      const open = new Set<bigint>();
      return {
        ...slowCreations(rules, open),
        listed: (store, view) => openFirst(rules.listed(store, view), open),
        presentPet: (pet, request) => {
          const shown = rules.presentPet(pet, request);
          return request.operation === 'listPets' && open.has(pet.id) ? omit(shown, 'name') : shown;
        },
      };
    },
  },
  {
    name: 'list-during-a-creation-shows-a-pet-twice',
    story: 'A pet that is being stored is read from the log and from the table, so a list shows it twice.',
    violates: ['list.unique'],
    intermittent: true,
    change: (rules) => {
      const open = new Set<bigint>();
      return {
        ...slowCreations(rules, open),
        listed: (store, view) =>
          openFirst(rules.listed(store, view), open).flatMap((pet) => (open.has(pet.id) ? [pet, pet] : [pet])),
      };
    },
  },
  {
    name: 'refusal-beside-another-request-loses-its-code',
    story: 'Errors are written into a buffer that requests in flight share.',
    violates: ['errors.shape.400'],
    intermittent: true,
    change: (rules) => {
      let inFlight = 0;
      return {
        around: async (request, answer, store) => {
          inFlight += 1;
          const before = inFlight;
          const given = await rules.around(request, answer, store);
          if (given.status === 400) await overlap();
          const shared = before > 1 || inFlight > 1;
          inFlight -= 1;
          return given.status === 400 && shared ? { ...given, content: omit(membersOf(given.content), 'code') } : given;
        },
      };
    },
  },
  {
    name: 'creation-beside-another-and-a-fetch-is-lost',
    story: 'In a large store, of two creations of one status beside a fetch the first is rolled back unnoticed.',
    violates: ['history.agrees'],
    intermittent: true,
    change: (rules) => {
      const open = new Map<bigint, Pet>();
      let fetches = 0;
      return {
        keep: (store, pet) => {
          const rival = [...open.values()].find(({ status }) => status === pet.status);
          if (store.size > 100 && fetches > 0 && rival !== undefined) store.remove(rival.id);
          open.set(pet.id, pet);
          rules.keep(store, pet);
        },
        around: async (request, answer, store) => {
          const isFetch = request.operation === 'getPet';
          if (isFetch) fetches += 1;
          const given = await rules.around(request, answer, store);
          if (isFetch || given.status === 201) await overlap();
          if (isFetch) fetches -= 1;
          const id = idOf(given);
          if (given.status === 201 && typeof id === 'bigint') open.delete(id);
          return given;
        },
      };
    },
  },
];
