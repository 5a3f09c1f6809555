import { defined } from '../../harness/basics/defined.ts';
import { groupBy } from '../../harness/basics/group-by.ts';
import type { RunFacts } from '../../harness/engine/run-facts.ts';
import type { Decision } from '../../harness/model/decision.ts';
import { isThrottled } from '../../harness/model/exchange.ts';
import type { Reason } from '../../harness/model/reasons.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { LIMIT, type Operation, STATUSES } from '../reading/document.ts';
import type { Reading } from '../reading/reading.ts';
import { idsWith, REQUIREMENTS, type Requirement, type RequirementId } from '../requirements/index.ts';
import { skipReason } from '../requirements/ruled-out.ts';
import { areFull } from '../requirements/rules/pages.ts';
import type { World } from '../world/world.ts';
import type { Failure } from './failures.ts';
import type { Agreements, Findings } from './findings.ts';
import { openCombination } from './open-combinations.ts';

/** What limits the decisions on a record: how its run ended, and what was not seen to the end. */
export type Limits = Pick<RunFacts, 'stopped' | 'spent' | 'missingIds'> &
  Pick<RunSettings, 'readOnly'> & {
    /** Requests that stopped the service, in any attempt. */
    readonly crashes?: readonly Reading[];
    /** Where the service has stopped: the requirements for which everything was sent before. */
    readonly settled?: ReadonlySet<string> | undefined;
    /** The requirements for which some common value that this target can get was not sent. */
    readonly sentInPart?: ReadonlySet<string> | undefined;
  };

/** What all exchanges show. */
interface Shown {
  readonly findings: readonly Findings[];
  readonly failures: readonly Failure[];
  /** In the last attempt: a pass rests on one of them. */
  readonly agreeing: Agreements;
}

/** What they show about one requirement. */
interface Found {
  readonly failures: readonly Failure[];
  readonly agreed: readonly Reading[];
}

/** One decision for every requirement, from its own failures and agreements alone. */
export function outcomesOf(shown: Shown, world: World, facts: Limits): readonly Decision[] {
  const failuresById = groupBy(shown.failures, ({ id }) => id);
  return REQUIREMENTS.map((requirement) => {
    const { id } = requirement;
    const found = { failures: failuresById.get(id) ?? [], agreed: shown.agreeing.get(id) ?? [] };
    const decision = decide(requirement, found, world, facts);
    const gap = decision.outcome === 'pass' ? gapIn(requirement, shown.findings, world, facts) : undefined;
    return gap ? undecided(id, gap) : decision;
  });
}

