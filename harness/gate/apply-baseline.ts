import { isViolated, type Severity, weighs } from '../report/conclusion.ts';
import type { Notice, Report, Result } from '../report/model.ts';
import { UsageError } from '../settings/usage-error.ts';
import { excuseDependents, type Gated } from './apply-waivers.ts';

/** A run that did not finish knows too little to be compared with. */
export function checkedBaseline(report: Report, name: string): Report {
  if (report.diagnosis === undefined) return report;
  throw new UsageError(
    `${name} cannot be a baseline, because its run did not finish: name the report of a run that did.`,
  );
}

/** Excuses every result that is not worse than in the baseline. */
export function applyBaseline(results: readonly Result[], baseline: Report, severity: Severity): Gated {
  const earlier = new Map(baseline.results.map((result) => [result.id, result]));
  const when = baseline.run.startedAt.slice(0, 10);
  const notices: Notice[] = [];
  const checked = results.map((result) => {
    const before = earlier.get(result.id);
    const isFilled = result.outcome === 'inconclusive' && result.why?.kind === 'target-full';
    // An unobservable result is excused only if it would count.
    const mayBeKnown = result.outcome === 'unobservable' ? weighs(result, severity) : badnessOf(result) > 0;
    const isKnown = isFilled || (mayBeKnown && badnessOf(before) >= badnessOf(result));
    const notice = noticeOf(result, isKnown, severity, before);
    if (notice) notices.push(notice);
    if (!isKnown || result.excuse) return result;
    const known = wordOf(before);
    const reason = `It ${known} in the baseline of ${when}${known === wordOf(result) ? ' too' : ''}.`;
    return { ...result, excuse: { by: 'baseline' as const, reason: isFilled ? FILLED : reason } };
  });
  const excused = excuseDependents(checked, 'baseline');
  const isExcused = (id: string) => excused.some((result) => result.id === id && result.excuse !== undefined);
  return { results: excused, notices: notices.filter(({ kind, id }) => kind !== 'worse' || !isExcused(id)) };
}

const FILLED = 'Pages have filled up, which says nothing about the server.';

function noticeOf(result: Result, isKnown: boolean, severity: Severity, before?: Result): Notice | undefined {
  const { id, level, outcome } = result;
  const notice = (kind: Notice['kind'], sentence: string, fails = false): Notice => ({ kind, id, sentence, fails });
  if (level === 'INFO' || result.excuse) return undefined;
  const change = `${id} ${wordOf(result)}; in the baseline it ${wordOf(before)}.`;
  if (outcome === 'unobservable') return before?.outcome === 'pass' ? notice('no-longer-checked', change) : undefined;
  if (!isKnown && badnessOf(result) > badnessOf(before)) return notice('worse', change, weighs(result, severity));
  if (isKnown && isViolated(result) && before && isViolated(before) && before.fingerprint !== result.fingerprint) {
    return notice('changed', `${id} still fails, but differently than in the baseline: see Expected and Actual.`);
  }
  const wasBad = before && (isViolated(before) || before.outcome === 'inconclusive');
  if (outcome === 'pass' && wasBad) return notice('fixed', change);
  if (outcome === 'skipped' && before && before.outcome !== 'skipped') return notice('no-longer-checked', change);
  return undefined;
}

/** A skipped or new requirement counts as good, so any failure now is worse. */
function badnessOf(result: Result | undefined): number {
  if (result === undefined) return 0;
  // Whether a run also sees a correct answer to the same request is chance.
  if (isViolated(result)) return 2;
  return result.outcome === 'inconclusive' || result.outcome === 'unobservable' ? 1 : 0;
}

function wordOf(result: Result | undefined): string {
  if (result === undefined) return 'did not exist';
  if (isViolated(result)) return 'failed';
  return result.outcome === 'pass' ? 'passed' : `was ${result.outcome}`;
}
