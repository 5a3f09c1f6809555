import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { effectiveOutcomeOf, isExcused, LOOKS } from './effective-outcome.ts';
import { caveatOf } from './evidence.ts';
import { findingText } from './terminal-finding.ts';
import { oneLine } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesElsewhere } from './verdict.ts';

/** What a reader of test results sees: a requirement, or what else fails the run. */
export interface TestCase {
  readonly suite: string;
  readonly name: string;
  /** The time of the exchanges that it rests on, which others may rest on too. */
  readonly ms: number;
  /** `broken`: the run itself failed. */
  readonly status: 'passed' | 'failed' | 'broken' | 'skipped';
  /** The level of the requirement, or the kind of what else fails the run. */
  readonly type?: string;
  /** What the suite itself calls it. */
  readonly outcome: string;
  readonly message?: string;
  readonly text?: string;
}

export function testCasesOf(report: Report): readonly TestCase[] {
  return [...runCases(report), ...report.results.map((result) => caseOf(result, report))];
}

/** What fails the run although no requirement does: a run that did not finish, a waiver that no longer fits. */
function runCases(report: Report): readonly TestCase[] {
  const { diagnosis, verdict, results, run } = report;
  const words = (type: string, text: string) => ({ type, outcome: type, message: oneLine(text), text });
  const error = { suite: 'run', name: 'run', ms: results.length === 0 ? run.durationMs : 0, status: 'broken' as const };
  const failure = { suite: 'run', ms: 0, status: 'failed' as const };
  const notices = noticesElsewhere(report).filter(({ fails }) => fails);
  return [
    ...(diagnosis === undefined ? [] : [{ ...error, ...words(verdict, diagnosis) }]),
    ...notices.map(({ kind, id, sentence }) => ({ ...failure, name: `${id} (${kind})`, ...words(kind, sentence) })),
  ];
}

/** What was not checked or is waived is skipped, never passed. */
function caseOf(result: Result, report: Report): TestCase {
  const { id, area, level, outcome, excuse, durationMs, reason = 'no reason was recorded' } = result;
  const { word } = LOOKS[effectiveOutcomeOf(result)];
  const base = { suite: area, name: id, ms: durationMs, type: level, outcome: word };
  const text = findingText(result, report);
  if (failsTheRun(result, report)) return { ...base, status: 'failed', message: findingSentence(result), text };
  if (excuse && isExcused(result)) {
    const why = `${excuseSentence(excuse)}\n\n${isViolated(result) ? text : reason}`;
    return { ...base, status: 'skipped', text: why };
  }
  if (isViolated(result)) return { ...base, status: 'passed', text };
  if (outcome === 'skipped') return { ...base, status: 'skipped', text: reason };
  if (outcome !== 'pass') return { ...base, status: 'skipped', text: `${word}: ${reason}` };
  const caveat = caveatOf(result, report);
  return caveat === undefined ? { ...base, status: 'passed' } : { ...base, status: 'passed', text: caveat };
}
