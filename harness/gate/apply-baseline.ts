import { UsageError } from '../basics/usage-error.ts';
import type { Excuse, Notice, Report, ReportedFailure, Result } from '../model/report.ts';
import { isAcceptedBy } from '../report/fingerprint.ts';
import { isViolated, type Severity, weighs } from '../report/verdict.ts';
import { keysWhere, settingTable } from '../settings/table.ts';
import { type Gated, withExcuses } from './apply-waivers.ts';
import { forgetAfterOf, type Memory, memoryAfter } from './memory.ts';

/** What a run can be compared with: the finished run of this suite, with every requirement once. */
export function checkedBaseline(report: Report, name: string, suite: string): Report {
  const refuse = (why: string) => new UsageError(`${name} cannot be a baseline, because ${why}.`);
  const ids = report.results.map(({ id }) => id);
  if (report.diagnosis !== undefined) throw refuse('its run did not finish: name the report of a run that did');
  if (report.suite.name !== suite) throw refuse(`it is a report of ${report.suite.name}`);
  if (new Set(ids).size < ids.length) throw refuse('it lists a requirement twice: name the report of a run, unchanged');
  return report;
}

interface GatedByBaseline extends Gated {
  readonly memory: Memory;
}

/** Marks the violations that the baseline knows. An input that did not fail then, and fails now, is worse. */
export function applyBaseline(
  results: readonly Result[],
  { report, baseline }: { readonly report: Report; readonly baseline: Report },
  severity: Severity,
): GatedByBaseline {
  const earlier = new Map(baseline.results.map((result) => [result.id, result]));
  const memory = memoryAfter(results, baseline, forgetAfterOf(report));
  const notices = [...differences(report, baseline)];
  const checked = results.map((result) => {
    const before = earlier.get(result.id);
    const known = withKnown(result, before, baseline, severity);
    const isRemembered = memory.remembered.some(({ id }) => id === result.id);
    const notice = noticeOf(known, before, { report, baseline, severity, isRemembered });
    if (notice) notices.push(notice);
    return known;
  });
  notices.push(...memory.forgotten.map(forgottenNotice));
  return { results: checked, notices: withNewlyDecided(notices, earlier, baseline), memory };
}

/** What an earlier run left undecided, and this one passed, is one notice. */
function withNewlyDecided(all: readonly Notice[], earlier: ReadonlyMap<string, Result>, baseline: Report) {
  const isDecided = ({ kind, id }: Notice) => kind === 'fixed' && earlier.get(id)?.outcome === 'inconclusive';
  const decided = all.filter(isDecided);
  if (decided.length < 2) return all;
  const sentence = `${decided.length} requirements that the baseline of ${dayOf(baseline)} left undecided pass now.`;
  return [...all.filter((notice) => !isDecided(notice)), { kind: 'fixed', id: '', sentence, fails: false } as const];
}

const UNSEEN = 'It was unobservable in the baseline too.';
const FILLED = 'Pages have filled up, which says nothing about the server.';

function withKnown(result: Result, before: Result | undefined, baseline: Report, severity: Severity): Result {
  const { outcome, why } = result;
  const excused = (reason: string): Excuse => ({ by: 'baseline', reason });
  if (result.excuse) return result;
  if (isViolated(result)) return withExcuses(result, (group) => excuseOf(group, result, before, baseline));
  if (outcome === 'inconclusive' && why?.kind === 'target-full') return { ...result, excuse: excused(FILLED) };
  // At worst it is the violation that is known.
  const wasWorse = outcome === 'inconclusive' && before && isViolated(before);
  if (wasWorse) return { ...result, excuse: excused(`It failed in the baseline of ${dayOf(baseline)}.`) };
  const wasUnobservable = outcome === 'unobservable' && weighs(result, severity) && before?.outcome === 'unobservable';
  return wasUnobservable ? { ...result, excuse: excused(UNSEEN) } : result;
}

function excuseOf(
  { fingerprint }: ReportedFailure,
  { id }: Result,
  before: Result | undefined,
  baseline: Report,
): Excuse | undefined {
  const shown = (before && isViolated(before) ? before.violations : [])?.map((group) => group.fingerprint) ?? [];
  if (isAcceptedBy(fingerprint, shown)) return { by: 'baseline', reason: knownReason(baseline) };
  const remembered = baseline.gate?.remembered?.find((one) => one.id === id && one.fingerprint === fingerprint);
  if (remembered === undefined) return undefined;
  const runs = `${remembered.runsWithout + 1} ${remembered.runsWithout === 0 ? 'run' : 'runs'}`;
  return { by: 'baseline', reason: `It comes and goes: it failed ${runs} ago too.` };
}

function knownReason(baseline: Report): string {
  const { recordedBy } = baseline.run;
  if (recordedBy === undefined) return `It failed in the baseline of ${dayOf(baseline)} too.`;
  return `It is in the record that version ${recordedBy} made on ${dayOf(baseline)} too.`;
}

