import type { Decided, FailingCase } from '../harness/engine/suite.ts';
import { isEachTime, type LinkReport, type Repeated, type ViolationGroup } from '../harness/report/model.ts';
import { catalogue } from './catalogue.ts';
import { labelOf } from './probes/values.ts';
import { isPartOf } from './specification/consequences.ts';
import type { Violation } from './specification/findings.ts';
import { type Decision, REPEAT } from './specification/index.ts';
import type { Reading } from './specification/reading.ts';
import type { World } from './specification/world.ts';
import { violationGroups } from './violation-groups.ts';

const levels: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, level }) => [id, level]));

/** Every decision with what a report shows of it. */
export function decidedFrom(
  decisions: readonly Decision[],
  world: World,
  harmless: ReadonlySet<string>,
): readonly Decided[] {
  const groups = new Map(
    decisions.flatMap(({ violations, intermittent }) => [...violationGroups(violations, { intermittent, harmless })]),
  );
  return decisions.map((decision) => {
    const decided = decision.outcome === 'fail' ? failureFrom(decision, world) : undecidedFrom(decision);
    const violations = [...new Set(decision.violations.flatMap((violation) => groups.get(violation) ?? []))];
    const links = linksOf(decision, groups);
    return {
      ...decided,
      ...(violations.length > 0 && { violations: violations.toSorted((one, other) => other.count - one.count) }),
      ...(links.length > 0 && { links }),
    };
  });
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

/** Each violation of another requirement that explains something here, once. */
function linksOf({ consequences = [] }: Decision, groups: ReadonlyMap<Violation, ViolationGroup>) {
  const links = new Map<string, LinkReport>();
  for (const { violation, cause, link } of consequences) {
    const fingerprint = groups.get(cause)?.fingerprint ?? '';
    if (links.has(fingerprint)) continue;
    const [exchange, causeNumber] = [violation.reading.number, cause.reading.number];
    links.set(fingerprint, { because: cause.id, fingerprint, by: link, exchange, cause: causeNumber });
  }
  return [...links.values()];
}

/** A failure with its proof: the smallest violation first. */
function failureFrom(decision: Decision, world: World): Decided {
  const { id, violations } = decision;
  const smallest = smallestFirst(world);
  const sorted = violations.toSorted((one, other) => smallest(one.reading, other.reading));
  const [first] = sorted;
  if (first === undefined) throw new Error(`${id} fails without a violation.`);
  const { reading, expected, actual, earlier, petId } = first;
  const repeatedOf = repeatsIn(decision, world);
  const repeated = repeatedOf(reading);
  // What fails each time by now has only begun later. Once may be chance.
  const isIntermittent = decision.intermittent && !(repeated && repeated.times > 1 && isEachTime(repeated));
  const failed = new Set(violations.map((violation) => violation.reading.number)).size;
  // Of other requirements, what was right may have been no page.
  const isOfPages = id.startsWith('list.') && violations.every(({ reading: { pets } }) => pets);
  return {
    id,
    outcome: levels.get(id) === 'SHOULD' ? 'warn' : 'fail',
    expected,
    actual,
    proof: [...(earlier ? [earlier.number] : []), reading.number],
    hasCause: earlier !== undefined,
    cases: casesOf(sorted, repeatedOf),
    frequency: {
      failed,
      of: Math.max(decision.applied, failed),
      unit: isOfPages ? 'pages' : 'responses',
      ...(repeated && { repeated }),
    },
    ...(isIntermittent && { isIntermittent }),
    ...(reading.generated && { counterexample: reading.generated }),
    ...factsOf(petId, reading),
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
  return generated?.value ?? input.map(labelOf).join(', ');
}

/** What a program may want to know about the pets in a violation. */
function factsOf(petId: string | undefined, { asked, pets }: Violation['reading']): Pick<Decided, 'facts'> {
  const pageSize = asked.page && pets?.length;
  if (petId === undefined && pageSize === undefined) return {};
  return { facts: { ...(petId !== undefined && { petIds: [petId] }), ...(pageSize !== undefined && { pageSize }) } };
}