function undecided(id: string, why: Reason, outcome: Decision['outcome'] = 'inconclusive'): Decision {
  return { id, outcome, why };
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
function decide(requirement: Declared, { failures, agreed }: Found, world: World, facts: Limits): Decision {
  const { id, level, operation, isBasis, namedPets, pass = {} } = requirement;
  const { now, categories: categoryIds = [] } = world.scope;
  const skipped = skipReason(requirement, { readOnly: facts.readOnly, now, categoryIds });
  if (skipped) return undecided(id, skipped, 'skipped');
  if (failures.length > 0) return { id, outcome: level === 'SHOULD' ? 'warn' : 'fail' };
  if (facts.stopped && !facts.settled?.has(id)) return undecided(id, withoutSuspects(facts.stopped));
  const crash = crashReason(requirement, facts);
  if (crash) return undecided(id, crash);
  const silence = silenceOf(operation, world);
  if (operation === 'getPet' && facts.readOnly && hasNoPets(world))
    return undecided(id, { kind: 'no-pets', operation });
  if (operation && !isBasis && !pass.unseen && !world.served.has(operation))
    return undecided(id, silence ?? { kind: 'no-control', control: operation, because: [BASIS[operation], ...OF_KEY] });
  const isNamed = namedPets === 'every' || (namedPets === 'any' && agreed.length === 0);
  if (isNamed && facts.missingIds.length > 0)
    return undecided(id, { kind: 'known-ids-missing', ids: facts.missingIds });
  const lacks = pass.lacks?.(world);
  const isUnseen = agreed.length === 0 && pass.unseen !== undefined && world.served.size > 0;
  if (lacks === undefined && (agreed.length > 0 || isUnseen)) return passed(requirement, agreed, world);
  if (pass.absentFrom && areFull(pass.absentFrom, world)) {
    const counts = Object.fromEntries(STATUSES.map((status) => [status, world.count(status)]));
    return undecided(id, { kind: 'target-full', page: LIMIT.maximum, counts }, 'unobservable');
  }
  return unseen(requirement, lacks ?? pass.what, silence, world, facts);
}

type Silence = Extract<Reason, { readonly kind: 'unanswered' }>;

function silenceOf(operation: Operation | undefined, world: World): Silence | undefined {
  const unanswered = world.unanswered.find((kind) => kind.operation === operation);
  return unanswered && operation && { kind: 'unanswered', ...unanswered, because: [BASIS[operation]] };
}

/** A value is left of which nobody knows how it is answered. */
function gapIn(
  requirement: Declared,
  findings: readonly Findings[],
  world: World,
  { spent, sentInPart }: Limits,
): Reason | undefined {
  const doubtful = findings.filter(({ reading }) => isDoubtfulFor(requirement, reading, world));
  if (doubtful.length > 0) return { kind: 'doubtful', exchanges: doubtful.map(({ reading }) => reading.number) };
  const combination = openCombination(requirement, findings, world);
  if (combination) return { kind: 'combination-fails', exchange: combination.number };
  return sentInPart?.has(requirement.id) ? spent.find((one) => isSpentFor(one, requirement)) : undefined;
}

/** A request that it is about got an answer that may not be the server's. What judges every answer needs another one. */
function isDoubtfulFor({ about, everywhere, isOfCrash }: Declared, reading: Reading, world: World): boolean {
  if (world.conclusionOf(reading)?.cause !== 'open' || !about(reading.asked)) return false;
  return !everywhere || (isOfCrash === true && !isThrottled(reading));
}

/** What ran out is the reason only for what its requests would have shown. */
function isSpentFor(spent: Limits['spent'][number], { topics, operation }: Declared): boolean {
  const isAboutKeys = topics.includes('keys');
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

function passed({ id, operation, pass = {} }: Requirement, agreed: readonly Reading[], world: World): Decision {
  const { control, operations = [], unseen: remark, caveat } = pass;
  const isControl = ({ isSuccess, asked }: Reading) => isSuccess && asked.operation === operation;
  const accepted = operation && world.readings.find((one) => isControl(one) && (control?.isIt(one) ?? true));
  if (control && !accepted)
    return undecided(id, { kind: 'no-control', control: control.what, because: control.because });
  const [first] = agreed;
  const covered = operations.filter((one) => agreed.some(({ asked }) => asked.operation === one));
  return defined({
    id,
    outcome: 'pass',
    reason: first ? caveat?.(world) : remark,
    covered: covered.length < operations.length ? covered : undefined,
    restsOn: first && defined({ exchange: first.number, control: accepted?.number }),
  });
}

/** Why too little was seen. What the settings do not rule out is inconclusive, in a read-only run as in any other. */
function unseen(
  requirement: Declared,
  what: string | undefined,
  silence: Silence | undefined,
  world: World,
  facts: Limits,
): Decision {
  const { id, needs, pass = {} } = requirement;
  if (facts.stopped) return undecided(id, withoutSuspects(facts.stopped));
  if (needs === 'any-category' && world.onlyCategories) return undecided(id, { kind: 'unknown-category-refused' });
  if (world.readings.some((reading) => world.excuseOf(reading) === 'locked-out'))
    return undecided(id, { kind: 'locked-out' });
  const reason = silence ?? facts.spent.find((one) => isSpentFor(one, requirement));
  if (reason) return undecided(id, reason);
  if (facts.readOnly) return undecided(id, { kind: 'read-only', needs: what ?? 'pets to look at' }, 'skipped');
  const seen = { kind: 'nothing-seen', what: what ?? 'answer that shows it' } as const;
  return undecided(id, pass.because ? { ...seen, because: pass.because } : seen);
}

const OF_KEY = idsWith(({ isOfKey }) => isOfKey);
const OF_CRASH = idsWith(({ isOfCrash }) => isOfCrash);

/** The answer that it is about never came. */
function crashReason({ everywhere, operation, about }: Declared, { crashes = [] }: Limits): Reason | undefined {
  if (everywhere) return undefined;
  const exchanges = crashes.filter(({ asked }) => about(asked)).map(({ number }) => number);
  if (exchanges.length === 0) return undefined;
  return { kind: 'unanswered', operation: operation ?? '', exchanges, because: OF_CRASH };
}
