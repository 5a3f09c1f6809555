import type { Alteration, Variant } from '../change.ts';
import type { Which } from '../combinators/compose.ts';
import { cachedMisses } from '../combinators/get.ts';
import { hasFilter, isFetch, isList, onOddConnections } from '../combinators/requests.ts';
import type { Request } from '../model.ts';
import { conforming } from './variant.ts';

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
export const consistencyVariants: readonly Variant[] = conforming([
  [`lists-lag: A new pet is in lists after ${LAG_MS} ms.`, late(isList, LAG_MS)],
  `filtered-lists-lag: A new pet is in filtered lists after ${LAG_MS} ms, in plain ones at once.`,
  late((request) => isList(request) && hasFilter(request), LAG_MS),
  [`gets-lag: A new pet can be fetched after ${LAG_MS} ms.`, late(isFetch, LAG_MS)],
  [`reads-lag: A new pet can be seen after ${LAG_MS} ms.`, late(always, LAG_MS)],
  [`replicas-step-back: Two replicas answer in turn, of which one is ${LAG_MS} ms behind.`, late(bySecond, LAG_MS)],
  [`lists-lag-long: A new pet is in lists after ${LONG_LAG_MS} ms.`, late(isList, LONG_LAG_MS)],
  [`gets-lag-long: A new pet can be fetched after ${LONG_LAG_MS} ms.`, late(isFetch, LONG_LAG_MS)],
  [`reads-lag-long: A new pet can be seen after ${LONG_LAG_MS} ms.`, late(always, LONG_LAG_MS)],
  `replicas-step-back-long: Two replicas answer in turn, of which one is ${LONG_LAG_MS} ms behind.`,
  late(bySecond, LONG_LAG_MS),
  `replicas-with-different-lag: Three replicas answer in turn: at once, ${LAG_MS} ms and ${LONG_LAG_MS} ms behind.`,
  lagging(({ serial }) => [0, LAG_MS, LONG_LAG_MS][serial % 3] ?? 0),
  `replica-per-connection: Every second connection leads to a replica that is ${LONG_LAG_MS} ms behind.`,
  late(onOddConnections, LONG_LAG_MS),
  `replicas-with-random-lag: Each read is up to ${LONG_LAG_MS} ms behind.`,
  (rules) => lagging(() => rules.random() * LONG_LAG_MS)(rules),
  ['404-cached-for-a-second: A fetch that finds nothing is answered the same for a second.', cachedMisses(1000)],
]);
