import type { Exchange } from '../harness/model/exchange.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { PET_STATUSES } from '../suites/inputs/new-pets.ts';
import { inTable } from '../suites/inputs/value.ts';
import { type ListedValue, listedValues } from '../suites/inputs/values.ts';
import { REMOVAL_DATE, STATUSES } from '../suites/reading/document.ts';

/** Settings that decide which values a run sends. */
type Choosing = Pick<RunSettings, 'thorough' | 'readOnly' | 'only' | 'skip' | 'categoryIds' | 'now'>;

/** Nothing in the settings keeps a run from sending every value. */
function isUnrestricted({ readOnly, only, skip, categoryIds, now }: Choosing): boolean {
  const lists = [only, skip, categoryIds];
  return !readOnly && lists.every((list) => list.length === 0) && now < REMOVAL_DATE;
}

/**
 * What a whole run on a fresh target has to send and did not send, from the inputs of its exchanges. The status of the
 * crowd, which is the first one on a fresh target, is what plain creations have.
 */
export function unsentValues(
  exchanges: readonly Pick<Exchange, 'input'>[],
  settings: Choosing,
): readonly ListedValue[] {
  if (!isUnrestricted(settings)) return [];
  const [crowded] = STATUSES;
  const sent = new Set(exchanges.flatMap(({ input = [] }) => input)).add(inTable(PET_STATUSES, { id: crowded }));
  return listedValues().filter(
    ({ id, isRare, isConditional }) => !sent.has(id) && !isConditional && (settings.thorough || !isRare),
  );
}
