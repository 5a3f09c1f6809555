import { defined, unlessEmpty } from '../../harness/basics/defined.ts';
import type { Decision } from '../../harness/model/decision.ts';
import {
  type CaseReport,
  type Frequency,
  isEachTime,
  type Repeated,
  type ReportedStory,
  type ViolationGroup,
} from '../../harness/model/report.ts';
import { advised } from '../../harness/report/advice.ts';
import { labelOf } from '../inputs/values.ts';
import type { Reading } from '../reading/reading.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import { type CheckedRecord, causeOf } from './causes.ts';
import { isPartOf } from './failure-key.ts';
import type { Failure } from './failures.ts';
import { REPEAT } from './sent-again.ts';
import type { Story } from './stories.ts';

/** A requirement that is violated: in which ways, and with the proof of the smallest violation. */
export function violated(
  { id, level, area, failsAgain }: Pick<Requirement, 'id' | 'level' | 'area' | 'failsAgain'>,
  failures: readonly Failure[],
  agreed: readonly Reading[],
  world: World,
): Decision {
  const bySize = smallestFirst(world);
  const mostFirst = failures
    .map((failure) => ({ ...failure, violations: failure.violations.toSorted(bySize) }))
    .toSorted((one, other) => other.violations.length - one.violations.length);
  const violations = mostFirst.flatMap((failure) => failure.violations);
  const [smallest] = violations.toSorted(bySize) as [Violation, ...Violation[]];
  const { reading, expected, actual, earlier, shownBy } = smallest;
  const repeatedOf = repeatsIn(violations, failsAgain, world);
  const repeated = repeatedOf(reading);
  // What fails each time by now has only begun later. Once may be chance.
  const failsEachTime = repeated !== undefined && repeated.times > 1 && isEachTime(repeated);
  const isOfIntermittent = mostFirst.some((one) => one.isIntermittent && one.violations.includes(smallest));
  return defined({
    id,
    outcome: level === 'SHOULD' ? 'warn' : 'fail',
    expected,
    actual,
    proof: [earlier, reading, shownBy].flatMap((one) => one?.number ?? []),
    hasCause: earlier !== undefined || shownBy !== undefined,
    violations: mostFirst.map((failure) => shownFailure(failure, repeatedOf)),
    frequency: defined({ ...frequencyOf(violations, agreed, area), repeated }),
    intermittent: (isOfIntermittent && !failsEachTime) || undefined,
    counterexample: reading.generated,
    facts: factsOf(smallest, violations),
  });
}

/** How many of the answers that the requirement is about were wrong. */
function frequencyOf(violations: readonly Violation[], agreed: readonly Reading[], area: string): Frequency {
  const wrong = new Set(violations.map(({ reading }) => reading));
  // Of other requirements, what was right may have been no page.
  const areAllPages = area === 'list' && violations.every(({ reading }) => reading.pets);
  const all = new Set([...wrong, ...agreed]);
  return { failed: wrong.size, of: all.size, unit: areAllPages ? 'pages' : 'responses' };
}

/** A failure as a report shows it; its violations are in the order of their size. */
function shownFailure({ fingerprint, culprits, violations }: Failure, repeatedOf: RepeatedOf): ViolationGroup {
  const { reading, changed, expected, actual } = violations[0] as Violation;
  const cases = casesOf(violations, repeatedOf);
  return defined({
    fingerprint,
    inputs: unlessEmpty(culprits),
    answer: reading.status || (reading.failure?.kind ?? 'none'),
    changed,
    expected,
    actual,
    cases: { total: cases.length, listed: cases.slice(0, LISTED_CASES) },
    count: violations.length,
    exchange: reading.number,
  });
}

type RepeatedOf = (reading: Reading) => Repeated | undefined;

/** How often a request was sent again, and failed again. */
function repeatsIn(violations: readonly Violation[], failsAgain: Requirement['failsAgain'], world: World): RepeatedOf {
  const wrong = new Set(violations.map(({ reading }) => reading.number));
  return (reading) => {
    const repeats = world.sameRequest(reading).filter(({ probe }) => probe === REPEAT);
    const failed = repeats.filter((repeat) => wrong.has(repeat.number) || failsAgain?.(reading, repeat)).length;
    return repeats.length > 0 ? { times: repeats.length, failed } : undefined;
  };
}

