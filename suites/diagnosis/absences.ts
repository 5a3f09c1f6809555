import type { Violation } from '../decisions/findings.ts';
import { STATUSES } from '../reading/document.ts';
import { isLarge } from '../reading/request.ts';
import type { World } from '../world/world.ts';

/** The pets of this run that can be missing, in the order of their creation. */
interface Candidate {
  readonly id: string;
  readonly status: string | undefined;
  readonly isLarge: boolean;
}

const LONGEST_CYCLE = 9;
/** Fewer say nothing about what they have in common. */
const FEWEST = 3;

/** Which pets are missing or cannot be fetched: what distinguishes them from those that are there. */
export function absencesOf(violations: readonly Violation[], world: World): readonly string[] {
  if (!violations.some(({ id }) => /^(list\.|get\.found|deprecation\.replacement|history)/.test(id))) return [];
  const missing = new Set(
    violations.flatMap(({ petId, changed, lacks }) => lacks ?? (petId && !changed ? [petId] : [])),
  );
  const all = [...world.pets].map(
    ([id, { pet }]): Candidate => ({ id, status: pet.status, isLarge: isLarge(pet.categoryId) }),
  );
  const lost = all.filter(({ id }) => missing.has(id));
  if (lost.length === 0) return missing.size > 0 ? ['lacks pets of others'] : [];
  const there = all.filter(({ id }) => !missing.has(id));
  const isOnly = (has: (one: Candidate) => boolean) => lost.every(has);
  const isExactly = (has: (one: Candidate) => boolean) => isOnly(has) && !there.some(has);
  const statuses = [undefined, ...STATUSES].filter((status) => isOnly((one) => one.status === status));
  const newest = all.findLast(({ id }) => !world.claims.has(id));
  const cycle = lost.length < FEWEST ? undefined : cycleOf(lost, all);
  return [
    ...(there.length === 0 ? ['lacks all pets'] : []),
    ...(lost.length === 1 ? ['lacks one pet'] : []),
    ...(lost.length > all.length / 2 ? ['lacks most pets'] : []),
    ...statuses.map((status) => `lacks only pets with ${status ?? 'no status'}`),
    ...statuses
      .filter((status) => isExactly((one) => one.status === status))
      .map((status) => `lacks all pets with ${status ?? 'no status'}`),
    ...(isOnly((one) => one.isLarge) ? ['lacks only large categories'] : []),
    ...(newest && isOnly(({ id }) => id === newest.id) ? ['lacks only the newest'] : []),
    ...(cycle ? [`lacks one id in ${cycle}`] : []),
    ...(violations.some(({ id }) => id === 'get.found') ? lost.map((one) => askedBefore(one, world)) : []),
  ];
}

/** A miss that is remembered is one of an id that was asked for before there was such a pet. */
function askedBefore({ id }: Candidate, { fetches, pets }: World): string {
  const madeAt = pets.get(id)?.acknowledgedAt ?? 0;
  return (fetches.get(id) ?? []).some(({ sentAt }) => sentAt < madeAt) ? 'asked for before' : 'not asked for before';
}

/** The longest cycle of ids of which the same one is always missing. */
function cycleOf(lost: readonly Candidate[], all: readonly Candidate[]): number | undefined {
  const restOf = ({ id }: Candidate, cycle: number) => Math.abs(Number(BigInt(id) % BigInt(cycle)));
  const cycles = Array.from({ length: LONGEST_CYCLE - 1 }, (_, index) => LONGEST_CYCLE - index);
  return cycles.find((cycle) => {
    const rests = new Set(lost.map((one) => restOf(one, cycle)));
    const others = all.filter((one) => !lost.includes(one));
    return rests.size === 1 && others.some((one) => !rests.has(restOf(one, cycle)));
  });
}
