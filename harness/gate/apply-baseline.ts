import { isOpen, isViolated, weighs } from '../report/conclusion.ts';
import type { Notice, Report, Result } from '../report/model.ts';
import type { Judged } from './apply-waivers.ts';

/** Whatever is no worse than in the baseline is known, and excused. */
export function applyBaseline(results: readonly Result[], baseline: Report, strict: boolean): Judged {
  const earlier = new Map(baseline.results.map((result) => [result.id, result]));
  const when = baseline.run.startedAt.slice(0, 10);
  const notices: Notice[] = [];
  const judged = results.map((result) => {
    const before = earlier.get(result.id);
    const isKnown = badnessOf(result) > 0 && badnessOf(before) >= badnessOf(result);
    const notice = noticeOf(result, before, isKnown, strict);
    if (notice) notices.push(notice);
    if (!isKnown || result.excuse) return result;
    return {
      ...result,
      excuse: { by: 'baseline' as const, reason: reasonOf(result, before, when) },
    };
  });
  return { results: judged, notices };
}

function reasonOf(result: Result, before: Result | undefined, when: string): string {
  const known = wordOf(before);
  return `It ${known} in the baseline of ${when}${known === wordOf(result) ? ' too' : ''}.`;
}

function noticeOf(result: Result, before: Result | undefined, isKnown: boolean, strict: boolean): Notice | undefined {
  const { id, level, outcome } = result;
  const told = (kind: Notice['kind'], sentence: string, fails = false): Notice => ({ kind, id, sentence, fails });
  if (level === 'INFO' || result.excuse) return undefined;
  const change = `${id} ${wordOf(result)}; in the baseline it ${wordOf(before)}.`;
  if (badnessOf(result) > badnessOf(before)) return told('worse', change, weighs(result, strict));
  if (isKnown && isViolated(result) && before && isViolated(before) && before.fingerprint !== result.fingerprint) {
    return told('changed', `${id} is violated as in the baseline, but otherwise: see Expected and Actual.`);
  }
  if (outcome === 'pass' && badnessOf(before) > 0) return told('mended', change);
  if (outcome === 'skipped' && before && before.outcome !== 'skipped') return told('no-longer-judged', change);
  return undefined;
}

/** What was left out or is new says nothing bad, so whatever is bad now is worse. */
function badnessOf(result: Result | undefined): number {
  if (result === undefined) return 0;
  if (result.outcome === 'unsteady' && isViolated(result)) return 2;
  if (isViolated(result)) return 3;
  return isOpen(result) ? 1 : 0;
}

function wordOf(result: Result | undefined): string {
  switch (result?.outcome) {
    case 'fail':
    case 'warn':
      return 'does not hold';
    case 'unsteady':
      return 'was unsteady';
    case 'inconclusive':
      return 'was not decided';
    case 'skipped':
      return 'was skipped';
    case 'pass':
    case 'observed':
      return 'holds';
    case undefined:
      return 'was not there';
  }
}