/** Which of two violations a report shows first: the one that its reader can repeat, and understands soonest. */
export function smallestFirst(
  world: World,
): (one: Pick<Violation, 'reading'>, other: Pick<Violation, 'reading'>) => number {
  return ({ reading: one }, { reading: other }) => {
    const byEnd = Number(one.processEnd === undefined) - Number(other.processEnd === undefined);
    if (byEnd !== 0) return byEnd;
    // Nobody can repeat a request for a pet that did not exist yet: its id gets another answer by now.
    const byRepeatable = Number(isBeforeItsPet(one, world)) - Number(isBeforeItsPet(other, world));
    if (byRepeatable !== 0) return byRepeatable;
    const byInputs = (one.input?.length ?? 0) - (other.input?.length ?? 0);
    if (byInputs !== 0) return byInputs;
    const byLength = requestLine(one).length - requestLine(other).length;
    if (byLength !== 0) return byLength;
    return one.number - other.number;
  };
}

/** Whether the pet with the id that was asked for was created only after the request. */
function isBeforeItsPet({ asked, sentAt }: Reading, { creations }: World): boolean {
  const sameId = creations.get(asked.petId ?? '') ?? [];
  return sameId.some((creation) => creation.sentAt > sentAt);
}

function requestLine({ request }: Reading): string {
  return [request.method, request.path, request.body].filter(Boolean).join(' ');
}

/** Of inputs: how many a report lists. */
const LISTED_CASES = 20;

/** Every input once; one that contains a smaller failing input adds nothing. */
function casesOf(violations: readonly Violation[], repeatedOf: RepeatedOf): readonly CaseReport[] {
  const cases = new Map<string, CaseReport>();
  const known: (readonly string[])[] = [];
  for (const { reading, expected, actual } of violations) {
    const { input: values = [] } = reading;
    const isLarger = known.some((smaller) => smaller.length > 0 && isPartOf(smaller, values));
    const input = wordsFor(reading);
    if (isLarger || cases.has(input)) continue;
    known.push(values);
    const repeated = repeatedOf(reading);
    cases.set(input, defined({ input, values, expected, actual, exchange: reading.number, repeated }));
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

/** What a program may want to know about the smallest violation. */
function factsOf({ petId, reading }: Violation, violations: readonly Violation[]): Decision['facts'] {
  const { asked, pets, connection } = reading;
  const isOnlyThere = violations.length > 1 && violations.every((one) => one.reading.connection === connection);
  const facts = defined({
    petIds: petId === undefined ? undefined : [petId],
    pageSize: asked.page && pets?.length,
    connection: isOnlyThere ? connection : undefined,
  });
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** In exchanges or pets: what a story names. */
const SHARED = 20;

/** In exchanges: of longer records nobody waits for advice. */
const MOST = 5_000;

/** Stories as a report shows them. */
export function storiesFrom(stories: readonly Story[], checked: CheckedRecord): readonly ReportedStory[] {
  return stories.map((story) => {
    const { headline, others } = story;
    const part = ({ id, fingerprint }: Failure) => ({ id, fingerprint });
    const exchanges = sharedBy(headline, others, ({ reading }) => [reading.number]);
    const pets = sharedBy(headline, others, ({ petId, lacks = [] }) =>
      petId === undefined ? lacks : [petId, ...lacks],
    );
    const shares = defined({
      exchanges: unlessEmpty(exchanges),
      pets: unlessEmpty(pets),
      culprits: unlessEmpty(headline.culprits),
    });
    const isTooLong = checked.world.readings.length > MOST;
    const cause = isTooLong ? undefined : advised(() => causeOf(story, checked), undefined);
    return defined({ headline: part(headline), others: others.map(part), shares, cause });
  });
}

function sharedBy<T>(
  headline: Failure,
  others: readonly Failure[],
  factsIn: (violation: Violation) => readonly T[],
): readonly T[] {
  const elsewhere = new Set(others.flatMap(({ violations }) => violations.flatMap(factsIn)));
  return [...new Set(headline.violations.flatMap(factsIn))].filter((one) => elsewhere.has(one)).slice(0, SHARED);
}
