import type { Frequency, Result } from '../report/model.ts';
import { type FailingCase, Inconclusive, Skipped, Violation, type ViolationDetails } from '../verdict/verdicts.ts';
import type { Check, Need } from './check.ts';
import type { Sighting, Tally, Watch } from './invariants.ts';
import type { Population } from './population.ts';

export interface FinalInput {
  readonly checks: readonly Check[];
  /** How each check ended: a finding, or what it threw. */
  readonly ends: ReadonlyMap<string, unknown>;
  /** Number of the last exchange before the stage of each check began. */
  readonly turns: ReadonlyMap<string, number>;
  readonly watch: Watch;
  /** What came of repeating the first request that broke a rule, by requirement. */
  readonly repeated: ReadonlyMap<string, NonNullable<Frequency['repeated']>>;
  readonly population: Population;
  readonly resultOf: (check: Check, end: unknown) => Result;
}

/**
 * The results of the whole run: how each check ended, what the invariants saw in all exchanges, and, so that one
 * defect is one story, what another requirement reports already.
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
    // What comes and goes is no consequence of what the other check did.
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
    const stoppers = needs.filter(({ stopsOn, result }) => isStopped(stopsOn, result));
    const result = resultOf(
      check,
      weighed(
        end,
        seen,
        stoppers.map(({ id }) => id),
      ),
    );
    results.set(check.id, result);
    return result;
  };
  // What reports only what nobody else does comes last.
  for (const check of checks) if (!check.watches) decide(check);
  for (const check of checks) decide(check);
  const failed = new Set(failures().map(({ id }) => id));
  for (const check of checks) {
    const end = ends.get(check.id);
    if (results.get(check.id)?.outcome !== 'inconclusive' || !(end instanceof Inconclusive)) continue;
    const { because, kind } = end.reason;
    if (!because || kind === 'depends-on') continue;
    // Only now is known which of the possible causes failed.
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

/** A need that failed, or that another failure left undecided. */
function isStopped(stopsOn: Need['stopsOn'], { outcome, partial, why }: Result): boolean {
  if (stopsOn === 'nothing') return false;
  return outcome === 'fail' ? !partial : stopsOn === 'undecided' && why?.kind === 'depends-on';
}

/** A check's own violation, with how often the invariants saw it where the check cannot say. */
function withFrequency(own: Violation, seen: Violation | undefined): Violation {
  const { expected, actual, replies, details } = own;
  if (details.frequency !== undefined || seen?.details.frequency === undefined) return own;
  return new Violation(expected, actual, replies, { ...seen.details, hasCause: false, ...details });
}

/** What the invariants saw as one violation; undefined where nothing broke a rule. */
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
