import type { RunFacts } from '../../harness/engine/run-facts.ts';
import type { Reason } from '../../harness/model/reasons.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { LIMIT, type Operation, REMOVAL_DATE, STATUSES } from '../reading/document.ts';
import type { Reading } from '../reading/reading.ts';
import { REQUIREMENTS, type Requirement, type RequirementId } from '../requirements/index.ts';
import { areFull } from '../requirements/rules/pages.ts';
import type { World } from '../world/world.ts';
import type { Findings, Violation } from './findings.ts';
import { openCombination } from './open-combinations.ts';

/** What limits the decisions on a record: how its run ended, and what was not seen to the end. */
export type Limits = Pick<RunFacts, 'stopped' | 'spent' | 'missingIds' | 'again'> &
  Pick<RunSettings, 'readOnly'> & {
    /** Requests that stopped the service, in any attempt. */
    readonly crashes?: readonly Reading[];
    /** Where the service has stopped: the requirements for which everything was sent before. */
    readonly settled?: ReadonlySet<string> | undefined;
    /** The requirements for which some common value that this target can get was not sent. */
    readonly sentInPart?: ReadonlySet<string> | undefined;
  };

export interface Decision {
  readonly id: RequirementId;
  readonly outcome: 'pass' | 'fail' | 'skipped' | 'inconclusive' | 'unobservable';
  /** How many exchanges say something about it: they agree with it or violate it. */
  readonly applied: number;
  /** In the order of sending. */
  readonly violations: readonly Violation[];
  readonly why?: Reason;
  /**
   * What a pass rests on, by number: the first exchange that agrees, and the control, which is the first accepted
   * request that a refusal can be compared with. Absent from a pass where nothing of the kind was seen (`caveat`), and
   * from that of a replay.
   */
  readonly restsOn?: { readonly exchange: number; readonly control?: number };
  /** What limits a pass. */
  readonly caveat?: string;
  /** The operations that were checked, where not all could be. */
  readonly covered?: readonly Operation[];
}

/** The probe that sends requests of an earlier run. */
export const REPLAY = 'replay';

/** What the findings say about one requirement. */
interface Found {
  readonly violations: Violation[];
  /** Exchanges that agree with it and do not violate it. */
  readonly agreed: Reading[];
}

/** One outcome for every requirement, from its own findings alone. */
export function outcomesOf(findings: readonly Findings[], world: World, facts: Limits): readonly Decision[] {
  const found = new Map<RequirementId, Found>(REQUIREMENTS.map(({ id }) => [id, { violations: [], agreed: [] }]));
  for (const { agreed, violations, reading } of findings) {
    for (const violation of violations) found.get(violation.id)?.violations.push(violation);
    for (const id of agreed) if (!violations.some((one) => one.id === id)) found.get(id)?.agreed.push(reading);
  }
  return REQUIREMENTS.map((requirement) => {
    const decision = decide(requirement, found.get(requirement.id) ?? { violations: [], agreed: [] }, world, facts);
    return decision.outcome === 'pass' ? withoutGaps(requirement, decision, findings, world, facts) : decision;
  });
}

type Declared = (typeof REQUIREMENTS)[number];

/**
 * The outcome of one requirement: the first of these that applies.
 *
 * 1. The settings or the removal date rule it out: skipped.
 * 2. An exchange violates it: fail, whatever else is violated, and however the run ended.
 * 3. The run was stopped: inconclusive, since what was not sent may have shown a violation. What was decided before the
 *    service itself stopped stays decided.
 * 4. This is a replay, and the request is answered rightly now: pass.
 * 5. A request that it is about stopped the service: inconclusive.
 * 6. Its operation never succeeded: inconclusive, since a service that refuses everything would pass what is about
 *    refusals.
 * 7. It is about pets that the user named, and some do not exist: inconclusive.
 * 8. An exchange agrees, and everything was seen that a pass needs: pass. If only the control is missing: inconclusive.
 * 9. A pass that a value may still disprove is none: a combination with it fails and was not narrowed down, or a budget
 *    kept it from being sent.
 * 10. Otherwise too little was seen: unobservable, skipped or inconclusive, by what kept it from being seen.
 */
