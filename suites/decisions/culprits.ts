import { groupBy } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import { type RequirementId, requirementOf } from '../requirements/index.ts';
import type { Findings, Violation } from './findings.ts';

/*
 * A request that combines several values counts under the requirement of its culprit: the smallest combination that was
 * sent and still fails alike. A service that cannot read bodies in pieces does not fail create.int64 because a large
 * category happened to come in pieces. Letting somebody in, or accepting what must be refused, is never moved. Nor is
 * what a combination in between shows to have another reason: it contains the culprit, and is answered rightly.
 */

/** Fewer inputs, and all of them among the others. */
export function isPartOf(some: readonly string[], inputs: readonly string[]): boolean {
  return some.length < inputs.length && some.every((input) => inputs.includes(input));
}

/** Requirements about requests that must succeed: the culprit may be another value than the one that they are about. */
const SUCCESSES: readonly RequirementId[] = [
  'list.ok',
  'list.limit.default',
  'list.limit.minimum',
  'list.limit.maximum',
  'list.limit.honoured',
  'list.status.only',
  'create.minimal',
  'create.with-status',
  'create.echo',
  'create.int64',
  'create.whitespace',
];

const STATUS = 'status';

/** What distinguishes a request from the plainest one of its operation. */
const valuesOf = memoize(({ input = [], asked, request }: Reading): readonly string[] => {
  const parameters = asked.page ? (request.path.split('?')[1] ?? '').split('&').filter(Boolean) : [];
  const status = asked.sent?.status ? [STATUS] : [];
  return [...new Set([...input.filter((value) => value !== 'status/none'), ...parameters, ...status])].sort();
});

/** What came back: the status, and the field that changed. */
const answerOf = ({ reading, changed }: Violation) => `${reading.asked.operation} ${reading.status} ${changed ?? ''}`;

interface Culprit {
  readonly id: RequirementId;
  readonly values: readonly string[];
  readonly answer: string;
}

/** Findings with each violation under the requirement of its culprit. */
export function underCulprits(all: readonly Findings[]): readonly Findings[] {
  const accepted = acceptedIn(all);
  const culprits = culpritsIn(all, accepted);
  if (culprits.length === 0) return all;
  const harmless = harmlessInputs(all);
  return all.map((findings) => {
    if (findings.violations.length === 0) return findings;
    const moved = findings.violations.map((violation) => {
      const culprit = isMovable(violation) ? culpritOf(violation, culprits, harmless, accepted) : undefined;
      return culprit ? { ...violation, id: culprit.id } : violation;
    });
    const isFirst = ({ id, changed }: Violation, at: number) =>
      moved.findIndex((other) => other.id === id && other.changed === changed) === at;
    const violations = moved.filter((one, at) => !isOfSuccess(one) || isFirst(one, at));
    // A success with the wrong status and the right body agrees with what it is no longer counted under.
    const freed = findings.violations.map(({ id }) => id).filter((id) => moved.every((one) => one.id !== id));
    const agreed = findings.reading.isSuccess ? new Set([...findings.agreed, ...freed]) : findings.agreed;
    return { ...findings, agreed, violations };
  });
}

/** A page of the wrong length, or with the wrong pets, has nothing to do with other values. */
const isOfSuccess = ({ id, reading }: Violation) =>
  SUCCESSES.includes(id) && !(reading.asked.page && reading.isSuccess && reading.status === 200);

/** Inputs with which some request with the key was answered rightly in every respect: by themselves they cause nothing. */
export function harmlessInputs(findings: readonly Findings[]): ReadonlySet<string> {
  const right = findings.filter(
    ({ violations, agreed, reading }) =>
      violations.length === 0 && agreed.size > 0 && reading.asked.credential === 'right',
  );
  return new Set(right.flatMap(({ reading }) => reading.input ?? []));
}

function isMovable(violation: Violation): boolean {
  const { id, reading } = violation;
  if (isOfSuccess(violation)) return true;
  const { refuses, area } = requirementOf(id);
  const isAboutInput = refuses !== undefined || id === 'create.client-id' || area === 'list';
  return isAboutInput && (reading.status === 0 || reading.status >= 400);
}

/** The smallest combination within this one; or one with a value of it, where the others are right elsewhere. */
function culpritOf(
  violation: Violation,
  culprits: readonly Culprit[],
  harmless: ReadonlySet<string>,
  accepted: readonly Combination[],
) {
  const values = valuesOf(violation.reading);
  const { operation } = violation.reading.asked;
  const alike = culprits.filter(({ answer }) => answer === answerOf(violation));
  const smaller = alike.find((culprit) => {
    // A list without parameters is no part of one with a limit, and no reason why an invalid request is refused wrongly.
    const isPlain = culprit.values.length === 0 && (operation === 'listPets' || !isOfSuccess(violation));
    const isRightBetween = (one: Combination) =>
      one.operation === operation && isPartOf(culprit.values, one.values) && (isPlain || isPartOf(one.values, values));
    return isPartOf(culprit.values, values) && !accepted.some(isRightBetween);
  });
  if (smaller || violation.id !== 'create.int64') return smaller;
  const isKept = values.some((value) => value.startsWith('category/') && harmless.has(value));
  const suspects = values.filter((value) => value.includes('/') && !harmless.has(value));
  return isKept ? alike.find((culprit) => suspects.some((value) => culprit.values.includes(value))) : undefined;
}

interface Combination {
  readonly operation: string | undefined;
  readonly values: readonly string[];
}

const keyOf = ({ reading }: Findings) => [reading.asked.operation, ...valuesOf(reading)].join('\n');

/** Valid requests. */
function validIn(all: readonly Findings[]): readonly Findings[] {
  return all.filter(
    ({ reading: { asked } }) =>
      asked.credential === 'right' && (asked.page?.isExact || (asked.sent !== undefined && asked.body !== 'open')),
  );
}

/** Combinations that a valid request was accepted with, each once. */
function acceptedIn(all: readonly Findings[]): readonly Combination[] {
  const accepted = validIn(all).filter(
    ({ reading, violations }) => reading.isSuccess && !violations.some((violation) => isOfSuccess(violation)),
  );
  return [...groupBy(accepted, keyOf).values()].map(([{ reading }]) => ({
    operation: reading.asked.operation,
    values: valuesOf(reading),
  }));
}

/** Narrowing sends a status with everything. It is no reason if it is accepted by itself, and the rest never is. */
function withoutStatus(values: readonly string[], accepted: readonly Combination[]): readonly string[] {
  const others = values.filter((value) => value !== STATUS);
  const isAccepted = (some: readonly string[]) => accepted.some((one) => one.values.join() === some.join());
  return others.length > 0 && others.length < values.length && isAccepted([STATUS]) && !isAccepted(others)
    ? others
    : values;
}

/** Combinations of valid requests that fail each time in the same way, the smallest first. */
function culpritsIn(all: readonly Findings[], accepted: readonly Combination[]): readonly Culprit[] {
  const combinations = groupBy(validIn(all), keyOf);
  const culprits = [...combinations.values()].flatMap(([first, ...others]) =>
    first.violations.filter(isOfSuccess).flatMap((violation): readonly Culprit[] => {
      const answer = answerOf(violation);
      const failsAlike = ({ violations }: Findings) =>
        violations.some((other) => isOfSuccess(other) && answerOf(other) === answer);
      return others.every(failsAlike)
        ? [{ id: violation.id, values: withoutStatus(valuesOf(violation.reading), accepted), answer }]
        : [];
    }),
  );
  return culprits.toSorted((one, other) => one.values.length - other.values.length);
}
