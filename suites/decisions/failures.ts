import { groupBy, groupByEach } from '../../harness/basics/group-by.ts';
import { fingerprintOf, intermittentFingerprint } from '../../harness/report/fingerprint.ts';
import type { Reading } from '../reading/reading.ts';
import { REQUIREMENTS, requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import { byCulprits, harmlessInputs, inLongerPages, rightlyRead } from './culprits.ts';
import { answerOf, failureKey } from './failure-key.ts';
import type { Agreements, Findings } from './findings.ts';

/**
 * Violations that are the same failure. A waiver or a baseline knows a failure by its fingerprint, which is the same in
 * every run.
 */
export interface Failure {
  readonly id: string;
  readonly fingerprint: string;
  /** The values that cause it, of the request or of the pets that it reads; none if it does not depend on them. */
  readonly culprits: readonly string[];
  /** It does not show each time, and on other requests in each run: only requirement and answer count. */
  readonly isIntermittent: boolean;
  /** At least one, the one to show first in front. */
  readonly violations: readonly Violation[];
}

/** What all requests of a run show. */
interface WhatIsRight {
  /** Values that by themselves cause nothing. */
  readonly harmless: ReadonlySet<string>;
  /** Answers with which nothing is wrong. */
  readonly faultless: readonly Reading[];
}

/** The failures of all requirements, in their order; of one requirement, the smallest first. */
export function failuresOf(findings: readonly Findings[], agreeing: Agreements, world: World): readonly Failure[] {
  const faultless = findings.filter(({ violations }) => violations.length === 0).map(({ reading }) => reading);
  const right = { harmless: harmlessInputs(findings), faultless };
  const byId = groupBy(
    findings.flatMap(({ violations }) => violations),
    ({ id }) => id,
  );
  const bySize = smallestFirst(world);
  return REQUIREMENTS.flatMap(({ id }) => {
    const all = failuresOfOne(byId.get(id) ?? [], agreeing.get(id) ?? [], right, world);
    const sorted = all.map((failure) => ({ ...failure, violations: failure.violations.toSorted(bySize) }));
    return sorted.toSorted((one, other) => bySize(one.violations[0] as Violation, other.violations[0] as Violation));
  });
}

function failuresOfOne(
  violations: readonly Violation[],
  agreed: readonly Reading[],
  { harmless, faultless }: WhatIsRight,
  world: World,
): readonly Failure[] {
  if (violations.length === 0) return [];
  const isIntermittent = intermittentIn(violations, agreed, world);
  const steady = violations.filter((one) => !isIntermittent(one));
  const right = [...rightlyRead(agreed, world), ...inLongerPages(steady, faultless, world)];
  return [
    ...steadyFailures(steady, new Set([...harmless, ...right]), world),
    ...intermittentFailures(violations.filter(isIntermittent)),
  ];
}

function steadyFailures(violations: readonly Violation[], harmless: ReadonlySet<string>, world: World) {
  return [...groupBy(violations, failureKey)].flatMap(([key, alike]) =>
    groupsOf(alike, harmless, world).map(
      ({ culprits, areSome, violations: own }): Failure => ({
        id: alike[0].id,
        fingerprint: fingerprintOf([key, ...culprits, ...(areSome ? ['and others'] : [])]),
        culprits,
        isIntermittent: false,
        violations: own,
      }),
    ),
  );
}

/** What is wrong with the form of an answer has nothing to do with the input. */
function groupsOf(
  alike: readonly [Violation, ...Violation[]],
  harmless: ReadonlySet<string>,
  world: World,
): ReturnType<typeof byCulprits> {
  if (requirementOf(alike[0].id).form) return [{ culprits: [], violations: alike }];
  return byCulprits(alike, harmless, world);
}

function intermittentFailures(violations: readonly Violation[]) {
  return [...groupBy(violations, ({ reading }) => answerOf(reading))].map(([answer, alike]): Failure => {
    const [{ id }] = alike;
    const fingerprint = intermittentFingerprint(fingerprintOf([id, answer]));
    return { id, fingerprint, culprits: [], isIntermittent: true, violations: alike };
  });
}

/**
 * Which of these do not show each time. The very request was also answered rightly; or another request of the kind was, and
 * this one was neither sent again nor do its values fail whenever they are sent.
 */
function intermittentIn(
  violations: readonly Violation[],
  agreed: readonly Reading[],
  world: World,
): (one: Violation) => boolean {
  const rightKeys = new Set(agreed.map(({ key }) => key));
  const isAlsoRight = ({ reading }: Violation) => rightKeys.has(reading.key) || isGone(reading, world);
  if (!violations.some(isAlsoRight)) return () => false;
  const right = new Set(agreed.flatMap(({ input = [] }) => input));
  const wrong = [...new Set(violations.map(({ reading }) => reading))];
  const byKey = groupBy(wrong, ({ key }) => key);
  const byValue = groupByEach(wrong, ({ input = [] }) => [...new Set(input)]);
  const isMany = (group: readonly Reading[] = []) => group.length > 1;
  return (violation) => {
    if (isAlsoRight(violation)) return true;
    const { key, input = [] } = violation.reading;
    return !isMany(byKey.get(key)) && !input.some((value) => !right.has(value) && isMany(byValue.get(value)));
  };
}

/**
 * The same request also got an answer that is no 5xx. Whatever is wrong with the form of a 5xx then comes and goes with it,
 * though no answer could be right in that respect.
 */
function isGone(reading: Reading, world: World): boolean {
  const isOther = ({ status }: Reading) => status > 0 && status < 500;
  return reading.status >= 500 && world.sameRequest(reading).some(isOther);
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

export function requestLine({ request }: Reading): string {
  return [request.method, request.path, request.body].filter(Boolean).join(' ');
}
