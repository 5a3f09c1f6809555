import type { Variant } from '../change.ts';
import { type Pet, type PetStatus, STATUSES } from '../model.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { everyNth } from '../turns.ts';
import { needsShortPages } from './many-pets.ts';

const KINDS: readonly (PetStatus | undefined)[] = [...STATUSES, undefined];

const FULL = needsShortPages('Pages of other clients’ pets are full, so what is missing from one proves little.');
const FILLING = needsShortPages('Pages fill up during the run, so what is missing from one proves little.');

function petOf(id: bigint, turn: number): Pet {
  const status = KINDS[turn % KINDS.length];
  const pet = { id, name: `of another client ${turn}`, categoryId: 2n };
  return status === undefined ? pet : { ...pet, status };
}

/** Another client, which keeps adding, changing and removing pets of its own. */
class Writer {
  readonly #rules: Rules;
  readonly #store: Store;
  readonly #maximum: number;
  readonly #own: bigint[];
  #turn = 0;

  constructor(rules: Rules, store: Store) {
    this.#rules = rules;
    this.#store = store;
    this.#own = store.all().map(({ id }) => id);
    this.#maximum = this.#own.length + 12;
  }

  act(): void {
    this.#turn += 1;
    const isFull = this.#own.length >= this.#maximum;
    if (this.#turn % 2 === 0 && !isFull) this.#add();
    else if (this.#turn % 4 === 1 && !isFull) this.#change();
    else this.#remove();
  }

  #add(): void {
    const id = this.#rules.assignId(this.#store.nextSerial(), {}, this.#store);
    this.#store.keep(petOf(id, this.#turn));
    this.#own.push(id);
  }

  #change(): void {
    const id = this.#own[this.#anyIndex()];
    if (id !== undefined) this.#store.keep(petOf(id, this.#turn));
  }

  #remove(): void {
    const [id] = this.#own.splice(this.#anyIndex(), 1);
    if (id !== undefined) this.#store.remove(id);
  }

  #anyIndex(): number {
    return Math.floor(this.#rules.random() * this.#own.length);
  }
}

/** A writer that acts so many times at every nth request. */
const REMOVED = {
  'list.status.with-limit': 'Pets that filled a page may be removed before it is read again.',
};

const writer = (name: string, speed: string, [nth, acts]: readonly [number, number]): Variant => ({
  name,
  story: `Another client adds, changes and removes pets of its own, ${speed}.`,
  mayStayOpen: REMOVED,
  change: (rules) => {
    const due = everyNth(nth);
    let client: Writer | undefined;
    return {
      // Named so that no combination brings other ids: they could meet those of the writer.
      assignId: rules.assignId,
      around: async (request, answer, store) => {
        client ??= new Writer(rules, store);
        if (due()) for (let act = 0; act < acts; act += 1) client.act();
        return rules.around(request, answer, store);
      },
    };
  },
});

/** Another client adds pets of some kinds at each request from one to another. */
const fillsUp = (
  name: string,
  story: string,
  [first, last]: readonly [number, number],
  kinds: readonly (PetStatus | undefined)[],
): Variant => ({
  name,
  story,
  mayStayOpen: FILLING,
  change: (rules) => ({
    assignId: rules.assignId,
    around: async (request, answer, store) => {
      if (request.serial >= first && request.serial <= last) {
        for (const kind of kinds) {
          const id = rules.assignId(store.nextSerial(), {}, store);
          store.keep(petOf(id, KINDS.indexOf(kind)));
        }
      }
      return rules.around(request, answer, store);
    },
  }),
});

const MANY = 150;

const amongMany = (variant: Variant): Variant => ({
  ...variant,
  name: `${variant.name}-among-many`,
  story: `${variant.story} ${MANY} are there from the start.`,
  pets: MANY,
  mayStayOpen: { ...FULL, ...REMOVED },
});

const SPEEDS = [
  ['writer-now-and-then', 'once at every tenth request', [10, 1]],
  ['writer-at-every-request', 'once at every request', [1, 1]],
  ['fast-writer', 'five times at every request', [1, 5]],
] as const;

/** Other clients that write during the run. */
export const writerVariants: readonly Variant[] = [
  ...SPEEDS.map(([name, speed, rateLimiter]) => writer(name, speed, rateLimiter)),
  ...SPEEDS.map(([name, speed, rateLimiter]) => amongMany(writer(name, speed, rateLimiter))),
  fillsUp(
    'pages-fill-up',
    'Another client adds a pet of each kind at every request from the 100th to the 250th.',
    [100, 250],
    KINDS,
  ),
  fillsUp(
    'available-pages-fill-up',
    'Another client adds two available pets at every request from the 100th to the 200th.',
    [100, 200],
    ['available', 'available'],
  ),
  fillsUp(
    'pages-fill-up-at-once',
    'Another client adds 110 pets of each kind before the 120th request.',
    [120, 120],
    Array.from({ length: 110 }, () => KINDS).flat(),
  ),
];
