import type { Variant } from '../change.ts';
import type { Pet, View } from '../model.ts';
import type { Rules } from '../rules.ts';

const LAG_MS = 600;
/** Close to the two seconds that a client waits by default. */
const LONG_LAG_MS = 1500;

interface Lag {
  readonly lists?: (view: View) => boolean;
  readonly gets?: () => boolean;
  readonly ms?: number;
}

/** Reads that lag see a pet only some time after it was added. */
function lagging(rules: Rules, lag: Lag): Partial<Rules> {
  const addedAt = new Map<bigint, number>();
  const settled = (pet: Pet) => Date.now() - (addedAt.get(pet.id) ?? 0) >= (lag.ms ?? LAG_MS);
  return {
    keep: (store, pet) => {
      addedAt.set(pet.id, Date.now());
      rules.keep(store, pet);
    },
    listed: (store, view) => {
      const pets = rules.listed(store, view);
      return lag.lists?.(view) ? pets.filter(settled) : pets;
    },
    find: (store, id) => {
      const pet = rules.find(store, id);
      return pet !== undefined && lag.gets?.() && !settled(pet) ? undefined : pet;
    },
  };
}

const everySecond = () => {
  let turn = false;
  return () => {
    turn = !turn;
    return turn;
  };
};

const always = () => true;

/** Servers that tell the truth a little later. */
export const consistencyVariants: readonly Variant[] = [
  {
    name: 'lists-lag',
    story: `A new pet is in lists after ${LAG_MS} ms.`,
    change: (rules) => lagging(rules, { lists: always }),
  },
  {
    name: 'filtered-lists-lag',
    story: `A new pet is in filtered lists after ${LAG_MS} ms, in plain ones at once.`,
    change: (rules) => lagging(rules, { lists: (view) => view.status !== undefined }),
  },
  {
    name: 'gets-lag',
    story: `A new pet can be fetched after ${LAG_MS} ms.`,
    change: (rules) => lagging(rules, { gets: always }),
  },
  {
    name: 'reads-lag',
    story: `A new pet can be seen after ${LAG_MS} ms.`,
    change: (rules) => lagging(rules, { lists: always, gets: always }),
  },
  {
    name: 'replicas-step-back',
    story: `Two replicas answer in turn, of which one is ${LAG_MS} ms behind.`,
    change: (rules) => lagging(rules, { lists: everySecond(), gets: everySecond() }),
  },
  {
    name: 'lists-lag-long',
    story: `A new pet is in lists after ${LONG_LAG_MS} ms.`,
    change: (rules) => lagging(rules, { lists: always, ms: LONG_LAG_MS }),
  },
  {
    name: 'gets-lag-long',
    story: `A new pet can be fetched after ${LONG_LAG_MS} ms.`,
    change: (rules) => lagging(rules, { gets: always, ms: LONG_LAG_MS }),
  },
  {
    name: 'reads-lag-long',
    story: `A new pet can be seen after ${LONG_LAG_MS} ms.`,
    change: (rules) => lagging(rules, { lists: always, gets: always, ms: LONG_LAG_MS }),
  },
  {
    name: 'replicas-step-back-long',
    story: `Two replicas answer in turn, of which one is ${LONG_LAG_MS} ms behind.`,
    change: (rules) => lagging(rules, { lists: everySecond(), gets: everySecond(), ms: LONG_LAG_MS }),
  },
];
