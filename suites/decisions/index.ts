import { groupBy } from '../../harness/basics/group-by.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { type Reading, read } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import type { RequirementId } from '../requirements/index.ts';
import { World } from '../world/world.ts';
import { harmlessInputs } from './culprits.ts';
import { type Findings, findingsIn, type Violation } from './findings.ts';
import { groupsOf } from './groups.ts';
import { type Limits, outcomesOf } from './outcomes.ts';
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
 * 4. `outcomesOf` (outcomes.ts) makes one outcome for each requirement, from its own findings alone.
 * 5. `groupsOf` (groups.ts) and `storiesOf` (stories.ts) order what people read. They change no outcome.
 */

export { type Limits, REPLAY } from './outcomes.ts';

/** The probe that sends requests of the same run that failed. */
export const REPEAT = 'repeat';

/**
 * One outcome for every requirement, from the record of a run, and the violations in the order of their stories. What is
 * wrong in earlier attempts counts; a pass needs the last one.
 */
export function checkRecord(attempts: readonly (readonly Exchange[])[], scope: Scope, facts: Limits) {
  const all = findingsOf(attempts, scope);
  const { world, findings: last } = all.at(-1) ?? { world: worldIn([], scope), findings: [] };
  const before = all.slice(0, -1).flatMap((one) => one.findings);
  const violated = before.map((one) => ({ ...one, agreed: new Set<RequirementId>() }));
  const crashes = all.flatMap((one) => one.world.readings.filter(stopsService(one.world)));
  const findings = [...before, ...last];
  const decisions = outcomesOf([...violated, ...last], world, { ...facts, crashes });
  const faultless = findings.filter((one) => one.violations.length === 0).map(({ reading }) => reading);
  const right = { harmless: harmlessInputs(findings), faultless };
  const agreeing = agreementsIn(findings);
  const groups = decisions.flatMap(({ id, violations }) => groupsOf(violations, agreeing.get(id) ?? [], right, world));
  return { world, decisions, groups, agreeing, stories: storiesOf(groups, world) };
}

/** Each attempt has a world of its own. What was found out about exchanges holds in all of them. */
function findingsOf(attempts: readonly (readonly Exchange[])[], scope: Scope) {
  const concluding = attempts
    .flat()
    .filter(({ concludes }) => concludes)
    .map((exchange) => read(exchange, scope));
  const isOnly = attempts.length === 1;
  return attempts.map((record) => {
    const known = worldIn(record, scope);
    const world = isOnly ? known : new World(known.readings, scope, concluding);
    return { world, findings: world.readings.map((reading) => findingsIn(world)(reading)) };
  });
}

function stopsService(world: World): (reading: Reading) => boolean {
  return (reading) => reading.asked.operation !== undefined && world.conclusionOf(reading)?.cause === 'crash';
}

/** What a record shows. */
export type CheckedRecord = ReturnType<typeof checkRecord>;

/** The exchanges that agree with a requirement and do not violate it. */
function agreementsIn(findings: readonly Findings[]): ReadonlyMap<RequirementId, readonly Findings['reading'][]> {
  const pairs = findings.flatMap(({ agreed, violations, reading }) =>
    [...agreed].filter((id) => violations.every((violation) => violation.id !== id)).map((id) => ({ id, reading })),
  );
  return new Map([...groupBy(pairs, ({ id }) => id)].map(([id, all]) => [id, all.map(({ reading }) => reading)]));
}

/** Probes ask for the world before the record is decided: if nothing is sent in between, the work is done. */
const worlds = new WeakMap<readonly Exchange[], World>();

/** What a record shows. */
export function worldIn(record: readonly Exchange[], scope: Scope): World {
  const before = worlds.get(record);
  if (before?.scope === scope && before.readings.length === record.length) return before;
  const readings = record.map((exchange) => read(exchange, scope)).sort((a, b) => a.number - b.number);
  const world = new World(readings, scope);
  worlds.set(record, world);
  return world;
}

/** The requirements that an exchange says anything about: it violates them, or it would have shown a violation. */
export function saidBy(exchange: Exchange, world: World): readonly RequirementId[] {
  const { violations, agreed } = findingsIn(world)(read(exchange, world.scope));
  return [...violations.map(({ id }) => id), ...agreed];
}

/** What an exchange violates by itself. It need not be part of the world. */
export function violationsOf(exchange: Exchange, world: World): readonly Violation[] {
  return findingsIn(world)(read(exchange, world.scope)).violations;
}