function decide(requirement: Declared, { violations, agreed }: Found, world: World, facts: Limits): Decision {
  const { id, operation, isBasis, pass = {} } = requirement;
  const applied = new Set([...violations.map(({ reading }) => reading), ...agreed]).size;
  const decision = { id, applied, violations };
  const undecided = (why: Reason, outcome: Decision['outcome'] = 'inconclusive'): Decision => ({
    ...decision,
    outcome,
    why,
  });
  const skipped = skipReason(requirement, world, facts);
  if (skipped) return { ...decision, violations: [], outcome: 'skipped', why: skipped };
  if (violations.length > 0) return { ...decision, outcome: 'fail' };
  if (facts.stopped && !facts.settled?.has(id)) return undecided(withoutSuspects(facts.stopped));
  // A replay asks whether a request still fails, not whether the requirement passes.
  if (facts.again && agreed.some(({ probe }) => probe === REPLAY)) return { ...decision, outcome: 'pass' };
  const crash = crashReason(requirement, facts);
  if (crash) return undecided(crash);
  const unanswered = world.unanswered.find((kind) => kind.operation === operation);
  const silence =
    unanswered && operation && ({ kind: 'unanswered', ...unanswered, because: [BASIS[operation]] } as const);
  if (operation === 'getPet' && facts.readOnly && hasNoPets(world)) return undecided({ kind: 'no-pets', operation });
  if (operation && !isBasis && !pass.unseen && !world.served.has(operation))
    return undecided(
      silence ?? { kind: 'no-control', control: operation, because: [BASIS[operation], 'auth.accepted'] },
    );
  const isNamed = id === 'get.found' || (id === 'deprecation.still-served' && applied === 0);
  if (isNamed && facts.missingIds.length > 0) return undecided({ kind: 'known-ids-missing', ids: facts.missingIds });
  const lacks = pass.lacks?.(world);
  const isUnseen = applied === 0 && pass.unseen !== undefined && world.served.size > 0;
  if (lacks === undefined && (applied > 0 || isUnseen)) return passed(requirement, agreed, decision, world);
  if (pass.absentFrom && areFull(pass.absentFrom, world)) {
    const counts = Object.fromEntries(STATUSES.map((status) => [status, world.count(status)]));
    return undecided({ kind: 'target-full', page: LIMIT.maximum, counts }, 'unobservable');
  }
  return unseen(requirement, lacks ?? pass.what, silence, decision, world, facts);
}

/** A pass, unless a value is left of which nobody knows how it is answered. */
function withoutGaps(
  requirement: Declared,
  decision: Decision,
  findings: readonly Findings[],
  world: World,
  { again, spent, sentInPart }: Limits,
): Decision {
  if (again) return decision;
  const { id, violations, applied } = decision;
  const undecided = (why: Reason): Decision => ({ id, violations, applied, outcome: 'inconclusive', why });
  const combination = openCombination(requirement, findings, world);
  if (combination) return undecided({ kind: 'combination-fails', exchange: combination.number });
  const budget = spent.find((one) => isSpentFor(one, requirement));
  return budget && sentInPart?.has(id) ? undecided(budget) : decision;
}

/** What ran out is the reason only for what its requests would have shown. */
function isSpentFor(spent: Limits['spent'][number], { id, operation }: Declared): boolean {
  const isAboutKeys = /^auth\.|\.401$/.test(id);
  const isOfCreations = spent.kind === 'budget-spent' && spent.budget === 'creations';
  return isOfCreations ? operation === 'createPet' || !isAboutKeys : isAboutKeys;
}

/** Lists are answered, and there is nothing in them. */
function hasNoPets({ pages, scope }: World): boolean {
  return (scope.knownIds ?? []).length === 0 && pages.length > 0 && pages.every(({ ids }) => ids.length === 0);
}

