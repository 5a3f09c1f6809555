import { fingerprintOf, intermittentFingerprint } from '../harness/report/fingerprint.ts';
import { groupBy } from '../harness/report/group-by.ts';
import type { ViolationGroup } from '../harness/report/model.ts';
import { isPartOf } from './specification/consequences.ts';
import type { Violation } from './specification/findings.ts';

/** A combination of more inputs than this was not narrowed down, and other seeds combine them in other ways. */
const CULPRITS = 2;

interface Grouping {
  /** The violations that do not show each time; none unless given. */
  readonly intermittent?: ReadonlySet<Violation> | undefined;
  /** Inputs that cause nothing by themselves. */
  readonly harmless: ReadonlySet<string>;
}

/**
 * The violations of one requirement, one group for each way in which it fails: the same kind of request with the same
 * culprit gets the same wrong answer. A waiver or a baseline knows a group by its fingerprint, which is the same in every
 * run. What fails only now and then shows on another input each time, so inputs do not count there. Such a group has a
 * fingerprint of its own: who accepts it does not accept an input that fails each time.
 */
export function violationGroups(
  violations: readonly Violation[],
  { intermittent = new Set(), harmless }: Grouping,
): ReadonlyMap<Violation, ViolationGroup> {
  const known = new Map<string, ViolationGroup>();
  const fingerprints = new Map<Violation, string>();
  const note = (member: Violation, fingerprint: string, inputs: readonly string[]) => {
    const group = known.get(fingerprint) ?? groupOf(fingerprint, inputs, member);
    known.set(fingerprint, { ...group, count: group.count + 1 });
    fingerprints.set(member, fingerprint);
  };
  for (const member of intermittent) note(member, intermittentFingerprint(fingerprintOf(kindOf(member))), []);
  const steady = violations.filter((violation) => !intermittent.has(violation));
  for (const [, alike] of groupBy(steady, (violation) => kindOf(violation).join('\n'))) {
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
    for (const [culprit, members] of byCulprit) {
      const inputs = culprit === '' ? [] : culprit.split('\n');
      const named = inputs.length > CULPRITS ? ['combination'] : inputs;
      for (const { violation } of members) note(violation, fingerprintOf([...kindOf(violation), ...named]), inputs);
    }
  }
  return new Map([...fingerprints].map(([violation, one]) => [violation, known.get(one) as ViolationGroup]));
}

function groupOf(
  fingerprint: string,
  inputs: readonly string[],
  { reading, changed, expected, actual }: Violation,
): ViolationGroup {
  return {
    fingerprint,
    ...(inputs.length > 0 && { inputs }),
    answer: reading.status || (reading.failure?.kind ?? 'none'),
    ...(changed !== undefined && { changed }),
    expected,
    actual,
    count: 0,
    exchange: reading.number,
  };
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

/** The inputs that may be the cause. Which of the ordinary limits show a page of the wrong length depends on how many pets there are. */
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
