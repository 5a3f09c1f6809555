import type { Session } from '../../harness/engine/suite.ts';
import { Stopped } from '../../harness/http/transport.ts';
import type { Scope } from '../reading/scope.ts';
import type { EarlierPet } from '../world/earlier-pets.ts';
import type { World } from '../world/world.ts';
import { Drive } from './drive.ts';
import { missingOf } from './known.ts';
import { preflight } from './preflight.ts';
import { Run, sendStages } from './stages.ts';

/** A service that loses its pets in each of so many attempts cannot be checked to the end. */
const ATTEMPTS = 5;

/** Sends everything that a run sends: a preflight, and the stages (stages.ts). */
export async function sendAll(session: Session, scope: Scope, earlier: readonly EarlierPet[]) {
  let run: Drive | undefined;
  for (let attempt = 1; ; attempt += 1) {
    run = new Drive(session, scope, earlier, run);
    const untested = await preflight(run);
    if (untested === undefined) endIfOnlyErrors(run.look());
    if (untested === undefined) await sendStages(new Run(run));
    const missingIds = missingOf(session.settings.knownIds, run.look());
    // What was decided before counts, though nothing can be tested any more.
    if (untested !== undefined) return attempt > 1 ? { missingIds } : { untested, missingIds };
    if (attempt === ATTEMPTS || !(await session.hasLost())) return { missingIds };
    session.beginAttempt();
  }
}

/** Answers of something in front of the service. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504];

/** A service that answers a 5xx to everything is one finding, and not worth a whole run. */
function endIfOnlyErrors({ readings }: World): void {
  const isError = ({ status }: World['readings'][number]) => status >= 500 && !OF_GATEWAYS.includes(status);
  const [first] = readings;
  if (first && readings.every(isError)) throw new Stopped({ kind: 'only-errors', status: first.status });
}
