import type { Occupancy, StatusCount } from './model.ts';

type Counted = Pick<StatusCount, 'status' | 'pets' | 'added'>;

/**
 * A run adds most pets to the emptiest status, so the room of all statuses together shows how many runs are left.
 */
export function occupancyOf(counted: readonly Counted[], page: number): Occupancy {
  const statuses = counted.map((status) => ({ ...status, isFull: status.pets >= page }));
  const spacious = statuses.filter(({ isFull }) => !isFull);
  const room = spacious.reduce((sum, { pets }) => sum + page - pets, 0);
  const added = spacious.reduce((sum, status) => sum + status.added, 0);
  const isForeseen = room === 0 || added > 0;
  return { page, statuses, ...(isForeseen && { runsLeft: room === 0 ? 0 : Math.ceil(room / added) }) };
}

export function mergeOccupancies(all: readonly (Occupancy | undefined)[]): Occupancy | undefined {
  const seen = all.filter((one) => one !== undefined);
  const [first] = seen;
  if (first === undefined) return undefined;
  const counted = first.statuses.map(({ status }) => {
    const same = seen.flatMap(({ statuses }) => statuses.filter((other) => other.status === status));
    const pets = Math.max(...same.map((other) => other.pets));
    return { status, pets, added: same.reduce((sum, other) => sum + other.added, 0) };
  });
  return occupancyOf(counted, first.page);
}
