import { LIMIT } from '../reading/document.ts';
import { isAbsence, lossIn } from '../world/attempts.ts';
import type { Drive } from './drive.ts';
import { ownPets } from './known.ts';

const OPTIONS = { probe: 'attempt', isUrgent: true } as const;
/** Pets that are fetched to see whether any is left. */
const FETCHED = 3;

/** Whether the service went away and came back without the pets of this run. It is asked only after it was away. */
export async function hasLostPets(drive: Drive): Promise<boolean> {
  const absences = drive.look().readings.filter(isAbsence).length;
  if (drive.isOver || absences === drive.absences) return drive.isOver;
  await lookForPets(drive);
  if (lossIn(drive.look().readings) !== undefined) {
    // Reads may lag.
    await drive.settle(drive.session.elapsed());
    await lookForPets(drive);
  }
  drive.absences = drive.look().readings.filter(isAbsence).length;
  drive.isOver = lossIn(drive.world.readings) !== undefined;
  return drive.isOver;
}

async function lookForPets(drive: Drive): Promise<void> {
  const ids = ownPets(drive.world)
    .slice(0, FETCHED)
    .map(({ id }) => id);
  await Promise.all([drive.list(`limit=${LIMIT.maximum}`, OPTIONS), drive.fetch(ids, OPTIONS)]);
}
