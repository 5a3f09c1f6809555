import type { RunState } from '../../harness/engine/suite.ts';
import type { Exchange } from '../../harness/record/exchange.ts';
import type { Reason } from '../../harness/report/reasons.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { catalogue, type RequirementId } from '../catalogue.ts';
import { memoize } from '../memoize.ts';
import { type Attributed, attribute, type Consequence } from './attribution.ts';
import { LIMIT, OPERATIONS, type Operation, REMOVAL_DATE, STATUSES } from './document.ts';
import { Findings, type Violation } from './findings.ts';
import { type Reading, read } from './reading.ts';
import { findingsOf } from './rules.ts';
import type { Scope } from './scope.ts';
import { areFull, controlOf, TELLING } from './telling.ts';
import { type World, worldOf } from './world.ts';

/*
 * How exchanges become outcomes. Start here; nothing in this folder sends a request.
 *
 * 1. `read` (reading.ts) looks at one exchange alone: its JSON and its pets. `classify` (request.ts) says what the
 *    request asks for, which requirement decides the answer and which statuses are allowed, from its bytes alone.
 * 2. `worldOf` (world.ts) collects what all exchanges show together: the pets that exist, the operations that work, what
 *    the run sent (marks.ts), the exchanges that say nothing about the service (excuses.ts). existence.ts says when a pet
 *    must be there.
 * 3. `findingsOf` (rules.ts) compares one exchange with both. The result is a list of violations, and a list of the
 *    requirements that it agrees with: it would have shown a violation, and shows none. About most requirements an
 *    exchange says neither. message-rules.ts checks every answer, page-rules.ts lists, pet-rules.ts pets.
 * 4. `attribute` (attribution.ts) counts findings by requirement, and separates violations that follow from others.
 * 5. `decide` (below) makes one outcome of what is left. telling.ts says what a pass needs besides agreement.
 *
 * | who decides | place |
 * |---|---|
 * | what an undocumented limit or filter may get | `askedPage` in request.ts |
 * | that a pet may still be missing | `petRequest` in pet-rules.ts for getPet, `petsDue` in existence.ts for lists |
 * | that a list lacks a pet | `checkCompleteness` in page-rules.ts |
 * | that a pet was changed by a client | `isChanged` in world.ts |
 * | that an answer is not the service's | `excuses` in excuses.ts |
 * | that the right key is refused | `isKeyRefused` in rules.ts, `lockOuts` in excuses.ts |
 * | that two requests are the same | the notions in rules.ts |
 * | that a violation follows from another | links.ts and consequences.ts |
 * | that a failure is intermittent | `intermittentOnes` below |
 */

/** The probe that sends requests of an earlier run. */
export const REPLAY = 'replay';
/** The probe that sends requests of the same run that failed. */
export const REPEAT = 'repeat';

/** What the engine knows about a run that its record does not show. */
export type RunFacts = Pick<RunState, 'stopped' | 'spent' | 'missingIds' | 'again'> & Pick<RunSettings, 'readOnly'>;

type Unanswered = Extract<Reason, { readonly kind: 'unanswered' }>;

export interface Decision {
  readonly id: RequirementId;
  readonly outcome: 'pass' | 'fail' | 'skipped' | 'inconclusive' | 'unobservable';
  /** How many exchanges say something about it: they agree with it or violate it. */
  readonly applied: number;
  /** Of its own: none of them follows from a violation of another requirement. */
  readonly violations: readonly Violation[];
  /** What would have been violations of this requirement, each with the violation that explains it and their link. */
  readonly consequences?: readonly Consequence[];
  readonly why?: Reason;
  /**
   * What a pass rests on, by number: the first exchange that agrees, and the control, which is the first accepted
   * request that a refusal can be compared with (`controlOf`). Absent from a pass where nothing of the kind was seen
   * (`caveat`), and from that of a replay.
   */
  readonly restsOn?: { readonly exchange: number; readonly control?: number };
  /** What limits a pass. */
  readonly caveat?: string;
  /** The operations that were checked, where not all could be. */
  readonly covered?: readonly Operation[];
  /**
   * The violations that do not show each time; absent if all do, as far as the record shows. A report calls the failure
   * intermittent unless its request, sent again at the end of the run, fails each time by then.
   */
  readonly intermittent?: ReadonlySet<Violation>;
}

