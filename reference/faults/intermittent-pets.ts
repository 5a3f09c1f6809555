import type { Fault } from '../change.ts';
import { type JsonObject, membersOf } from '../json/value.ts';
import { refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { everyNth, firstOfEvery } from '../turns.ts';
import { asText, behindMark, every, glitch, omit, succeeds, withFields, withHeaders } from './glitch.ts';
import { crash, isLacking, throughDouble } from './tools.ts';

/** A fault by which every nth pet that getPet answers has other fields. */
const shows = (
  name: string,
  story: string,
  violates: readonly string[],
  nth: number,
  alter: (pet: JsonObject) => JsonObject,
): Fault => glitch({ name, story, violates, on: succeeds('getPet'), when: every(nth), becomes: withFields(alter) });

/** A fault by which every nth creation alters a field, in the 201 and in the store alike. */
const stores = (
  name: string,
  story: string,
  violates: readonly string[],
  change: (rules: Rules) => Partial<Rules>,
): Fault => ({ name, story, violates, intermittent: true, change });

/** A fault by which every nth lookup goes wrong that fits. */
const looksUp = (
  name: string,
  story: string,
  violates: readonly string[],
  nth: number,
  find: (rules: Rules, due: () => boolean) => Rules['find'],
): Fault => ({
  name,
  story,
  violates,
  intermittent: true,
  change: (rules) => ({ find: find(rules, everyNth(nth)) }),
});

/** Creations and fetches that are right most of the time. */
export const intermittentPetFaults: readonly Fault[] = [
  shows('every-second-fetch-has-a-wrong-name', 'One of two workers mixes up names.', ['get.found'], 2, (pet) => ({
    ...pet,
    name: 'Rex',
  })),
  shows('every-fifth-fetch-has-another-status', 'One of five workers guesses the status.', ['get.found'], 5, (pet) => ({
    ...pet,
    status: pet.status === 'sold' ? 'pending' : 'sold',
  })),
  shows(
    'every-sixth-fetch-loses-a-category',
    'One of six workers leaves the category out.',
    ['body.pet-shape'],
    6,
    (pet) => omit(pet, 'categoryId'),
  ),
  looksUp(
    'every-fourth-fetch-is-another-pet',
    'Every fourth fetch reads a row beside the one asked for.',
    ['get.found'],
    4,
    (rules, due) => (store, id) => {
      const pet = rules.find(store, id);
      const other = pet && store.all().find((candidate) => candidate.id !== id);
      return other !== undefined && due() ? other : pet;
    },
  ),
  looksUp(
    'replica-lacks-half-in-fetches',
    'One of two replicas answers every second fetch and lacks half of the pets.',
    ['get.found'],
    2,
    (rules, second) => (store, id) => (second() && isLacking(id) ? undefined : rules.find(store, id)),
  ),
  looksUp(
    'every-third-unknown-id-is-a-pet',
    'Every third fetch of an id that does not exist gets the first pet.',
    ['get.unknown'],
    3,
    (rules, due) => (store, id) => rules.find(store, id) ?? (due() ? store.all()[0] : undefined),
  ),
  looksUp(
    'every-third-unknown-id-is-401',
    'One of three workers asks for a key again where a pet does not exist.',
    ['get.unknown'],
    3,
    (rules, due) => (store, id) => {
      const pet = rules.find(store, id);
      if (pet === undefined && due()) throw refusal('unauthorized');
      return pet;
    },
  ),
  glitch({
    name: 'every-eighth-fetch-crashes',
    story: 'Every eighth fetch finds no free connection to the database.',
    violates: ['errors.no-5xx'],
    on: succeeds('getPet'),
    when: every(8),
    becomes: crash,
  }),
  glitch({
    name: 'every-seventh-fetch-behind-a-mark',
    story: 'Every seventh answer of getPet starts with a byte order mark.',
    violates: ['body.json'],
    on: succeeds('getPet'),
    when: every(7),
    becomes: behindMark,
  }),
  glitch({
    name: 'every-fifth-sunset-is-another-day',
    story: 'One of five workers announces the removal of getPet for another day.',
    violates: ['deprecation.date'],
    on: succeeds('getPet'),
    when: every(5),
    becomes: withHeaders({ sunset: 'Sun, 12 May 2030 00:00:00 GMT' }),
  }),
  {
    name: 'every-ninth-creation-crashes',
    story: 'Every ninth creation meets a lock of the database.',
    violates: ['errors.no-5xx'],
    intermittent: true,
    change: (rules) => {
      const due = everyNth(9);
      return {
        keep: (store, pet) => (due() ? crash() : rules.keep(store, pet)),
      };
    },
  },
  {
    name: 'every-tenth-creation-repeats-an-id',
    story: 'Every tenth 201 shows the id of the pet created before.',
    violates: ['create.id.unique'],
    intermittent: true,
    change: (rules) => {
      const due = everyNth(10);
      let previous: JsonObject = {};
      return {
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          if (given.status !== 201) return given;
          const { id = null } = previous;
          previous = membersOf(given.content);
          return due() ? { ...given, content: { ...previous, id } } : given;
        },
      };
    },
  },
  stores('every-sixth-name-altered', 'One of six workers adds a mark to names.', ['create.echo'], (rules) => {
    const due = everyNth(6);
    return { readName: (value) => `${rules.readName(value)}${due() ? '*' : ''}` };
  }),
  stores('every-seventh-status-lost', 'One of seven workers loses the status.', ['create.with-status'], (rules) => {
    const due = everyNth(7);
    return {
      readStatus: (value) => {
        const status = rules.readStatus(value);
        return status !== undefined && due() ? undefined : status;
      },
    };
  }),
  stores(
    'every-second-large-category-rounded',
    'One of two workers reads the category as a double.',
    ['create.int64'],
    (rules) => {
      const due = firstOfEvery(2);
      return {
        readCategoryId: (value) => {
          const category = rules.readCategoryId(value);
          const double = throughDouble(category);
          return double !== category && due() ? double : category;
        },
      };
    },
  ),
  glitch({
    name: 'every-tenth-201-loses-its-name',
    story: 'Every tenth 201 has no name.',
    violates: ['body.pet-shape'],
    on: succeeds('createPet'),
    when: every(10),
    becomes: withFields((pet) => omit(pet, 'name')),
  }),
  glitch({
    name: 'every-fifth-201-as-text',
    story: 'One of five workers does not set the content type of a creation.',
    violates: ['body.content-type'],
    on: succeeds('createPet'),
    when: every(5),
    becomes: asText,
  }),
];
