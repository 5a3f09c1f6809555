import type { Session } from '../../harness/engine/suite.ts';
import type { Scope } from '../reading/scope.ts';
import type { EarlierPet } from '../world/earlier-pets.ts';
import { Drive } from './drive.ts';
import { missingOf } from './known.ts';
import { preflight } from './preflight.ts';
import { Run, sendStages } from './stages.ts';

/** A service that loses its pets in each of so many attempts cannot be checked to the end. */
const ATTEMPTS = 5;

/** Sends everything that a run sends: a preflight, and the stages (stages.ts). */
export async function drive(session: Session, scope: Scope, earlier: readonly EarlierPet[]) {
  let run: Drive | undefined;
  for (let attempt = 1; ; attempt += 1) {
    run = new Drive(session, scope, earlier, run);
    const untested = await preflight(run);
    if (untested === undefined) await sendStages(new Run(run));
    const missingIds = missingOf(session.settings.knownIds, run.look());
    // What was decided before counts, though nothing can be tested any more.
    if (untested !== undefined) return attempt > 1 ? { missingIds } : { untested, missingIds };
    if (attempt === ATTEMPTS || !(await session.hasLost())) return { missingIds };
    session.beginAttempt();
  }
}