function dayOf({ run }: Report): string {
  return run.startedAt.slice(0, 10);
}

/** What makes a comparison uncertain: other inputs were sent, or another suite sent them. */
function* differences(report: Report, baseline: Report): Generator<Notice> {
  const [before, now] = [baseline.suite.version, report.suite.version];
  if (before !== now) yield notComparable(otherVersion(before, now));
  const pairs = [
    ['address', baseline.target.baseUrl, report.target.baseUrl],
    ['seed', baseline.run.seed, report.run.seed],
    ...SETTINGS.map((name) => [`--${settingTable[name].flag}`, baseline.run.settings[name], report.run.settings[name]]),
  ].map(([what, ...values]) => [what, ...values.map((value) => String(value ?? '') || 'none')]);
  const different = pairs.filter(([, was, is]) => was !== is);
  if (different.length === 0) return;
  const list = different.map(([what, was, is]) => `${what} ${was} (now ${is})`);
  yield notComparable(
    `The baseline was made with ${list.join(', ')}. Failures that it cannot be compared with fail this run.`,
  );
}

function notComparable(sentence: string): Notice {
  return { kind: 'not-comparable', id: '', sentence, fails: false };
}

function otherVersion(before: string, now: string): string {
  return `The baseline was decided by version ${before} of the suite, and this is ${now}: what only ${now} sees fails this run. ${NEW_BASELINE}`;
}

/** The one command that makes a baseline of this version from what an older one sent. */
const NEW_BASELINE =
  'Decide the record of that run again: petstore-conformance inspect RUN.har --reporter json=baseline.json.';

const SETTINGS = keysWhere((row) => row.decidesRequests);

interface Comparison {
  readonly report: Report;
  readonly baseline: Report;
  readonly severity: Severity;
  /** It may come back: a pass is not a fix yet. */
  readonly isRemembered: boolean;
}

function noticeOf(
  result: Result,
  before: Result | undefined,
  { report, baseline, severity, isRemembered }: Comparison,
): Notice | undefined {
  const { id, level, outcome } = result;
  const notice = (kind: Notice['kind'], sentence: string, fails = false): Notice => ({ kind, id, sentence, fails });
  if (level === 'INFO' || result.excuse) return undefined;
  const change = `${id} ${wordOf(result)}; in the baseline it ${wordOf(before)}.`;
  if (outcome === 'unobservable') return before?.outcome === 'pass' ? notice('no-longer-checked', change) : undefined;
  const fails = weighs(result, severity);
  if (isViolated(result)) {
    const fresh = (result.violations ?? []).filter((group) => !group.excuse);
    const unsent = unsentIn(fresh, report, baseline);
    if (unsent.length > 0)
      return notice('newly-sent', `${id} fails on ${unsent.join(', ')}, which was not sent then.`, fails);
    const isPartlyKnown = before && isViolated(before);
    const then = isPartlyKnown ? otherWay(id, fresh) : `${id} ${wordOf(before)} then`;
    return notice('worse', `Worse than the baseline of ${dayOf(baseline)}: ${then}.`, fails);
  }
  if (outcome === 'inconclusive')
    return before?.outcome === 'inconclusive' ? undefined : notice('worse', change, fails);
  const wasBad = before && (isViolated(before) || before.outcome === 'inconclusive');
  if (outcome === 'pass' && wasBad && !isRemembered) return notice('fixed', change);
  if (outcome === 'skipped' && before && before.outcome !== 'skipped') return notice('no-longer-checked', change);
  return undefined;
}

/** The values that only this run sent, if every one of these failures needs one of them. */
function unsentIn(fresh: readonly ReportedFailure[], report: Report, baseline: Report): readonly string[] {
  const [now = [], then] = [report.run.values, baseline.run.values];
  if (then === undefined) return [];
  const isNew = (value: string) => now.includes(value) && !then.includes(value);
  const unsent = fresh.map(({ inputs = [] }) => inputs.filter(isNew));
  return unsent.every((values) => values.length > 0) ? [...new Set(unsent.flat())] : [];
}

function otherWay(id: string, fresh: readonly ReportedFailure[]): string {
  const inputs = new Set(
    fresh.map(({ inputs, cases }) => inputs?.join(' with ') ?? `exchange ${cases.listed[0]?.exchange}`),
  );
  return `${id} failed then, but not on ${[...inputs].join(', ')}`;
}

function forgottenNotice({ id, runsWithout }: Memory['forgotten'][number]): Notice {
  const sentence = `${id} failed now and then, and has not for ${runsWithout} runs: it is no longer known.`;
  return { kind: 'fixed', id, sentence, fails: false };
}

function wordOf(result: Result | undefined): string {
  if (result === undefined) return 'did not exist';
  if (isViolated(result)) return 'failed';
  return result.outcome === 'pass' ? 'passed' : `was ${result.outcome}`;
}
