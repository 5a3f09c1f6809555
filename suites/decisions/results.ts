import { groupBy } from '../../harness/basics/group-by.ts';
import type { Decided, DecidedViolation, FailingCase } from '../../harness/model/decided.ts';
import { isEachTime, type Repeated, type ReportedStory } from '../../harness/model/report.ts';
import { advised } from '../../harness/report/advice.ts';
import { labelOf } from '../inputs/values.ts';
import type { Reading } from '../reading/reading.ts';
import { REQUIREMENTS } from '../requirements/index.ts';
import type { World } from '../world/world.ts';
import { causeOf } from './causes.ts';
import { isPartOf } from './failure.ts';
import type { Violation } from './findings.ts';
import type { Group } from './groups.ts';
import { type CheckedRecord, REPEAT } from './index.ts';
import type { Decision } from './outcomes.ts';

const byId = new Map(REQUIREMENTS.map((requirement) => [requirement.id, requirement]));

/** Every decision with what a report shows of it. */
export function decidedFrom(
  decisions: readonly Decision[],
  groups: readonly Group[],
  world: World,
): readonly Decided[] {
  const groupsById = groupBy(groups, ({ id }) => id);
  return decisions.map((decision) =>
    decision.outcome === 'fail'
      ? failureFrom(decision, groupsById.get(decision.id) ?? [], world)
      : undecidedFrom(decision),
  );
}

function undecidedFrom({ id, outcome, why, caveat, covered, restsOn }: Decision): Decided {
  return {
    id,
    outcome: outcome as Decided['outcome'],
    ...(why && { why }),
    ...(caveat && { remark: caveat }),
    ...(covered && { covered }),
    ...(restsOn && { restsOn }),
  };
}

/** A failure with its proof: the smallest violation first. */
function failureFrom(decision: Decision, groups: readonly Group[], world: World): Decided {
  const { id, violations } = decision;
  const repeatedOf = repeatsIn(decision, world);
  const shown = groups
    .map((group) => shownGroup(group, repeatedOf, world))
    .toSorted((one, other) => other.group.count - one.group.count);
  const [first] = shown.map(({ first: violation }) => violation).toSorted(bySize(world));
  if (first === undefined) throw new Error(`${id} fails without a violation.`);
  const { reading, expected, actual, earlier, shownBy, petId } = first;
  const repeated = repeatedOf(reading);
  const own = groups.find((group) => group.violations.includes(first));
  // What fails each time by now has only begun later. Once may be chance.
  const isIntermittent = own?.isIntermittent && !(repeated && repeated.times > 1 && isEachTime(repeated));
  const failed = new Set(violations.map((violation) => violation.reading.number)).size;
  // Of other requirements, what was right may have been no page.
  const isOfPages = id.startsWith('list.') && violations.every(({ reading: { pets } }) => pets);
  return {
    id,
    outcome: byId.get(id)?.level === 'SHOULD' ? 'warn' : 'fail',
    expected,
    actual,
    proof: [earlier, reading, shownBy].flatMap((one) => one?.number ?? []),
    hasCause: earlier !== undefined || shownBy !== undefined,
    violations: shown.map(({ group }) => group),
    frequency: {
      failed,
      of: Math.max(decision.applied, failed),
      unit: isOfPages ? 'pages' : 'responses',
      ...(repeated && { repeated }),
    },
    ...(isIntermittent && { isIntermittent }),
    ...(reading.generated && { counterexample: reading.generated }),
    ...factsOf(petId, reading, violations),
  };
}

/** A group as a report shows it, and the violation that shows it best. */
function shownGroup(
  { fingerprint, culprits, violations }: Group,
  repeatedOf: RepeatedOf,
  world: World,
): { readonly group: DecidedViolation; readonly first: Violation } {
  const sorted = violations.toSorted(bySize(world));
  const first = sorted[0] as Violation;
  const { reading, changed, expected, actual } = first;
  return {
    first,
    group: {
      fingerprint,
      ...(culprits.length > 0 && { inputs: culprits }),
      answer: reading.status || (reading.failure?.kind ?? 'none'),
      ...(changed !== undefined && { changed }),
      expected,
      actual,
      cases: casesOf(sorted, repeatedOf),
      count: violations.length,
      exchange: reading.number,
    },
  };
}

type RepeatedOf = (reading: Reading) => Repeated | undefined;

/** How often a request was sent again, and failed again. */
function repeatsIn({ id, violations }: Decision, world: World): RepeatedOf {
  const wrong = new Set(violations.map(({ reading }) => reading.number));
  return (reading) => {
    const repeats = world.sameRequest(reading).filter(({ probe }) => probe === REPEAT);
    // A pet that is not found again, though no list comes after it that would prove it wrong.
    const isLost = ({ status }: Reading) => id === 'get.found' && status === 404 && reading.status === 404;
    const failed = repeats.filter((repeat) => wrong.has(repeat.number) || isLost(repeat)).length;
    return repeats.length > 0 ? { times: repeats.length, failed } : undefined;
  };
}

