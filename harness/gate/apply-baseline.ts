import { UsageError } from '../basics/usage-error.ts';
import type { Excuse, Notice, Report, Result } from '../model/report.ts';
import { isAccepted } from '../report/fingerprint.ts';
import { isViolated, type Severity, weighs } from '../report/verdict.ts';
import { settingTable } from '../settings/table.ts';
import { type Gated, withExcuses } from './apply-waivers.ts';

/** What a run can be compared with: the finished run of this suite, with every requirement once. */
export function checkedBaseline(report: Report, name: string, suite: string): Report {
  const refuse = (why: string) => new UsageError(`${name} cannot be a baseline, because ${why}.`);
  const ids = report.results.map(({ id }) => id);
  if (report.diagnosis !== undefined) throw refuse('its run did not finish: name the report of a run that did');
  if (report.suite.name !== suite) throw refuse(`it is a report of ${report.suite.name}`);
  if (new Set(ids).size < ids.length) throw refuse('it lists a requirement twice: name the report of a run, unchanged');
  if (report.results.some((result) => isViolated(result) && !result.violations?.length))
    throw refuse('it does not list the violations of what failed: make a new one with this version');
  return report;
}

/** Marks the violations that the baseline knows. An input that did not fail then, and fails now, is worse. */
export function applyBaseline(
  results: readonly Result[],
  { report, baseline }: { readonly report: Report; readonly baseline: Report },
  severity: Severity,
): Gated {
  const earlier = new Map(baseline.results.map((result) => [result.id, result]));
  const reason = `It failed in the baseline of ${baseline.run.startedAt.slice(0, 10)} too.`;
  const notices = [...differences(report, baseline)];
  const checked = results.map((result) => {
    const before = earlier.get(result.id);
    const known = withKnown(result, before, reason, severity);
    const notice = noticeOf(known, before, severity);
    if (notice) notices.push(notice);
    return known;
  });
  return { results: checked, notices };
}

const UNSEEN = 'It was unobservable in the baseline too.';
const FILLED = 'Pages have filled up, which says nothing about the server.';

function withKnown(result: Result, before: Result | undefined, reason: string, severity: Severity): Result {
  const { outcome, why } = result;
  const excuse: Excuse = { by: 'baseline', reason };
  if (result.excuse) return result;
  if (isViolated(result)) {
    const known = (before && isViolated(before) ? before.violations : [])?.map((group) => group.fingerprint) ?? [];
    return withExcuses(result, (group) => (isAccepted(group.fingerprint, known) ? excuse : undefined));
  }
  if (outcome === 'inconclusive' && why?.kind === 'target-full')
    return { ...result, excuse: { ...excuse, reason: FILLED } };
  // At worst it is the violation that is known.
  const wasWorse = outcome === 'inconclusive' && before && isViolated(before);
  const wasUnobservable = outcome === 'unobservable' && weighs(result, severity) && before?.outcome === 'unobservable';
  if (!wasWorse && !wasUnobservable) return result;
  return {
    ...result,
    excuse: wasWorse ? { ...excuse, reason: reason.replace(' too', '') } : { ...excuse, reason: UNSEEN },
  };
}

/** What makes a comparison uncertain: other inputs were sent, or another suite sent them. */
function* differences(report: Report, baseline: Report): Generator<Notice> {
  const pairs = [
    ['address', baseline.target.baseUrl, report.target.baseUrl],
    ['version of the suite', baseline.suite.version, report.suite.version],
    ['seed', baseline.run.seed, report.run.seed],
    ...SETTINGS.map((name) => [`--${settingTable[name].flag}`, baseline.run.settings[name], report.run.settings[name]]),
  ].map(([what, ...values]) => [what, ...values.map((value) => String(value ?? '') || 'none')]);
  const different = pairs.filter(([, before, now]) => before !== now);
  if (different.length === 0) return;
  const list = different.map(([what, before, now]) => `${what} ${before} (now ${now})`);
  const sentence = `The baseline was made with ${list.join(', ')}. What it cannot be compared with counts.`;
  yield { kind: 'not-comparable', id: '', sentence, fails: false };
}

/** Settings that decide what is sent. */
const SETTINGS = [
  'only',
  'skip',
  'readOnly',
  'knownIds',
  'thorough',
  'runs',
  'maxCreates',
  'maxBadCredentials',
  'categoryIds',
] as const;

function noticeOf(result: Result, before: Result | undefined, severity: Severity): Notice | undefined {
  const { id, level, outcome } = result;
  const notice = (kind: Notice['kind'], sentence: string, fails = false): Notice => ({ kind, id, sentence, fails });
  if (level === 'INFO' || result.excuse) return undefined;
  const change = `${id} ${wordOf(result)}; in the baseline it ${wordOf(before)}.`;
  if (outcome === 'unobservable') return before?.outcome === 'pass' ? notice('no-longer-checked', change) : undefined;
  const isWorse = isViolated(result) || (outcome === 'inconclusive' && before?.outcome !== 'inconclusive');
  if (isWorse && before && isViolated(before)) {
    const fresh = (result.violations ?? []).filter((group) => !group.excuse);
    const inputs = [
      ...new Set(fresh.map(({ inputs: all, exchange }) => all?.join(' with ') ?? `exchange ${exchange}`)),
    ];
    return notice(
      'worse',
      `${id} fails in a way that the baseline does not know: ${inputs.join(', ')}.`,
      weighs(result, severity),
    );
  }
  if (isWorse) return notice('worse', change, weighs(result, severity));
  const wasBad = before && (isViolated(before) || before.outcome === 'inconclusive');
  if (outcome === 'pass' && wasBad) return notice('fixed', change);
  if (outcome === 'skipped' && before && before.outcome !== 'skipped') return notice('no-longer-checked', change);
  return undefined;
}

function wordOf(result: Result | undefined): string {
  if (result === undefined) return 'did not exist';
  if (isViolated(result)) return 'failed';
  return result.outcome === 'pass' ? 'passed' : `was ${result.outcome}`;
}
