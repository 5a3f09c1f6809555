import type { Excuse, Notice, Report, ReportedFailure, Result } from '../model/report.ts';
import { isAcceptedBy } from '../report/fingerprint.ts';
import { isViolated, type Severity, weighs } from '../report/verdict.ts';
import { type PlacedWaiver, requirementsOf, type Waiver } from './waiver.ts';

export interface Gated {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
}

export interface GateOptions extends Severity {
  /** Waivers count until this day. */
  readonly today: string;
}

/** Marks the violations that are waived, each by itself, and reports waivers that no longer fit. */
export function applyWaivers(report: Report, waivers: readonly PlacedWaiver[], options: GateOptions): Gated {
  const notices: Notice[] = [];
  const results = report.results.map((result) => {
    const own = waivers.filter((waiver) => requirementsOf(waiver).includes(result.id));
    notices.push(...noticesOn(result, own, options));
    const valid = own.filter(({ until }) => until >= options.today);
    if (isViolated(result)) {
      return withExcuses(result, (failure) => {
        const waiver = valid.find((one) => covers(one, failure));
        return waiver && excuseOf(waiver);
      });
    }
    // At worst it is the violation that is waived, if any is.
    const waiver = valid.find(({ fingerprint }) => fingerprint === undefined);
    return waiver && isUndecided(result, options) ? { ...result, excuse: excuseOf(waiver) } : result;
  });
  return { results, notices };
}

function excuseOf({ reason, owner, until }: Waiver): Excuse {
  return { by: 'waiver', reason, owner, until };
}

/** A violated result with the violations marked that are accepted; the result is accepted if all of them are. */
export function withExcuses(result: Result, acceptedBy: (failure: ReportedFailure) => Excuse | undefined): Result {
  const violations = (result.violations ?? []).map((failure) => {
    const excuse = failure.excuse ?? acceptedBy(failure);
    return excuse ? { ...failure, excuse } : failure;
  });
  const [excuse] = violations.flatMap((failure) => failure.excuse ?? []);
  const isWhole = excuse !== undefined && violations.every((failure) => failure.excuse);
  return { ...result, violations, ...(isWhole && { excuse }) };
}

/** Without a fingerprint, a waiver accepts any violation of its requirements. */
function covers({ fingerprint }: Waiver, failure: ReportedFailure): boolean {
  return fingerprint === undefined || isAcceptedBy(failure.fingerprint, [fingerprint].flat());
}

function isUndecided(result: Result, severity: Severity): boolean {
  const { outcome } = result;
  return outcome === 'inconclusive' || (outcome === 'unobservable' && weighs(result, severity));
}

/** What no longer fits among the waivers of one requirement. */
function noticesOn(result: Result, waivers: readonly PlacedWaiver[], { today, strict }: GateOptions) {
  const { id, outcome, violations = [] } = result;
  if (outcome === 'skipped' || outcome === 'unobservable') return [];
  const isPassed = outcome === 'pass';
  const ended = waivers.filter(({ until }) => until < today);
  const valid = waivers.filter((waiver) => !ended.includes(waiver));
  const notices = [
    ...ended.map((waiver) => {
      const advice = isPassed ? 'it passes now, so remove the waiver' : 'fix it or agree on a new date';
      const sentence = `The waiver of ${id} (${waiver.owner}) ended on ${waiver.until}: ${advice}.`;
      return noticeOf('expired', id, sentence, waiver);
    }),
    ...(isPassed ? valid : []).map((waiver) => {
      const what = requirementsOf(waiver).length > 1 ? 'it from the waiver' : 'the waiver';
      const sentence = `The waiver of ${id} (${waiver.owner}) is stale: it passes now, so remove ${what}.`;
      return noticeOf('stale', id, sentence, waiver, strict);
    }),
  ];
  const unknown = violations.filter((failure) => !waivers.some((waiver) => covers(waiver, failure)));
  if (valid.length === 0 || !isViolated(result) || unknown.length === 0) return notices;
  const owners = [...new Set(valid.map(({ owner }) => owner))].join(', ');
  const sentence = `${id} fails in a way that its waiver (${owners}) does not name: ${unknown.map(failureInWords).join(', ')}.`;
  // Nothing is wrong with the waiver, so its line is not shown.
  return [...notices, noticeOf('mismatched', id, sentence)];
}

/** "f0123456789a (name/emoji → 500)" */
function failureInWords({ fingerprint, inputs = [], answer }: ReportedFailure): string {
  return `${fingerprint} (${inputs.length > 0 ? `${inputs.join(' with ')} → ` : ''}${answer})`;
}

function noticeOf(
  kind: Notice['kind'],
  id: string,
  sentence: string,
  { place }: Partial<PlacedWaiver> = {},
  fails = true,
): Notice {
  return { kind, id, sentence, fails, ...(place && { place }) };
}