/** The diagnosis of the run names them. */
function withoutSuspects(why: Reason): Reason {
  return 'requests' in why ? { ...why, requests: [] } : why;
}

/** The requirement that shows whether an operation can be used at all. */
const BASIS = Object.fromEntries(
  REQUIREMENTS.filter(({ isBasis }) => isBasis).map(({ operation, id }) => [operation, id]),
) as Readonly<Record<Operation, RequirementId>>;

type Undecided = Pick<Decision, 'id' | 'applied' | 'violations'>;

function passed({ operation, pass = {} }: Requirement, agreed: readonly Reading[], decision: Undecided, world: World) {
  const { control, operations, unseen: remark, caveat } = pass;
  const accepted =
    operation &&
    world.readings.find(
      (reading) => reading.isSuccess && reading.asked.operation === operation && (control?.isIt(reading) ?? true),
    );
  if (control && !accepted) {
    const why = { kind: 'no-control', control: control.what, because: control.because } as const;
    return { ...decision, outcome: 'inconclusive', why } as const;
  }
  const [first] = agreed;
  const said = first ? caveat?.(world) : remark;
  const covered = operations?.filter((one) => agreed.some(({ asked }) => asked.operation === one));
  return {
    ...decision,
    outcome: 'pass',
    ...(first && { restsOn: { exchange: first.number, ...(accepted && { control: accepted.number }) } }),
    ...(said && { caveat: said }),
    ...(covered && covered.length < (operations?.length ?? 0) && { covered }),
  } as const;
}

/** Why too little was seen. What the settings do not rule out is inconclusive, in a read-only run as in any other. */
function unseen(
  requirement: Declared,
  what: string | undefined,
  silence: Extract<Reason, { readonly kind: 'unanswered' }> | undefined,
  decision: Undecided,
  world: World,
  facts: Limits,
): Decision {
  const { needs, pass = {} } = requirement;
  const undecided = (why: Reason, outcome: Decision['outcome'] = 'inconclusive') => ({ ...decision, outcome, why });
  if (facts.stopped) return undecided(withoutSuspects(facts.stopped));
  if (needs === 'any-category' && world.onlyCategories) return undecided({ kind: 'unknown-category-refused' });
  if (world.readings.some((reading) => world.excuseOf(reading) === 'locked-out'))
    return undecided({ kind: 'locked-out' });
  const spent = facts.spent.find((one) => isSpentFor(one, requirement));
  const reason = silence ?? spent;
  if (reason) return undecided(reason);
  if (facts.readOnly) return undecided({ kind: 'read-only', needs: what ?? 'pets to look at' }, 'skipped');
  const { because } = pass;
  return undecided({ kind: 'nothing-seen', what: what ?? 'answer that shows it', ...(because && { because }) });
}

/** The answer that it is about never came. */
function crashReason({ everywhere, operation, about }: Declared, { crashes = [] }: Limits): Reason | undefined {
  if (everywhere) return undefined;
  const exchanges = crashes.filter(({ asked }) => about(asked)).map(({ number }) => number);
  if (exchanges.length === 0) return undefined;
  return { kind: 'unanswered', operation: operation ?? '', exchanges, because: ['errors.no-5xx'] };
}

/** Why the settings rule a requirement out. */
function skipReason({ needs, operation }: Requirement, { scope }: World, { readOnly }: Limits): Reason | undefined {
  const { now, categories = [] } = scope;
  if (readOnly && (operation === 'createPet' || needs === 'creations'))
    return { kind: 'read-only', needs: 'requests that could create a pet' };
  if (now >= REMOVAL_DATE && (operation === 'getPet' || needs === 'getPet'))
    return { kind: 'removal-date', date: REMOVAL_DATE, now };
  return categories.length > 0 && needs === 'any-category' ? { kind: 'restricted-categories' } : undefined;
}
