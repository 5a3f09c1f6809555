import type { Alteration, Variant } from '../change.ts';
import type { Which } from '../combinators/compose.ts';
import { cachedMisses } from '../combinators/get.ts';
import { hasFilter, isFetch, isList, onOddConnections } from '../combinators/requests.ts';
import type { Request } from '../model.ts';

const LAG_MS = 600;
/** Close to the two seconds that a client waits by default. */
const LONG_LAG_MS = 1500;

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
  { name: 'lists-lag', story: `A new pet is in lists after ${LAG_MS} ms.`, change: late(isList, LAG_MS) },
  {
    name: 'filtered-lists-lag',
    story: `A new pet is in filtered lists after ${LAG_MS} ms, in plain ones at once.`,
    change: late((request) => isList(request) && hasFilter(request), LAG_MS),
  },
  { name: 'gets-lag', story: `A new pet can be fetched after ${LAG_MS} ms.`, change: late(isFetch, LAG_MS) },
  { name: 'reads-lag', story: `A new pet can be seen after ${LAG_MS} ms.`, change: late(always, LAG_MS) },
  {
    name: 'replicas-step-back',
    story: `Two replicas answer in turn, of which one is ${LAG_MS} ms behind.`,
    change: late(bySecond, LAG_MS),
  },
  {
    name: 'lists-lag-long',
    story: `A new pet is in lists after ${LONG_LAG_MS} ms.`,
    change: late(isList, LONG_LAG_MS),
  },
  {
    name: 'gets-lag-long',
    story: `A new pet can be fetched after ${LONG_LAG_MS} ms.`,
    change: late(isFetch, LONG_LAG_MS),
  },
  {
    name: 'reads-lag-long',
    story: `A new pet can be seen after ${LONG_LAG_MS} ms.`,
    change: late(always, LONG_LAG_MS),
  },
  {
    name: 'replicas-step-back-long',
    story: `Two replicas answer in turn, of which one is ${LONG_LAG_MS} ms behind.`,
    change: late(bySecond, LONG_LAG_MS),
  },
  {
    name: 'replicas-with-different-lag',
    story: `Three replicas answer in turn: at once, ${LAG_MS} ms and ${LONG_LAG_MS} ms behind.`,
    change: lagging(({ serial }) => [0, LAG_MS, LONG_LAG_MS][serial % 3] ?? 0),
  },
  {
    name: 'replica-per-connection',
    story: `Every second connection leads to a replica that is ${LONG_LAG_MS} ms behind.`,
    change: late(onOddConnections, LONG_LAG_MS),
  },
  {
    name: 'replicas-with-random-lag',
    story: `Each read is up to ${LONG_LAG_MS} ms behind.`,
    change: (rules) => lagging(() => rules.random() * LONG_LAG_MS)(rules),
  },
  {
    name: '404-cached-for-a-second',
    story: 'A fetch that finds nothing is answered the same for a second.',
    change: cachedMisses(1000),
  },
];
