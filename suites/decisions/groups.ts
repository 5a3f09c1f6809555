import { groupBy } from '../../harness/basics/group-by.ts';
import { fingerprintOf, intermittentFingerprint } from '../../harness/report/fingerprint.ts';
import type { Reading } from '../reading/reading.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isPartOf } from './culprits.ts';
import type { Violation } from './findings.ts';

/**
 * Violations of one requirement that fail in one way: the same kind of request with the same culprit gets the same wrong
 * answer. A waiver or a baseline knows a group by its fingerprint, which is the same in every run.
 */
export interface Group {
  readonly id: RequirementId;
  readonly fingerprint: string;
  /** The input values that cause it; none if it does not depend on the input. */
  readonly culprits: readonly string[];
  /**
   * It does not show each time. What fails only now and then shows on another input each time, so inputs do not count in
   * its fingerprint, and who accepts it does not accept an input that fails each time.
   */
  readonly isIntermittent: boolean;
  /** At least one. */
  readonly violations: readonly Violation[];
}

/** A combination of more inputs than this was not narrowed down, and other seeds combine them in other ways. */
const CULPRITS = 2;

/** The groups of one requirement. */
export function groupsOf(
  violations: readonly Violation[],
  agreed: readonly Reading[],
  harmless: ReadonlySet<string>,
): readonly Group[] {
  const isIntermittent = intermittentIn(violations, agreed);
  return [...groupBy(violations, (violation) => kindOf(violation).join('\n')).values()].flatMap((alike) => {
    const [first] = alike;
    const { id } = first;
    const [unsteady, steady] = [alike.filter(isIntermittent), alike.filter((one) => !isIntermittent(one))];
    const kind = kindOf(first);
    const byCulprit = [...culpritsOf(steady, harmless)].map(([key, members]): Group => {
      const culprits = key === '' ? [] : key.split('\n');
      const named = culprits.length > CULPRITS ? ['combination'] : culprits;
      return {
        id,
        fingerprint: fingerprintOf([...kind, ...named]),
        culprits,
        isIntermittent: false,
        violations: members,
      };
    });
    if (unsteady.length === 0) return byCulprit;
    const fingerprint = intermittentFingerprint(fingerprintOf(kind));
    return [...byCulprit, { id, fingerprint, culprits: [], isIntermittent: true, violations: unsteady }];
  });
}

/** What was asked for in which way, and what is wrong with the answer. */
function kindOf({ id, reading, changed }: Violation): readonly string[] {
  const { asked, status, failure } = reading;
  const { operation = 'none', credential, page } = asked;
  const isTooLong = page !== undefined && (reading.pets?.length ?? 0) > page.limit;
  return [
    id,
    operation,
    credential,
    page?.filter === undefined ? 'unfiltered' : 'filtered',
    String(status || (failure?.kind ?? 'none')),
    changed ?? (isTooLong ? 'too long' : ''),
  ];
}

/**
 * Which of these do not show each time. The very request was also answered rightly; or another request of the kind was, and
 * this one was neither sent again nor do its values fail whenever they are sent.
 */
function intermittentIn(violations: readonly Violation[], agreed: readonly Reading[]): (one: Violation) => boolean {
  const rightKeys = new Set(agreed.map(({ key }) => key));
  const isAlsoRight = ({ reading }: Violation) => rightKeys.has(reading.key);
  if (!violations.some(isAlsoRight)) return () => false;
  const right = new Set(agreed.flatMap(({ input = [] }) => input));
  const wrong = [...new Set(violations.map(({ reading }) => reading))];
  return (violation) => {
    if (isAlsoRight(violation)) return true;
    const { key, input = [] } = violation.reading;
    const isRepeated = wrong.filter((other) => other.key === key).length > 1;
    const isOfValue = input.some(
      (value) => !right.has(value) && wrong.filter((other) => other.input?.includes(value)).length > 1,
    );
    return !isRepeated && !isOfValue;
  };
}

/** By the inputs that may be the cause. */
function culpritsOf(alike: readonly Violation[], harmless: ReadonlySet<string>) {
  // Where plain requests fail in the same way, no input is to blame.
  const isPlain = alike.some(({ reading }) => !reading.input?.length && !reading.generated);
  const all = alike.map((violation) => {
    const inputs = isPlain ? [] : inputsOf(violation);
    return { violation, inputs, suspects: suspectsIn(inputs, harmless) };
  });
  const culprits: (readonly string[])[] = [];
  const byCulprit = groupBy(
    all.toSorted((a, b) => a.suspects.length - b.suspects.length || a.inputs.length - b.inputs.length),
    ({ inputs, suspects }) => {
      // What fails in the same way with fewer inputs is the reason, even if they are harmless in other requests.
      const culprit = culprits.find((known) => known.length > 0 && isPartOf(known, inputs)) ?? suspects;
      culprits.push(culprit);
      return culprit.join('\n');
    },
  );
  return new Map([...byCulprit].map(([key, members]) => [key, members.map(({ violation }) => violation)]));
}

/** Which of the ordinary limits show a page of the wrong length depends on how many pets there are. */
function inputsOf({ reading }: Violation): readonly string[] {
  const { page } = reading.asked;
  if ((page?.isExact && reading.isSuccess) || reading.generated) return [];
  return (reading.input ?? []).toSorted();
}

function suspectsIn(inputs: readonly string[], harmless: ReadonlySet<string>): readonly string[] {
  const others = inputs.filter((input) => !harmless.has(input));
  // Where each is harmless by itself, the combination is to blame.
  return others.length > 0 ? others : inputs;
}
