import { smallest } from '../../harness/extremes.ts';
import type { RequirementId } from '../catalogue.ts';
import { BROKEN_BODIES, COMPLETENESS, isShort } from './consequences.ts';
import type { Violation } from './findings.ts';
import type { World } from './world.ts';

/** A property reports what only its own inputs show; other requirements report the rest. */
interface Property {
  readonly id: RequirementId;
  /** The requirements whose violations it may report instead of them. */
  readonly of: readonly RequirementId[];
  /** Whether it does, given all of these violations. */
  readonly reports: (violations: readonly Violation[], world: World) => boolean;
}

export const PROPERTIES: readonly Property[] = [
  // What the inputs of a property show first is reported by it, and so is what others see of it later.
  { id: 'create.invalid', of: BROKEN_BODIES, reports: ([first]) => first?.reading.probe === 'create.invalid' },
  {
    id: 'history.agrees',
    of: [...COMPLETENESS, 'list.status.only', 'get.found', 'create.echo', 'create.with-status', 'create.minimal'],
    reports: areOfHistory,
  },
  { id: 'deprecation.replacement', of: ['list.status.complete'], reports: haveVanished },
];

/** Only pets that several clients created and read at once are wrong. What is sent after the last look repeats it. */
function areOfHistory(all: readonly Violation[], { creations, readings, shown, fetches }: World): boolean {
  const property: RequirementId = 'history.agrees';
  const isOfHistory = (id: string) => creations.get(id)?.some(({ probe }) => probe === property) === true;
  const lastLook = readings.findLast(({ probe }) => probe === 'last look')?.number ?? Number.POSITIVE_INFINITY;
  const own = all.filter(({ reading }) => reading.number <= lastLook);
  // Where getPet finds none of them, it is not for having several clients.
  const isFound = [...fetches].some(([id, all]) => isOfHistory(id) && all.some(({ isSuccess }) => isSuccess));
  if (own.length === 0 || (!isFound && own.every(({ id }) => id === 'get.found'))) return false;
  return own.every((violation) => {
    const { petId, changed, reading } = violation;
    if (changed === 'id' || ![200, 201, 404].includes(reading.status)) return false;
    if (petId === undefined) return reading.probe === property;
    // A pet that a later list shows is not lost.
    const isShownLater = shown.get(petId)?.some(({ sentAt }) => sentAt > reading.sentAt) === true;
    return isOfHistory(petId) && !(isShort(violation) && isShownLater);
  });
}

/** Pets that the filter shows until they are fetched: the replacement of getPet lacks them. */
function haveVanished(violations: readonly Violation[], { shown, fetches }: World): boolean {
  const lost = violations.filter(({ petId }) => petId !== undefined);
  const viewsOfLost = ({ petId = '' }: Violation) => (shown.get(petId) ?? []).filter(({ asked }) => asked.page?.filter);
  const isSince = (violation: Violation) => {
    const found = (fetches.get(violation.petId ?? '') ?? []).filter(({ isSuccess }) => isSuccess);
    const fetchedAt = smallest(found.map(({ answeredAt }) => answeredAt));
    return fetchedAt < violation.reading.sentAt && viewsOfLost(violation).every(({ sentAt }) => sentAt <= fetchedAt);
  };
  return lost.every(isSince) && lost.some((violation) => viewsOfLost(violation).length > 0);
}
