import { idsOf } from '../inputs/value.ts';
import { CREATIONS } from './amounts.ts';
import type { Drive } from './drive.ts';
import type { Queue } from './queue.ts';
import { invalidIds, oddLimits, otherStatuses } from './reads.ts';
import { brokenBodies } from './refusals.ts';
import { sendRow, sendRows } from './rows.ts';

/**
 * A service that was stopped by one value may be stopped by others. So in a later attempt all that may do so and have got
 * no answer come before anything else, while there is hardly a pet to lose.
 */
export async function sendUntried(drive: Drive): Promise<void> {
  if (drive.isFirst) return;
  const lists = drive.serves('lists') ? [oddLimits(drive), otherStatuses(drive)] : [];
  const ids = drive.serves('fetches', 'deprecation') ? invalidIds(drive) : undefined;
  for (const queue of [...lists, ...(ids ? [ids] : [])]) await sendRows(drive, queue, untriedOf(queue, drive));
  if (drive.settings.readOnly || !drive.serves('broken bodies')) return;
  const bodies = brokenBodies(drive);
  for (const row of untriedOf(bodies, drive)) {
    // A service that is not careful accepts them, and the pets of a whole attempt are still to be created.
    if (drive.session.creationsLeft <= CREATIONS.least) return;
    await sendRow(drive, bodies, row);
  }
}

/** One row for each value. */
function untriedOf({ rows, tables }: Queue, drive: Drive) {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const input = idsOf(row, tables);
    const isNew = !drive.wasAnswered(input) && !input.every((id) => seen.has(id));
    for (const id of input) seen.add(id);
    return isNew;
  });
}
