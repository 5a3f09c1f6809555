import type { Alteration, Variant } from '../change.ts';
import { all } from '../combinators/compose.ts';
import { assigned } from '../combinators/create.ts';
import { isList } from '../combinators/requests.ts';
import { KINDS, type Pet, type PetStatus, type Request } from '../model.ts';
import { nextId } from '../operations.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { needsShortPages } from './variant.ts';

const FILLING = needsShortPages('Pages fill up during the run, so what is missing from one proves little.');
const REMOVED = {
  mayStayOpen: { 'list.status.with-limit': 'Pets that filled a page may be removed before it is read again.' },
};
const AMONG_MANY = {
  pets: 150,
  mayStayOpen: {
    ...needsShortPages('Pages of other clients’ pets are full, so what is missing from one proves little.').mayStayOpen,
    ...REMOVED.mayStayOpen,
  },
};

function petOf(id: bigint, turn: number): Pet {
  const status = KINDS[turn % KINDS.length];
  const pet = { id, name: `of another client ${turn}`, categoryId: 2n };
  return status === undefined ? pet : { ...pet, status };
}

/** Other clients act before each request. */
const others =
  (act: (rules: Rules) => (store: Store, request: Request) => void): Alteration =>
  (rules) => {
    const turn = act(rules);
    return {
      // Named so that no combination brings other ids: they could meet those of the other clients.
      numbered: rules.numbered,
      around: async (answer, store, request) => {
        store.asOthers(() => turn(store, request));
        return rules.around(answer, store, request);
      },
    };
  };

/** Adds a pet at every nth request, up to some number. */
const adds = (nth: number, most: number): Alteration =>
  others((rules) => {
    let added = 0;
    return (store, request) => {
      if (request.serial % nth !== 0 || added >= most) return;
      rules.keep(store, petOf(nextId(rules, store), added), request);
      added += 1;
    };
  });

/** Adds pets of some kinds at each request from one to another. */
const fillsUp = (first: number, last: number, kinds: readonly (PetStatus | undefined)[]): Alteration =>
  others((rules) => (store, { serial }) => {
    if (serial < first || serial > last) return;
    for (const kind of kinds) store.keep(petOf(nextId(rules, store), KINDS.indexOf(kind)));
  });

/** Adds, changes and removes pets of its own, so many times at every nth request; those from the start are its own. */
const writes = (nth: number, times: number): Alteration =>
  others((rules) => {
    const own: bigint[] = [];
    let most = 12;
    let turn = 0;
    const act = (store: Store) => {
      turn += 1;
      const place = Math.floor(rules.random() * own.length);
      const isFull = own.length >= most;
      const id = turn % 2 === 0 && !isFull ? nextId(rules, store) : own[place];
      if (id === undefined) return;
      if (turn % 2 === 0 && !isFull) own.push(id);
      if (turn % 4 !== 3 && !isFull) store.keep(petOf(id, turn));
      else store.remove(own.splice(place, 1)[0] ?? id);
    };
    return (store, { serial }) => {
      if (serial === 1) most += own.push(...store.all().map(({ id }) => id));
      if (serial % nth === 0) for (let count = 0; count < times; count += 1) act(store);
    };
  });

const IMPORT_EVERY_MS = 1500;
const AWAY_MS = 400;

/** The pets from the start are imported again and again: they are away for a moment and come back as they were. */
const importsAgain: Alteration = others((rules) => {
  let catalogue: readonly Pet[] | undefined;
  let start: number | undefined;
  return (store) => {
    catalogue ??= store.all();
    start ??= rules.now();
    const elapsed = rules.now() - start;
    const isAway = elapsed >= IMPORT_EVERY_MS && elapsed % IMPORT_EVERY_MS < AWAY_MS;
    for (const pet of catalogue) {
      if (isAway) store.remove(pet.id);
      else if (!store.find(pet.id)) store.keep(pet);
    }
  };
});

const COPIED_AFTER_MS = 250;
const COPIES = 40;

/** Copies every second pet that is added, some time after it was first seen: the same fields under another id. */
const copies: Alteration = others((rules) => {
  const seenAt = new Map<bigint, number>();
  let made = 0;
  return (store) => {
    for (const pet of store.all()) {
      const since = seenAt.get(pet.id) ?? rules.now();
      seenAt.set(pet.id, since);
      const isDue = rules.now() - since >= COPIED_AFTER_MS && pet.id % 2n === 0n && made < COPIES;
      if (!isDue) continue;
      const id = nextId(rules, store);
      // A copy is not copied, and no pet twice.
      for (const done of [id, pet.id]) seenAt.set(done, Number.POSITIVE_INFINITY);
      store.keep({ ...pet, id });
      made += 1;
    }
  };
});

/** Adds a pet before each list and removes it after that, while the answer is on its way; the next pet gets its id. */
const idsUsedAgain: Alteration = (rules) => {
  const free: bigint[] = [];
  let turn = 0;
  const visited: Alteration = () => ({
    around: async (answer, store, request) => {
      if (!isList(request)) return rules.around(answer, store, request);
      turn += 1;
      const id = free.pop() ?? nextId(rules, store);
      store.asOthers(() => store.keep(petOf(id, turn)));
      const given = await rules.around(answer, store, request);
      store.asOthers(() => store.remove(id));
      free.push(id);
      await rules.sleep(rules.random() * 40);
      return given;
    },
  });
  return all(
    assigned((next) => free.pop() ?? next()),
    visited,
  )(rules);
};

/** Other clients that write during the run. */
export const writerVariants: readonly Variant[] = [
  {
    name: 'a-few-other-clients',
    story: 'Another client adds thirty pets in the course of a run.',
    change: adds(8, 30),
    ...needsShortPages('There are more pets than fit on a page, so what is missing from one proves little.'),
  },
  {
    name: 'other-clients-all-the-time',
    story: 'Another client adds a pet at every third request.',
    change: adds(3, 2000),
    ...needsShortPages('Others add pets all the time, so pages fill up and push each other out.'),
  },
  {
    name: 'writer-at-every-request',
    story: 'Another client adds, changes and removes pets of its own, once at every request.',
    change: writes(1, 1),
    ...REMOVED,
  },
  {
    name: 'fast-writer',
    story: 'Another client adds, changes and removes pets of its own, five times at every request.',
    change: writes(1, 5),
    ...REMOVED,
  },
  {
    name: 'fast-writer-among-many',
    story: 'Another client writes five times at every request, and 150 pets exist from the start.',
    change: writes(1, 5),
    ...AMONG_MANY,
  },
  {
    name: 'pages-fill-up',
    story: 'Another client adds a pet of each kind at every request from the 100th to the 250th.',
    change: fillsUp(100, 250, KINDS),
    ...FILLING,
  },
  {
    name: 'pages-fill-up-at-once',
    story: 'Another client adds 110 pets of each kind before the 120th request.',
    change: fillsUp(120, 120, Array.from({ length: 110 }, () => KINDS).flat()),
    ...FILLING,
  },
  {
    name: 'catalogue-imported-again',
    story: `Another client imports its 150 pets every ${IMPORT_EVERY_MS} ms: they are away for ${AWAY_MS} ms.`,
    change: importsAgain,
    ...AMONG_MANY,
  },
  {
    name: 'new-pets-copied',
    story: `Another client copies every second new pet after ${COPIED_AFTER_MS} ms, with its name, under another id.`,
    change: copies,
    ...REMOVED,
  },
  {
    name: 'ids-used-again',
    story:
      'Another client adds a pet before each list and removes it while the answer is on its way; the next pet gets its id.',
    change: idsUsedAgain,
    ...REMOVED,
  },
];