/** One outcome for every requirement, from the record of a run. */
export function checkRecord(record: readonly Exchange[], scope: Scope, facts: RunFacts) {
  const world = worldIn(record, scope);
  const findings = [...world.readings.map((reading) => findingsIn(world)(reading)), ...versionPath(world)];
  const attributed = attribute(findings, world);
  // Where an operation was never answered, only its basis is decided.
  const isReported = (exchanges: readonly number[]) => (id: RequirementId) =>
    attributed(id).violations.some(
      ({ reading: { number, asked } }) =>
        exchanges.includes(number) &&
        (Object.values(BASIS).includes(id) || (asked.operation && world.served.has(asked.operation))),
    );
  const unanswered = world.unanswered.map((kind) => ({
    kind: 'unanswered' as const,
    ...kind,
    because: catalogue.map(({ id }) => id).filter(isReported(kind.exchanges)),
  }));
  const decisions = catalogue
    .filter(({ level }) => level !== 'INFO')
    .map((row) => decide(row, attributed(row.id), findings, world, { ...facts, unanswered }));
  return { world, decisions, harmless: harmlessInputs(findings) };
}

/** Inputs with which some request was answered rightly in every respect: by themselves they cause nothing. */
function harmlessInputs(findings: readonly Findings[]): ReadonlySet<string> {
  const right = findings.filter(({ violations, agreed }) => violations.length === 0 && agreed.size > 0);
  return new Set(right.flatMap(({ reading }) => reading.input ?? []));
}

/** Probes look for violations before the record is decided: if nothing is sent in between, the work is done. */
const worlds = new WeakMap<readonly Exchange[], World>();
const findingsIn = memoize((world: World) => memoize((reading: Reading) => findingsOf(reading, world)));

/** What a record shows, for whoever asks about single exchanges. */
export function worldIn(record: readonly Exchange[], scope: Scope): World {
  const before = worlds.get(record);
  if (before?.scope === scope && before.readings.length === record.length) return before;
  const readings = record.map((exchange) => read(exchange, scope)).sort((a, b) => a.number - b.number);
  const world = worldOf(readings, scope);
  worlds.set(record, world);
  return world;
}

/** The requirements that an exchange says anything about: it violates them, or it would have shown a violation. */
export function decidedBy(exchange: Exchange, world: World): readonly RequirementId[] {
  const { violations, agreed } = findingsIn(world)(read(exchange, world.scope));
  return [...violations.map(({ id }) => id), ...agreed];
}

/** The requirements that an exchange violates by itself. It need not be part of the world. */
export function violatedBy(exchange: Exchange, world: World): readonly RequirementId[] {
  return findingsIn(world)(read(exchange, world.scope)).violations.map(({ id }) => id);
}

function versionPath({ scope, readings: [first] }: World): readonly Findings[] {
  if (!first) return [];
  const findings = new Findings(first);
  const isOk = scope.basePath.endsWith('/v1');
  findings.check('version.path', isOk, 'a base URL whose path ends in /v1', `the path ${scope.basePath || '/'}`);
  return [findings];
}

/** The requirement that shows whether an operation can be used at all. */
const BASIS: Readonly<Record<Operation, RequirementId>> = {
  listPets: 'list.ok',
  createPet: 'create.minimal',
  getPet: 'deprecation.still-served',
};

type Row = (typeof catalogue)[number];

