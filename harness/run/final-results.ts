import type { Frequency, Result } from '../report/model.ts';
import { type FailingCase, Inconclusive, Skipped, Violation, type ViolationDetails } from '../verdict/verdicts.ts';
import type { Check } from './check.ts';
import type { Sighting, Tally, Watch } from './invariants.ts';
import type { Population } from './population.ts';

export interface FinalInput {
  readonly checks: readonly Check[];
  readonly ends: ReadonlyMap<string, unknown>;
  /** Number of the last exchange before the stage of each check began. */
  readonly turns: ReadonlyMap<string, number>;
  readonly watch: Watch;
  readonly repeated: ReadonlyMap<string, NonNullable<Frequency['repeated']>>;
  readonly population: Population;
  readonly resultOf: (check: Check, end: unknown) => Result;
}

/**
 * Combines how each check ended with what the invariants saw in all exchanges, and reports each defect once.
 */
export function finalResults(input: FinalInput): ReadonlyMap<string, Result> {
  const { checks, ends, turns, watch, repeated, population, resultOf } = input;
  const byId = new Map(checks.map((check) => [check.id, check]));
  const results = new Map<string, Result>();
  const failures = () => [...results.values()].filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');

  const soFar = () => ({
    failures: failures(),
    population,
    sightingsOf: (id: string) => watch.tallyOf(id).sightings,
  });
  const isExplained = (id: string, sightings: readonly Sighting[]) =>
    !(ends.get(id) instanceof Violation) &&
    // An intermittent failure is not a consequence of the other check.
    repeated.get(id)?.failed === repeated.get(id)?.times &&
    checks.some(
      (check) =>
        check.explains.includes(id) &&
        ends.get(check.id) instanceof Violation &&
        sightings.every(({ reply }) => reply.exchange.number > (turns.get(check.id) ?? 0)),
    );
  const decide = (check: Check): Result => {
    const known = results.get(check.id);
    if (known) return known;
    const needs = check.needs.flatMap((need) => {
      const other = byId.get(need.id);
      return other ? [{ ...need, result: decide(other) }] : [];
    });
    const tally = watch.tallyOf(check.id);
    const own = tally.sightings.filter(
      (sighting) => (sighting.invariant.reportedBy?.(sighting, soFar()) ?? []).length === 0,
    );
    const sightings = isExplained(check.id, own) ? [] : own;
    const end = ends.get(check.id);
    const seen = violationSeen({ ...tally, sightings }, repeated.get(check.id));
    // A need stops the check if it failed, or if another failure left it undecided.
    const stoppers = needs.filter(({ stopsOn, result: { outcome, partial, why } }) => {
      if (stopsOn === 'nothing') return false;
      return outcome === 'fail' ? !partial : stopsOn === 'undecided' && why?.kind === 'depends-on';
    });
    const stopping = stoppers.map(({ id }) => id);
    const result = resultOf(check, weighed(end, seen, stopping));
    results.set(check.id, result);
    return result;
  };
  // Checks that watch report only what no other does, so they come last.
  for (const check of checks) if (!check.watches) decide(check);
  for (const check of checks) decide(check);
  const failed = new Set(failures().map(({ id }) => id));
  for (const check of checks) {
    const end = ends.get(check.id);
    if (results.get(check.id)?.outcome !== 'inconclusive' || !(end instanceof Inconclusive)) continue;
    const { because, kind } = end.reason;
    if (!because || kind === 'depends-on') continue;
    // Only now is it known which of the possible causes failed.
    const causes = because.filter((id) => failed.has(id));
    results.set(check.id, resultOf(check, new Inconclusive({ ...end.reason, because: causes }, end.replies)));
  }
  return results;
}

function weighed(end: unknown, seen: Violation | undefined, stoppers: readonly string[]): unknown {
  if (end instanceof Skipped) return end;
  const own = end instanceof Violation ? withFrequency(end, seen) : seen;
  if (own === undefined) return end;
  if (stoppers.length > 0) return new Inconclusive({ kind: 'depends-on', because: stoppers, outcome: 'failed' });
  return own;
}

/** A check's own violation, with the frequency from the invariants if the check has none. */
function withFrequency(own: Violation, seen: Violation | undefined): Violation {
  const { expected, actual, replies, details } = own;
  if (details.frequency !== undefined || seen?.details.frequency === undefined) return own;
  return new Violation(expected, actual, replies, { ...seen.details, hasCause: false, ...details });
}

/** All sightings as one violation. */
export function violationSeen(
  { applied, sightings }: Tally,
  repeated?: NonNullable<Frequency['repeated']>,
): Violation | undefined {
  const [first] = sightings;
  if (!first) return undefined;
  const { breach, reply } = first;
  const isRepeatable = repeated === undefined || repeated.failed === repeated.times;
  const details: ViolationDetails = {
    cases: distinctCases(sightings),
    frequency: {
      failed: sightings.length,
      of: applied,
      unit: sightings.every((sighting) => sighting.reply.operation === 'listPets') ? 'pages' : 'responses',
      ...(repeated && { repeated }),
    },
    intermittent: !isRepeatable || reply.superseded !== undefined,
    ...(breach.facts && { facts: breach.facts }),
    hasCause: breach.earlier !== undefined,
    partial: sightings.every((sighting) => sighting.breach.partial === true),
  };
  const replies = breach.earlier ? [breach.earlier, reply] : [reply];
  return new Violation(breach.expected, breach.actual, replies, details);
}

function distinctCases(sightings: readonly Sighting[]): readonly FailingCase[] {
  const cases = sightings.map(({ breach: { expected, actual }, reply }) => {
    const { method, path, body } = reply.request;
    return { input: [method, path, body].filter(Boolean).join(' '), expected, actual, reply };
  });
  const distinct = [...new Map(cases.toReversed().map((one) => [one.input, one])).values()];
  return distinct.toSorted((a, b) => a.input.length - b.input.length);
}
