import { groupBy } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { type Reading, read } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import { type RequirementId, requirementsAbout } from '../requirements/index.ts';
import { isDecidable } from '../requirements/rules/answers.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import { World } from '../world/world.ts';

/** Everything that one exchange says. About a requirement that is in neither list it says nothing. */
export interface Findings {
  readonly reading: Reading;
  /** The exchange would have shown a violation of these, and shows none. A pass rests on one such exchange. */
  readonly agreed: ReadonlySet<RequirementId>;
  readonly violations: readonly Violation[];
}

/** What an exchange says, once for each world. */
export const findingsIn = memoize((world: World) => memoize((reading: Reading) => findingsOf(reading, world)));

function findingsOf(reading: Reading, world: World): Findings {
  const agreed = new Set<RequirementId>();
  const violations: Violation[] = [];
  for (const { id, check } of speakingOf(reading, world)) {
    const verdict = check(reading, world);
    if (verdict === 'agrees') agreed.add(id);
    else for (const flaw of verdict ?? []) violations.push({ ...flaw, id, reading });
  }
  return { reading, agreed, violations };
}

/** An answer that is not the service's, or that broke by chance, says nothing, unless the service stopped. */
function speakingOf(reading: Reading, world: World): ReturnType<typeof requirementsAbout> {
  const about = requirementsAbout(reading.asked);
  if (isDecidable(reading, world)) return about;
  const isCrash = reading.processEnd !== undefined || world.conclusionOf(reading)?.cause === 'crash';
  return about.filter(({ isOfEffect, isOfCrash }) => isOfEffect || (isCrash && isOfCrash));
}

/** By requirement: the exchanges that agree with it and do not violate it. */
export type Agreements = ReadonlyMap<string, readonly Reading[]>;

export function agreementsIn(findings: readonly Findings[]): Agreements {
  const pairs = findings.flatMap(({ agreed, reading }) => [...agreed].map((id) => ({ id, reading })));
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

/** What an exchange violates by itself. It need not be part of the world. */
export function violationsOf(exchange: Exchange, world: World): readonly Violation[] {
  return findingsIn(world)(read(exchange, world.scope)).violations;
}