const bySize = (world: World) => {
  const compare = smallestFirst(world);
  return (one: Violation, other: Violation) => compare(one.reading, other.reading);
};

/** Fewer inputs, then a shorter request, then an earlier one; last what nobody can repeat, as the pet exists by now. */
export function smallestFirst({ creations }: World): (one: Reading, other: Reading) => number {
  const isPast = ({ asked, sentAt }: Reading) => creations.get(asked.petId ?? '')?.some((made) => made.sentAt > sentAt);
  const sizes = (reading: Reading) => [
    isPast(reading) ? 1 : 0,
    reading.input?.length ?? 0,
    requestLine(reading).length,
    reading.number,
  ];
  return (one, other) => {
    const others = sizes(other);
    const differences = sizes(one).map((size, at) => size - (others[at] ?? 0));
    return differences.find((difference) => difference !== 0) ?? 0;
  };
}

function requestLine({ request }: Reading): string {
  return [request.method, request.path, request.body].filter(Boolean).join(' ');
}

/** Every input once; one that contains a smaller failing input adds nothing. */
function casesOf(violations: readonly Violation[], repeatedOf: RepeatedOf): readonly FailingCase[] {
  const cases = new Map<string, FailingCase>();
  const known: (readonly string[])[] = [];
  for (const { reading, expected, actual } of violations) {
    const { input: values = [] } = reading;
    const isLarger = known.some((smaller) => smaller.length > 0 && isPartOf(smaller, values));
    const input = wordsFor(reading);
    if (isLarger || cases.has(input)) continue;
    known.push(values);
    const repeated = repeatedOf(reading);
    const shown = { input, values, expected, actual, exchange: reading.number };
    cases.set(input, { ...shown, ...(repeated && { repeated }) });
  }
  return [...cases.values()];
}

function wordsFor(reading: Reading): string {
  const { input = [], generated } = reading;
  if (input.length === 0) return requestLine(reading);
  return generated?.value ?? withoutReplaced(input).map(labelOf).join(', ');
}

/** A body with a broken field does not have the value that the field would have otherwise. */
function withoutReplaced(input: readonly string[]): readonly string[] {
  const broken = input.flatMap((id) => /^body\/(name|category|status)-/.exec(id)?.[1] ?? []);
  return input.filter((id) => !broken.some((table) => id.startsWith(`${table}/`)));
}

/** What a program may want to know about a violation. */
function factsOf(
  petId: string | undefined,
  { asked, pets, connection }: Reading,
  violations: readonly Violation[],
): Pick<Decided, 'facts'> {
  const pageSize = asked.page && pets?.length;
  const isOnlyThere = violations.length > 1 && violations.every(({ reading }) => reading.connection === connection);
  const facts = {
    ...(petId !== undefined && { petIds: [petId] }),
    ...(pageSize !== undefined && { pageSize }),
    ...(connection && isOnlyThere && { connection }),
  };
  return Object.keys(facts).length > 0 ? { facts } : {};
}

/** In exchanges or pets: what a story names. */
const SHARED = 20;

/** In exchanges: of longer records nobody waits for advice. */
const MOST = 5_000;

/** Stories as a report shows them. */
export function storiesFrom(checked: CheckedRecord): readonly ReportedStory[] {
  return checked.stories.map((story) => {
    const { headline, others } = story;
    const part = ({ id, fingerprint }: Group) => ({ id, fingerprint });
    const exchanges = sharedBy(headline, others, ({ reading }) => [reading.number]);
    const pets = sharedBy(headline, others, ({ petId, lacks = [] }) => [
      ...(petId === undefined ? [] : [petId]),
      ...lacks,
    ]);
    const { culprits } = headline;
    const cause = checked.world.readings.length > MOST ? undefined : advised(() => causeOf(story, checked), undefined);
    return {
      headline: part(headline),
      others: others.map(part),
      shares: {
        ...(exchanges.length > 0 && { exchanges }),
        ...(pets.length > 0 && { pets }),
        ...(culprits.length > 0 && { culprits }),
      },
      ...(cause && { cause }),
    };
  });
}

function sharedBy<T>(
  headline: Group,
  others: readonly Group[],
  factsIn: (violation: Violation) => readonly T[],
): readonly T[] {
  const elsewhere = new Set(others.flatMap(({ violations }) => violations.flatMap(factsIn)));
  return [...new Set(headline.violations.flatMap(factsIn))].filter((one) => elsewhere.has(one)).slice(0, SHARED);
}
