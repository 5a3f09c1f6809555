import type { Outcome, Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { count } from './text.ts';

/** The outcome, unless a waiver or the baseline excuses it. */
export type EffectiveOutcome = Outcome | 'waived' | 'known';

export function effectiveOutcomeOf(result: Result): EffectiveOutcome {
  if (!isExcused(result)) return result.outcome;
  return result.excuse?.by === 'baseline' ? 'known' : 'waived';
}

/** A report may come from anywhere, so an excuse may be attached to a pass, which needs none. */
export function isExcused({ excuse, outcome }: Result): boolean {
  return excuse !== undefined && (isViolated({ outcome }) || outcome === 'inconclusive' || outcome === 'unobservable');
}

interface Look {
  readonly word: string;
  /** For the eye: the word is beside it, or in its description. */
  readonly mark: string;
  readonly tone: 'good' | 'bad' | 'caution' | 'quiet';
}

/** In the order in which a reader wants to know: what is wrong, what is unknown, what is well. */
export const LOOKS: Readonly<Record<EffectiveOutcome, Look>> = {
  fail: { word: 'failed', mark: '✗', tone: 'bad' },
  warn: { word: 'warning', mark: '!', tone: 'caution' },
  inconclusive: { word: 'inconclusive', mark: '?', tone: 'caution' },
  unobservable: { word: 'unobservable', mark: '∅', tone: 'caution' },
  waived: { word: 'waived', mark: '○', tone: 'quiet' },
  known: { word: 'known', mark: '○', tone: 'quiet' },
  skipped: { word: 'skipped', mark: '–', tone: 'quiet' },
  observed: { word: 'observed', mark: '·', tone: 'quiet' },
  pass: { word: 'passed', mark: '✓', tone: 'good' },
};

export const OUTCOME_ORDER = Object.keys(LOOKS) as readonly EffectiveOutcome[];

/** Every number and every list of a report comes from here. Observations are no requirements: they only observe. */
export function withEffectiveOutcome(results: readonly Result[], effective: EffectiveOutcome): readonly Result[] {
  const chosen = effective === 'observed' ? results : requirementsIn(results);
  return chosen.filter((result) => effectiveOutcomeOf(result) === effective);
}

export function requirementsIn(results: readonly Result[]): readonly Result[] {
  return results.filter(({ level }) => level !== 'INFO');
}

/** Neither the user nor the report is interested in it. */
export function isUnselected({ outcome, why }: Result): boolean {
  return outcome === 'skipped' && why?.kind === 'not-selected';
}

export type Count = readonly [effective: EffectiveOutcome, number: number];

/** Of requirements, without the outcomes that do not occur. */
export function countsOf(results: readonly Result[]): readonly Count[] {
  return OUTCOME_ORDER.filter((effective) => effective !== 'observed')
    .map((effective): Count => [effective, withEffectiveOutcome(results, effective).length])
    .filter(([, number]) => number > 0);
}

export function countInWords([effective, number]: Count): string {
  return effective === 'warn' ? count(number, 'warning') : `${number} ${LOOKS[effective].word}`;
}

/** "12 passed, 1 failed" */
export function countsInWords(results: readonly Result[]): string {
  const others = countsOf(results).filter(([effective]) => effective !== 'pass');
  return [['pass', withEffectiveOutcome(results, 'pass').length] as const, ...others].map(countInWords).join(', ');
}

/** A run that fails must not look like one that passes, even if the target conforms. */
export function verdictOutcome({ verdict, exitCode }: Report): EffectiveOutcome {
  if (verdict === 'conforming') return exitCode === 0 ? 'pass' : 'warn';
  return verdict === 'violating' ? 'fail' : 'inconclusive';
}

/* On a terminal. */

export type Paint = ReturnType<typeof paintOf>;

export function paintOf(colour: boolean) {
  const style = (on: number, off: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { good: style(32, 39), bad: style(31, 39), caution: style(33, 39), quiet: style(2, 22), strong: style(1, 22) };
}

export function markOf(effective: EffectiveOutcome, paint: Paint): string {
  const { mark, tone } = LOOKS[effective];
  return paint[tone](mark);
}
