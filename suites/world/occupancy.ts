import { isObject } from '../../harness/json/exact-json.ts';
import type { Occupancy } from '../../harness/model/report.ts';
import { LIMIT, STATUSES } from '../reading/document.ts';
import type { Reading } from '../reading/reading.ts';
import type { World } from './world.ts';

/** How full the pages of each status are. What a run adds shows how many more runs fill them. */
export function occupancyOf(world: World): Occupancy {
  const page = LIMIT.maximum;
  const statuses = STATUSES.map((status) => {
    const pets = world.count(status);
    const isAdded = ({ json }: Reading) => isObject(json) && json.status === status;
    const added = [...world.creations.values()].flat().filter(isAdded).length;
    return { status, pets, added, isFull: pets >= page };
  });
  const spacious = statuses.filter(({ isFull }) => !isFull);
  const room = spacious.reduce((sum, { pets }) => sum + page - pets, 0);
  const added = spacious.reduce((sum, status) => sum + status.added, 0);
  // The run that fills a page adds far more than those after it.
  const isFilledNow = statuses.some((status) => status.isFull && status.pets - status.added < page);
  const isForeseen = room === 0 || (added > 0 && !isFilledNow);
  return { page, statuses, ...(isForeseen && { runsLeft: room === 0 ? 0 : Math.ceil(room / added) }) };
}