/**
 * The outcome of one requirement: the first of these that applies.
 *
 * 1. The settings or the removal date rule it out: skipped.
 * 2. Its operation never succeeded: inconclusive, since a service that refuses everything would pass what is about
 *    refusals.
 * 3. It has violations of its own: fail.
 * 4. It has consequences: inconclusive. Nobody knows whether it holds without the cause, however many exchanges agree.
 * 5. The run was stopped: inconclusive, since what was not sent may have shown a violation.
 * 6. This is a replay, and the request is answered rightly now: pass.
 * 7. A request that it decides stopped the service: inconclusive.
 * 8. It is about pets that the user named, and some do not exist: inconclusive.
 * 9. An exchange agrees, and everything was seen that a pass needs (telling.ts): pass. If only the control is missing:
 *    inconclusive.
 * 10. Otherwise too little was seen: unobservable, skipped or inconclusive, by what kept it from being seen.
 */
function decide(
  row: Row,
  { applied, agreed, violations, consequences }: Attributed,
  findings: readonly Findings[],
  world: World,
  facts: RunFacts & { readonly unanswered: readonly Unanswered[] },
): Decision {
  const { id } = row;
  const decision = { id, applied, violations };
  const none = { id, applied, violations: [] };
  const undecided = (why: Reason, outcome: Decision['outcome'] = 'inconclusive') => ({ ...none, outcome, why });
  const skipped = skipReason(row, world, facts);
  if (skipped) return undecided(skipped, 'skipped');
  // The operation must have succeeded for the requirement to be decided.
  const control = OPERATIONS.find((operation) => operation === row.operation);
  const needsControl = !Object.values(BASIS).includes(id) && id !== 'deprecation.date';
  const unanswered = facts.unanswered.find(({ operation }) => operation === row.operation);
  if (control && needsControl && !world.served.has(control))
    return undecided(unanswered ?? { kind: 'no-control', control, because: [BASIS[control], 'auth.accepted'] });
  if (violations.length > 0) {
    const intermittent = intermittentOnes(id, violations, findings);
    return { ...decision, outcome: 'fail', ...(intermittent && { intermittent }) };
  }
  if (consequences.length > 0) {
    const because = [...new Set(consequences.map(({ cause }) => cause.id))];
    return { ...undecided({ kind: 'consequence', because }), consequences };
  }
  if (facts.stopped) return undecided(facts.stopped);
  // A replay asks whether a request still fails, not whether the requirement passes.
  const isRightNow = ({ agreed, reading }: Findings) => reading.probe === REPLAY && agreed.has(id);
  if (facts.again && findings.some(isRightNow)) return { ...decision, outcome: 'pass' };
  // The answer that it is about never came.
  const isCrash = (reading: Reading) =>
    reading.asked.decidedBy === id && world.conclusionOf(reading)?.cause === 'crash';
  const stopping = world.readings.filter(isCrash);
  if (stopping.length > 0) {
    const exchanges = stopping.map(({ number }) => number);
    return undecided({ kind: 'unanswered', operation: row.operation ?? '', exchanges, because: ['errors.no-5xx'] });
  }
  const isNamed = id === 'get.found' || (id === 'deprecation.still-served' && applied === 0);
  if (isNamed && facts.missingIds.length > 0) return undecided({ kind: 'known-ids-missing', ids: facts.missingIds });
  const { what, missing, because, unseen, caveat, operations, absentFrom } = TELLING[id] ?? {};
  const lacking = missing?.(world);
  const isUnseen = applied === 0 && unseen !== undefined && world.served.size > 0;
  if (lacking === undefined && (applied > 0 || isUnseen)) {
    const remark = isUnseen ? unseen : caveat?.(world);
    const covered = operations?.filter((operation) =>
      findings.some(({ agreed, reading }) => reading.asked.operation === operation && agreed.has(id)),
    );
    const isPartly = covered && covered.length < (operations?.length ?? 0);
    const { accepted, missing: noControl } = control ? controlOf(id, control, world) : {};
    if (noControl) return undecided({ kind: 'no-control', control: noControl.what, because: noControl.because });
    const restsOn = agreed && { exchange: agreed.number, ...(accepted && { control: accepted.number }) };
    return {
      ...decision,
      outcome: 'pass',
      ...(restsOn && { restsOn }),
      ...(remark && { caveat: remark }),
      ...(isPartly && { covered }),
    };
  }
  if (absentFrom && areFull(absentFrom, world)) {
    const counts = Object.fromEntries(STATUSES.map((status) => [status, world.count(status)]));
    return undecided({ kind: 'target-full', page: LIMIT.maximum, counts }, 'unobservable');
  }
  const needs = lacking ?? what;
  if (facts.readOnly) return undecided({ kind: 'read-only', needs: needs ?? 'pets to look at' }, 'skipped');
  if (ABOUT_CATEGORIES.includes(id) && world.onlyCategories) return undecided({ kind: 'unknown-category-refused' });
  if (world.readings.some((reading) => world.excuseOf(reading) === 'locked-out'))
    return undecided({ kind: 'locked-out' });
  // Each budget is the reason only for what its requests would have shown.
  const [isAboutKeys, isCreating] = [/^auth\.|\.401$/.test(id), row.operation === 'createPet'];
  const spent = facts.spent.find(({ budget }) => (budget === 'creations' ? isCreating || !isAboutKeys : isAboutKeys));
  const unseenKind = {
    kind: 'nothing-seen',
    what: needs ?? 'exchange that shows it',
    ...(because && { because }),
  } as const;
  return undecided(unanswered ?? spent ?? unseenKind);
}

