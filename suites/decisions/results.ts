import { defined, unlessEmpty } from '../../harness/basics/defined.ts';
import { groupBy } from '../../harness/basics/group-by.ts';
import type { DecidedFailure, Decision } from '../../harness/model/decision.ts';
import { type CaseReport, type Frequency, isEachTime, type Repeated } from '../../harness/model/report.ts';
import { advised } from '../../harness/report/advice.ts';
import { labelOf } from '../inputs/values.ts';
import type { Reading } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import { causeOf } from './causes.ts';
import { isPartOf } from './failure-key.ts';
import { type Failure, requestLine } from './failures.ts';
import type { Agreements } from './findings.ts';
import { REPEAT } from './sent-again.ts';
import type { Story } from './stories.ts';

/** In exchanges: of longer records nobody waits for advice. */
const MOST = 5_000;

/** The decisions, each with its failures as a report shows them, by their place in the order of work. */
export function withFailures(
  decisions: readonly Decision[],
  stories: readonly Story[],
  agreeing: Agreements,
  world: World,
): readonly Decision[] {
  const failures = stories.flat();
  const byId = groupBy(failures, ({ id }) => id);
  const contexts = new Map([...byId].map(([id, own]) => [id, contextOf(id, own, agreeing.get(id) ?? [], world)]));
  const isTooLong = world.readings.length > MOST;
  const shown = stories.flatMap((story) =>
    story.map((failure) => {
      const [first] = story;
      const cause = failure === first && !isTooLong ? advised(() => causeOf(story, world), undefined) : undefined;
      const places = defined({ place: failures.indexOf(failure) + 1, story: failures.indexOf(first) + 1, cause });
      return { id: failure.id, ...shownFailure(failure, contexts.get(failure.id) as Context, places) };
    }),
  );
  const shownById = groupBy(shown, ({ id }) => id);
  return decisions.map((decision) => {
    const violations = shownById.get(decision.id)?.map(({ id: _id, ...failure }) => failure);
    return defined({ ...decision, violations });
  });
}

/** What the record shows about all failures of one requirement. */
interface Context {
  readonly violations: readonly Violation[];
  readonly agreed: readonly Reading[];
  readonly repeatedOf: (reading: Reading) => Repeated | undefined;
}

function contextOf(id: string, failures: readonly Failure[], agreed: readonly Reading[], world: World): Context {
  const violations = failures.flatMap((failure) => failure.violations);
  return { violations, agreed, repeatedOf: repeatsIn(violations, id, world) };
}

function shownFailure(
  { id, fingerprint, culprits, isIntermittent, violations }: Failure,
  { violations: all, agreed, repeatedOf }: Context,
  places: Pick<DecidedFailure, 'place' | 'story' | 'cause'>,
): DecidedFailure {
  const [smallest] = violations as readonly [Violation, ...Violation[]];
  const { reading, changed, expected, actual, earlier, shownBy } = smallest;
  const cases = casesOf(violations, repeatedOf);
  const repeated = repeatedOf(reading);
  // What fails each time by now has only begun later. Once may be chance.
  const failsEachTime = repeated !== undefined && repeated.times > 1 && isEachTime(repeated);
  return defined({
    fingerprint,
    ...places,
    inputs: unlessEmpty(culprits),
    answer: reading.status || (reading.failure?.kind ?? 'none'),
    changed,
    expected,
    actual,
    cases: { total: cases.length, listed: cases.slice(0, LISTED_CASES) },
    frequency: frequencyOf(id, violations, all, agreed),
    intermittent: (isIntermittent && !failsEachTime) || undefined,
    facts: factsOf(smallest, all),
    proof: [earlier, reading, shownBy].flatMap((one) => one?.number ?? []),
  });
}

/** How many of the answers that the requirement is about were wrong in this way. */
function frequencyOf(
  id: string,
  violations: readonly Violation[],
  all: readonly Violation[],
  agreed: readonly Reading[],
): Frequency {
  const readingsOf = (some: readonly Violation[]) => some.map(({ reading }) => reading);
  // Of other requirements, what was right may have been no page.
  const areAllPages = requirementOf(id).area === 'list' && all.every(({ reading }) => reading.pets);
  const of = new Set([...readingsOf(all), ...agreed]).size;
  return { failed: new Set(readingsOf(violations)).size, of, unit: areAllPages ? 'pages' : 'responses' };
}

/** How often a request was sent again, and failed again. */
function repeatsIn(violations: readonly Violation[], id: string, world: World): Context['repeatedOf'] {
  const { failsAgain } = requirementOf(id);
  const wrong = new Set(violations.map(({ reading }) => reading.number));
  return (reading) => {
    const repeats = world.sameRequest(reading).filter(({ probe }) => probe === REPEAT);
    const failed = repeats.filter((repeat) => wrong.has(repeat.number) || failsAgain?.(reading, repeat)).length;
    return repeats.length > 0 ? { times: repeats.length, failed } : undefined;
  };
}

/** Of inputs: how many a report lists. The record has all of them. */
const LISTED_CASES = 4;

/** Every input once; one that contains a smaller failing input adds nothing. */
function casesOf(violations: readonly Violation[], repeatedOf: Context['repeatedOf']): readonly CaseReport[] {
  const [first] = violations;
  const cases = new Map<string, CaseReport>();
  const known: (readonly string[])[] = [];
  for (const { reading, expected, actual } of violations) {
    const { input: values = [] } = reading;
    const isLarger = known.some((smaller) => smaller.length > 0 && isPartOf(smaller, values));
    const input = wordsFor(reading);
    if (isLarger || cases.has(input)) continue;
    known.push(values);
    const failing: CaseReport = defined({
      input,
      values: unlessEmpty(values),
      expected: expected === first?.expected ? undefined : expected,
      actual: actual === first?.actual ? undefined : actual,
      exchange: reading.number,
      repeated: repeatedOf(reading),
    });
    cases.set(input, failing);
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
function factsOf({ petId, reading }: Violation, violations: readonly Violation[]): DecidedFailure['facts'] {
  const { asked, pets, connection } = reading;
  const isOnlyThere = violations.length > 1 && violations.every((one) => one.reading.connection === connection);
  const facts = defined({
    petIds: petId === undefined ? undefined : [petId],
    pageSize: asked.page && pets?.length,
    connection: isOnlyThere ? connection : undefined,
  });
  return Object.keys(facts).length > 0 ? facts : undefined;
}
