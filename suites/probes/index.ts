import type { Again } from '../../harness/engine/run-facts.ts';
import type { Session } from '../../harness/engine/suite.ts';
import type { Scope } from '../reading/scope.ts';
import type { EarlierPet } from '../world/earlier-pets.ts';
import { Drive } from './drive.ts';
import { missingOf } from './known.ts';
import { preflight } from './preflight.ts';
import { replay } from './replay.ts';
import { Run, sendStages } from './stages.ts';

/** A service that loses its pets in each of so many attempts cannot be checked to the end. */
const ATTEMPTS = 5;

/** Sends everything that a run sends: a preflight, what failed before, and the stages (stages.ts). */
export async function drive(
  session: Session,
  scope: Scope,
  earlier: readonly EarlierPet[],
  again: readonly Again[] = [],
) {
  let run: Drive | undefined;
  for (let attempt = 1; ; attempt += 1) {
    run = new Drive(session, scope, earlier, run);
    const untested = await preflight(run);
    if (untested === undefined) await sendAll(again, run);
    const missingIds = missingOf(session.settings.knownIds, run.look());
    // What was decided before counts, though nothing can be tested any more.
    if (untested !== undefined) return attempt > 1 ? { missingIds } : { untested, missingIds };
    if (attempt === ATTEMPTS || !(await session.hasLost())) return { missingIds };
    session.beginAttempt();
  }
}

async function sendAll(again: readonly Again[], run: Drive): Promise<void> {
  const open = await replay(again, run);
  if (again.length > 0) run.serveOnly(open.flatMap(({ requirements }) => requirements));
  if (again.length > 0 && open.length === 0) return;
  await sendStages(new Run(run));
  await replay(open, run);
}
