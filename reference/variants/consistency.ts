import type { Alteration, Variant } from '../change.ts';
import type { Which } from '../combinators/compose.ts';
import { cachedMisses } from '../combinators/get.ts';
import { hasFilter, isFetch, isList, onOddConnections } from '../combinators/requests.ts';
import type { Request } from '../model.ts';

/** Close to the two seconds that a client waits by default. */
const LAG_MS = 1500;

/** A read sees a pet only some time after it was added. */
const lagging =
  (lagOf: (request: Request) => number): Alteration =>
  (rules) => {
    const addedAt = new Map<bigint, number>();
    const isVisible = (id: bigint, request: Request) =>
      rules.now() - (addedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= lagOf(request);
    return {
      keep: (store, pet, request) => {
        addedAt.set(pet.id, rules.now());
        rules.keep(store, pet, request);
      },
      listed: (store, view, request) => rules.listed(store, view, request).filter(({ id }) => isVisible(id, request)),
      find: (store, id, request) => (isVisible(id, request) ? rules.find(store, id, request) : undefined),
    };
  };

const late = (which: Which, ms: number): Alteration => lagging((request) => (which(request) ? ms : 0));
const always: Which = () => true;
const bySecond: Which = ({ serial }) => serial % 2 === 0;

/** Servers whose reads lag behind their writes. */
export const consistencyVariants: readonly Variant[] = [
  {
    name: 'filtered-lists-lag',
    story: `A new pet is in filtered lists after ${LAG_MS} ms, in plain ones at once.`,
    change: late((request) => isList(request) && hasFilter(request), LAG_MS),
  },
  {
    name: 'lists-lag',
    story: `A new pet is in lists after ${LAG_MS} ms.`,
    change: late(isList, LAG_MS),
  },
  {
    name: 'gets-lag',
    story: `A new pet can be fetched after ${LAG_MS} ms.`,
    change: late(isFetch, LAG_MS),
  },
  {
    name: 'reads-lag',
    story: `A new pet can be seen after ${LAG_MS} ms.`,
    change: late(always, LAG_MS),
  },
  {
    name: 'replicas-step-back',
    story: `Two replicas answer in turn, of which one is ${LAG_MS} ms behind.`,
    change: late(bySecond, LAG_MS),
  },
  {
    name: 'replicas-with-different-lag',
    story: `Three replicas answer in turn: at once, ${LAG_MS / 3} ms and ${LAG_MS} ms behind.`,
    change: lagging(({ serial }) => [0, LAG_MS / 3, LAG_MS][serial % 3] ?? 0),
  },
  {
    name: 'replica-per-connection',
    story: `Every second connection leads to a replica that is ${LAG_MS} ms behind.`,
    change: late(onOddConnections, LAG_MS),
  },
  {
    name: 'replicas-with-random-lag',
    story: `Each read is up to ${LAG_MS} ms behind.`,
    change: (rules) => lagging(() => rules.random() * LAG_MS)(rules),
  },
  {
    name: '404-cached-for-a-second',
    story: 'A fetch that finds nothing is answered the same for a second.',
    change: cachedMisses(1000),
  },
];
