import type { Occupancy } from '../../harness/model/report.ts';
import { LIMIT, STATUSES } from '../reading/document.ts';
import type { World } from './world.ts';

/** How full the pages of each status are. */
export function occupancyOf({ count }: World): Occupancy {
  const page = LIMIT.maximum;
  return { page, statuses: STATUSES.map((status) => ({ status, pets: count(status), isFull: count(status) >= page })) };
}
