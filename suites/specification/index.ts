import type { Exchange } from '../../harness/record/exchange.ts';
import type { Reason } from '../../harness/report/reasons.ts';
import { catalogue, type RequirementId } from '../catalogue.ts';
import { type Attributed, attribute, BASIS, controlOf } from './attribution.ts';
import { LIMIT, OPERATIONS, type Operation, REMOVAL_DATE, STATUSES } from './document.ts';
import type { Finding } from './finding.ts';
import { type Reading, read } from './reading.ts';
import { findingsOf } from './rules.ts';
import { caveatOf, isFullInTheEnd, missingEvidence } from './telling.ts';
import { type Scope, type World, worldOf } from './world.ts';

/** What the engine knows about a run that its record does not show. */
export interface RunFacts {
  readonly readOnly: boolean;
  /** Only the categories that the user named are sent. */
  readonly hasNamedCategories: boolean;
  /** Why the run ended before it was done. */
  readonly stopped?: Reason;
  /** Budgets that ran out. */
  readonly spent: readonly Extract<Reason, { readonly kind: 'budget-spent' }>[];
  /** Ids that the user named and that nobody finds. */
  readonly missingIds: readonly string[];
}

export interface Decision {
  readonly id: RequirementId;
  readonly outcome: 'pass' | 'fail' | 'skipped' | 'inconclusive' | 'unobservable';
  /** How many exchanges say something about it. */
  readonly applied: number;
  readonly violations: readonly Finding[];
  readonly why?: Reason;
  /** What limits a pass. */
  readonly caveat?: string;
  /** The operations that were checked, where not all could be. */
  readonly covered?: readonly Operation[];
  /** The same request also got an answer that is right. */
  readonly isIntermittent?: true;
}

export interface Checked {
  readonly world: World;
  readonly decisions: readonly Decision[];
}

export function readRecord(record: readonly Exchange[], scope: Scope): readonly Reading[] {
  return record.map((exchange) => read(exchange, scope)).sort((a, b) => a.number - b.number);
}

/** One outcome for every requirement, from the record of a run. */
export function checkRecord(record: readonly Exchange[], scope: Scope, facts: RunFacts): Checked {
  const world = worldIn(record, scope);
  const findings = world.readings.flatMap((reading) => findingsOf(reading, world));
  const attribution = attribute([...findings, ...versionPath(world)], world);
  const decisions = catalogue
    .filter(({ level }) => level !== 'INFO')
    .map(({ id }) => decide(id, attribution.get(id) as Attributed, findings, world, facts));
  return { world, decisions };
}

/** What a record shows, for whoever asks about single exchanges. */
export function worldIn(record: readonly Exchange[], scope: Scope): World {
  return worldOf(readRecord(record, scope), scope);
}

/** The requirements that each exchange violates by itself, by its number. */
export function violationsIn(world: World): ReadonlyMap<number, readonly RequirementId[]> {
  const violations = world.readings.map((reading) => [reading.number, violationsOf(reading, world)] as const);
  return new Map(violations.filter(([, ids]) => ids.length > 0));
}

/** The same for one exchange, which need not be part of the world. */
export function violatedBy(exchange: Exchange, world: World): readonly RequirementId[] {
  return violationsOf(read(exchange, world.scope), world);
}

function violationsOf(reading: Reading, world: World): readonly RequirementId[] {
  return findingsOf(reading, world).flatMap(({ id, isOk }) => (isOk ? [] : id));
}

function versionPath({ scope, readings }: World): readonly Finding[] {
  const path = new URL(scope.baseUrl).pathname.replace(/\/+$/, '');
  const [reading] = readings;
  if (!reading) return [];
  const isOk = path.endsWith('/v1');
  return [
    {
      id: 'version.path',
      count: 1,
      reading,
      isOk,
      expected: 'a base URL whose path ends in /v1',
      actual: `the path ${path || '/'}`,
    },
  ];
}

/** These pass where nothing of the kind was ever seen. */
const CONDITIONAL: Partial<Record<RequirementId, string>> = {
  'errors.shape.other': 'No other error status was seen.',
  'errors.status-matches.other': 'No other error status was seen.',
  'deprecation.date': 'No Sunset header was sent.',
};

