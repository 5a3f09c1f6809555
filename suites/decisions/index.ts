import type { Exchange } from '../../harness/model/exchange.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { type Reading, read } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import { World } from '../world/world.ts';
import { failuresOf } from './failures.ts';
import { agreementsIn, findingsIn, worldIn } from './findings.ts';
import { type Limits, outcomesOf } from './outcomes.ts';
import { withFailures } from './results.ts';
import { storiesOf } from './stories.ts';

/*
 * How exchanges become outcomes. Start here; nothing in this folder sends a request.
 *
 * 1. `read` (reading.ts) looks at one exchange alone: its JSON and its pets. `classify` (request.ts) says what the
 *    request asks for, from its bytes alone.
 * 2. `World` (world.ts) knows what all exchanges show together: the pets that exist, the operations that work, what the
 *    run sent (marks.ts), the exchanges that say nothing about the service (excuses.ts).
 * 3. `findingsIn` (findings.ts) asks every requirement about the exchange (suites/requirements/) what it says: it agrees,
 *    violates, or says nothing. They share what is said about answers, pages, pets, creations, effects and existence.
 * 4. `failuresOf` (failures.ts) puts violations together that are the same failure.
 * 5. `outcomesOf` (outcomes.ts) makes one decision for each requirement, from its own failures and agreements alone.
 * 6. `storiesOf` (stories.ts) puts failures in the order of work, those with one cause together. It changes no outcome.
 * 7. `withFailures` (results.ts) gives each decision its failures as a report shows them.
 */

export type { Limits } from './outcomes.ts';

/**
 * One decision for every requirement, from the record of a run, and its stories in the order of work. What is wrong in earlier attempts counts; a pass needs the last one.
 */
export function checkRecord(
  attempts: readonly (readonly Exchange[])[],
  scope: Scope,
  facts: Limits,
  record: readonly Exchange[] = attempts.flat(),
) {
  const all = findingsOf(attempts, scope, record);
  const { world, findings: last } = all.at(-1) ?? { world: worldIn([], scope), findings: [] };
  const findings = all.flatMap((attempt) => attempt.findings);
  const crashes = all.flatMap((attempt) => attempt.world.readings.filter(stopsService(attempt.world)));
  const agreeing = agreementsIn(findings);
  const found = failuresOf(findings, agreeing, world);
  const shown = { findings, failures: found, agreeing: agreementsIn(last) };
  const decisions = outcomesOf(shown, world, { ...facts, crashes });
  const violated = new Set(decisions.filter(isViolated).map(({ id }) => id));
  const failures = found.filter(({ id }) => violated.has(id));
  const stories = storiesOf(failures);
  return { world, decisions: withFailures(decisions, stories, agreeing, world), stories };
}

/** Each attempt has a world of its own. What was found out about exchanges, also after a loss, holds in all of them. */
function findingsOf(attempts: readonly (readonly Exchange[])[], scope: Scope, record: readonly Exchange[]) {
  const concluding = record.filter(({ concludes }) => concludes).map((exchange) => read(exchange, scope));
  return attempts.map((attempt) => {
    const known = worldIn(attempt, scope);
    const world = attempt === record ? known : new World(known.readings, scope, concluding);
    return { world, findings: world.readings.map((reading) => findingsIn(world)(reading)) };
  });
}

function stopsService(world: World): (reading: Reading) => boolean {
  return (reading) => reading.asked.operation !== undefined && world.conclusionOf(reading)?.cause === 'crash';
}