/**
 * The violations that do not show each time; undefined if there is no sign of that. The sign is one request, byte for
 * byte, that violates the requirement and also agrees with it. Then each violation is looked at by the input values of
 * its request, or by the request where it has none:
 *
 * - The same values were also right in a request of the operation: intermittent.
 * - They were wrong more than once, and never right: it shows each time, and is a defect beside the intermittent one.
 * - They were wrong once: intermittent if each value was right in some request, as nothing speaks for a defect of its
 *   own.
 */
function intermittentOnes(id: RequirementId, violations: readonly Violation[], findings: readonly Findings[]) {
  const wrong = new Set(violations.map(({ reading }) => reading));
  const right = findings.filter(({ agreed, reading }) => agreed.has(id) && !wrong.has(reading));
  const rightKeys = new Set(right.map(({ reading }) => reading.key));
  const isAlsoRight = ({ reading }: Violation) => rightKeys.has(reading.key);
  if (!violations.some(isAlsoRight)) return undefined;
  const rightInputs = new Set(right.flatMap(({ reading }) => reading.input ?? []));
  const isWith = ({ reading }: Violation, other: Reading) => {
    const { input = [] } = reading;
    if (input.length === 0) return other.key === reading.key;
    return reading.asked.operation === other.asked.operation && input.every((one) => other.input?.includes(one));
  };
  const isIntermittent = (violation: Violation) => {
    if (isAlsoRight(violation) || right.some(({ reading }) => isWith(violation, reading))) return true;
    const isRepeated = [...wrong].some((other) => other !== violation.reading && isWith(violation, other));
    return !isRepeated && violation.reading.input?.every((one) => rightInputs.has(one)) !== false;
  };
  return new Set(violations.filter(isIntermittent));
}

const ABOUT_CATEGORIES: readonly RequirementId[] = ['create.int64', 'create.out-of-range'];

/** Why the settings rule a requirement out. */
function skipReason({ id, operation }: Row, { scope }: World, { readOnly }: RunFacts): Reason | undefined {
  const { now, categories = [] } = scope;
  if (readOnly && (operation === 'createPet' || id === 'history.agrees'))
    return { kind: 'read-only', needs: 'requests that could create a pet' };
  if (now >= REMOVAL_DATE && (operation === 'getPet' || /^errors\..*\.404$/.test(id)))
    return { kind: 'removal-date', date: REMOVAL_DATE, now };
  return categories.length > 0 && ABOUT_CATEGORIES.includes(id) ? { kind: 'restricted-categories' } : undefined;
}
