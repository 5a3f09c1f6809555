import type { Decided, FailingCase } from '../harness/report/decided.ts';
import type { Frequency } from '../harness/report/model.ts';
import { catalogue } from './catalogue.ts';
import type { Finding } from './specification/finding.ts';
import type { Decision } from './specification/index.ts';
import type { World } from './specification/world.ts';

const levels: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, level }) => [id, level]));

/** A decision with the proof that a report shows: the smallest violation first. */
export function decidedFrom(decision: Decision, world: World): Decided {
  const { id, outcome, violations, why, caveat, covered } = decision;
  if (outcome !== 'fail') {
    return { id, outcome, ...(why && { why }), ...(caveat && { remark: caveat }), ...(covered && { covered }) };
  }
  const [first] = violations.toSorted(bySize);
  if (first === undefined) throw new Error(`${id} fails without a violation.`);
  const { reading, expected, actual, earlier, facts } = first;
  const repeats = world.readings.filter(({ probe, key }) => probe === 'repeat' && key === reading.key);
  const failed = repeats.filter(({ number }) => violations.some((other) => other.reading.number === number)).length;
  const { petIds, pageSize } = facts ?? {};
  return {
    id,
    outcome: levels.get(id) === 'SHOULD' ? 'warn' : 'fail',
    expected,
    actual,
    proof: [...(earlier ? [earlier.number] : []), reading.number],
    hasCause: earlier !== undefined,
    cases: casesOf(violations),
    frequency: {
      failed: violations.length,
      of: Math.max(decision.applied, violations.length),
      unit: unitOf(violations),
      ...(repeats.length > 0 && { repeated: { times: repeats.length, failed } }),
    },
    ...(decision.isIntermittent && { isIntermittent: true }),
    ...(reading.generated && { counterexample: reading.generated }),
    ...((petIds || pageSize !== undefined) && {
      facts: { ...(petIds && { petIds }), ...(pageSize !== undefined && { pageSize }) },
    }),
  };
}

/** Fewer inputs, then a shorter request, then an earlier one. */
function bySize(one: Finding, other: Finding): number {
  const sizes = ({ reading }: Finding) => [reading.input?.length ?? 0, requestLine(reading).length, reading.number];
  const [a, b] = [sizes(one), sizes(other)];
  const at = a.findIndex((size, index) => size !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function requestLine({ request }: Finding['reading']): string {
  return [request.method, request.path, request.body].filter(Boolean).join(' ');
}

/** Every input once; one that contains a smaller failing input adds nothing. */
function casesOf(violations: readonly Finding[]): readonly FailingCase[] {
  const cases = new Map<string, FailingCase>();
  const known: (readonly string[])[] = [];
  for (const { reading, expected, actual } of violations.toSorted(bySize)) {
    const { input = [] } = reading;
    const isLarger = known.some(
      (smaller) => smaller.length > 0 && smaller.length < input.length && smaller.every((one) => input.includes(one)),
    );
    const label = input.length > 0 ? input.join(', ') : requestLine(reading);
    if (isLarger || cases.has(label)) continue;
    known.push(input);
    cases.set(label, { input: label, expected, actual, exchange: reading.number });
  }
  return [...cases.values()];
}

/** What was counted: pets on pages are counted one by one. */
function unitOf(violations: readonly Finding[]): Frequency['unit'] {
  const ids = new Set(violations.map(({ id }) => id));
  if (ids.has('list.status.only') || ids.has('body.pet-shape')) return 'pets';
  return violations.every(({ reading }) => reading.asked.operation === 'listPets') ? 'pages' : 'responses';
}