function decide(
  id: RequirementId,
  { applied, violations, consequenceOf }: Attributed,
  findings: readonly Finding[],
  world: World,
  facts: RunFacts,
): Decision {
  const skipped = skipReason(id, world, facts);
  const decision = { id, applied, violations };
  const undecided = (why: Reason, outcome: 'inconclusive' | 'skipped' | 'unobservable' = 'inconclusive'): Decision => ({
    ...decision,
    violations: [],
    outcome,
    why,
  });
  if (skipped) return undecided(skipped, 'skipped');
  const control = controlOf(id);
  if (control && !world.served.has(control)) {
    return undecided({ kind: 'no-control', control, because: [BASIS[control], 'auth.accepted'] });
  }
  if (violations.length > 0) {
    const isIntermittent = isAlsoRight(id, violations, findings);
    return { ...decision, outcome: 'fail', ...(isIntermittent && { isIntermittent }) };
  }
  if (consequenceOf.size > 0) return undecided({ kind: 'consequence', because: [...consequenceOf] });
  if (facts.stopped) return undecided(facts.stopped);
  const isNamed = id === 'get.found' || (id === 'deprecation.still-served' && applied === 0);
  if (isNamed && facts.missingIds.length > 0) {
    return undecided({ kind: 'known-ids-missing', ids: facts.missingIds });
  }
  const missing = missingEvidence(id, world);
  if (applied === 0 || missing !== undefined) {
    const conditional = CONDITIONAL[id];
    const isExercised = id === 'deprecation.date' ? world.served.has('getPet') : world.served.size > 0;
    if (conditional !== undefined && isExercised) return { ...decision, outcome: 'pass', caveat: conditional };
    const { outcome, why } = unseen(id, missing, world, facts);
    return undecided(why, outcome);
  }
  const caveat = caveatOf(id, world);
  const covered = coveredBy(id, findings);
  return { ...decision, outcome: 'pass', ...(caveat && { caveat }), ...(covered && { covered }) };
}

/** The requirements about credentials on any operation say which they could be decided for. */
function coveredBy(id: RequirementId, findings: readonly Finding[]): readonly Operation[] | undefined {
  if (!['auth.malformed', 'auth.header-only', 'auth.first'].includes(id)) return undefined;
  const seen = new Set(findings.filter((finding) => finding.id === id).map(({ reading }) => reading.asked.operation));
  const possible = id === 'auth.first' ? OPERATIONS.filter((operation) => operation !== 'listPets') : OPERATIONS;
  return possible.every((operation) => seen.has(operation))
    ? undefined
    : possible.filter((operation) => seen.has(operation));
}

function isAlsoRight(id: RequirementId, violations: readonly Finding[], findings: readonly Finding[]): boolean {
  const wrong = new Set(violations.map(({ reading }) => reading));
  const keys = new Set(violations.map(({ reading }) => reading.key));
  return findings.some(
    ({ isOk, id: other, reading }) => isOk && other === id && keys.has(reading.key) && !wrong.has(reading),
  );
}

const WRITING = /^(create\.|auth\.(missing|invalid-key|wrong-scheme)\.createPet$|auth\.no-effect$|history\.)/;
const FETCHING =
  /^(get\.|deprecation\.(?!only-there)|auth\.(missing|invalid-key|wrong-scheme)\.getPet$|errors\.\S+\.404$)/;
const ABOUT_CATEGORIES: readonly RequirementId[] = ['create.int64', 'create.out-of-range'];

/** Why the settings rule a requirement out. */
function skipReason(id: RequirementId, { scope }: World, facts: RunFacts): Reason | undefined {
  if (facts.readOnly && WRITING.test(id)) {
    return { kind: 'read-only', needs: 'requests that could create a pet' };
  }
  if (FETCHING.test(id) && scope.now >= REMOVAL_DATE)
    return { kind: 'removal-date', date: REMOVAL_DATE, now: scope.now };
  if (facts.hasNamedCategories && ABOUT_CATEGORIES.includes(id)) return { kind: 'restricted-categories' };
  return undefined;
}

const ABOUT_ABSENCE: readonly RequirementId[] = [
  'list.complete',
  'list.status.complete',
  'deprecation.replacement',
  'create.no-effect',
  'auth.no-effect',
];

/** Why nothing telling was seen. */
function unseen(
  id: RequirementId,
  missing: string | undefined,
  world: World,
  facts: RunFacts,
): Pick<Decision, 'outcome'> & { outcome: 'inconclusive' | 'skipped' | 'unobservable'; why: Reason } {
  const [spent] = facts.spent;
  if (ABOUT_ABSENCE.includes(id)) {
    const statuses = id === 'list.complete' ? [undefined] : STATUSES;
    if (statuses.every((status) => isFullInTheEnd(status, world))) {
      const counts = Object.fromEntries(STATUSES.map((status) => [status, world.count(status)]));
      return { outcome: 'unobservable', why: { kind: 'target-full', page: LIMIT.maximum, counts } };
    }
  }
  if (facts.readOnly)
    return { outcome: 'skipped', why: { kind: 'read-only', needs: missing ?? EVIDENCE_OF[id] ?? 'pets to look at' } };
  if (ABOUT_CATEGORIES.includes(id) && world.onlyCategories)
    return { outcome: 'inconclusive', why: { kind: 'unknown-category-refused' } };
  if (spent) return { outcome: 'inconclusive', why: spent };
  return {
    outcome: 'inconclusive',
    why: { kind: 'nothing-seen', what: missing ?? EVIDENCE_OF[id] ?? 'exchange that shows it' },
  };
}

const EVIDENCE_OF: Partial<Record<RequirementId, string>> = {
  'list.limit.maximum': 'full page of more than 100 pets',
  'list.limit.default': 'full page of more than 20 pets',
  'list.limit.above-maximum': 'more than 100 pets',
  'deprecation.date': 'pet that getPet returns',
};
