import { groupBy } from '../harness/basics/group-by.ts';
import type { Excuse, Notice, Report, ReportedFailure, Result } from '../harness/model/report.ts';
import { hasUnfitWaiver } from '../harness/report/concluded.ts';
import { isIntermittent } from '../harness/report/fingerprint.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { isExcused, isUnselected, requirementsIn, withEffectiveOutcome } from './effective-outcome.ts';
import { casesOf, clausesOf, firstOf } from './evidence.ts';
import type { ShownStory } from './stories.ts';
import { count, cut, lengthOf, oneLine } from './text.ts';

/** How a run ended, in words. */
export interface VerdictInWords {
  /** "Conforming on 50 of 72 (read-only: 22 skipped)" */
  readonly heading: string;
  /** "every MUST that was checked passed." */
  readonly meaning: string;
  /** Both of them. */
  readonly sentence: string;
  /** "on 50 of 72 (read-only: 22 skipped)"; undefined if every requirement was checked. */
  readonly basis: string | undefined;
}

export function verdictInWords(report: Report): VerdictInWords {
  const { verdict } = report;
  const word = verdict === 'untested' ? 'Not tested' : `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}`;
  const found = basisOf(report);
  const basis = found && basisInWords(found);
  const isLimited = verdict === 'conforming' && mustsWith('unobservable', report) > 0;
  const heading = `${word}${basis ? ` ${basis}` : ''}${isLimited ? ' as far as this server can show' : ''}`;
  const meaning = meaningOf(report);
  return { heading, meaning, sentence: `${heading}: ${meaning}`, basis };
}

function meaningOf(report: Report): string {
  if (report.verdict === 'untested') return 'nothing was decided about the server.';
  if (report.verdict === 'violating') return whatFailed(report);
  return report.verdict === 'conforming' ? whatPassed(report) : whatIsMissing(report);
}

/** What a verdict rests on if not every requirement was checked. */
export interface Basis {
  readonly checked: number;
  readonly total: number;
  readonly skipped: readonly { readonly why: string; readonly number: number }[];
}

/** Undefined if nothing was skipped. Observations do not count: they decide nothing. */
export function basisOf({ results, run }: Report): Basis | undefined {
  const requirements = requirementsIn(results);
  const skipped = withEffectiveOutcome(results, 'skipped');
  if (skipped.length === 0) return undefined;
  const groups = [...groupBy(skipped, (result) => whyOf(result, run.settings))];
  return {
    checked: requirements.length - skipped.length,
    total: requirements.length,
    skipped: groups.map(([why, members]) => ({ why, number: members.length })),
  };
}

/** "on 50 of 72 (read-only: 22 skipped)" */
function basisInWords({ checked, total, skipped }: Basis): string {
  const parts = skipped.map(({ why, number }) => `${why === '' ? '' : `${why}: `}${number} skipped`);
  return `on ${checked} of ${total} (${parts.join('; ')})`;
}

/** Short enough to stay on the line of the verdict. */
const MAX_FLAGS = 60;

/** Why it was skipped, in a few words. */
export function whyOf({ why }: Result, { only, skip }: Report['run']['settings']): string {
  if (why?.kind === 'read-only') return why.kind;
  if (why?.kind !== 'not-selected') return why?.kind.replaceAll('-', ' ') ?? '';
  // A report may come from anywhere, with settings of any type.
  const flags = Object.entries({ '--only': only, '--skip': skip }).flatMap(([flag, patterns]) =>
    Array.isArray(patterns) && patterns.length > 0 ? [`${flag} ${patterns.join(', ')}`] : [],
  );
  return flags.length > 0 ? cut(oneLine(flags.join(' ')), MAX_FLAGS) : 'not selected';
}

/** A MUST, in a strict run also a SHOULD, and whatever a waiver no longer covers. */
export function failsTheRun(result: Result, report: Report): boolean {
  if (!isViolated(result) || isExcused(result)) return false;
  const isRefused = noticesAbout(result, report).some(({ fails }) => fails);
  return result.level === 'MUST' || report.run.settings.strict === true || isRefused;
}

/** "Waived until 2026-12-31 by the pets team: the cap goes with the new store." */
export function excuseSentence({ by, reason, owner, until }: Excuse): string {
  // The author of a waiver may have left out the full stop, and more sentences follow.
  const why = /[.!?…]\s*$/u.test(reason) ? reason.trimEnd() : `${reason.trimEnd()}.`;
  if (by === 'baseline') return `Known: ${why}`;
  return `Waived${until ? ` until ${until}` : ''}${owner ? ` by ${owner}` : ''}: ${why}`;
}

/** In characters: longer texts are read in full below. */
const MAX_SHORT = 160;
/** In characters: a longer input is a combination, which says less than the answer. */
const MAX_INPUT = 60;

/** What is wrong, for whoever sees it first: "status: false and 1 more → 201 (expected status 400)". */
export function storyInShort({ lead }: ShownStory): string {
  const { cause } = firstOf(lead);
  if (cause?.from === 'record') return oneLine(cause.text);
  const answer = answerInShort(lead);
  if (answer === undefined) return `Violated: ${oneLine(lead.statement)}`;
  const [failure] = lead.violations ?? [];
  const input = (failure && inputToBlame(failure)) ?? '';
  const { total } = casesOf(lead);
  const more = total < 2 ? '' : ` and ${total - 1} more`;
  const isShort = input !== '' && lengthOf(input) <= MAX_INPUT && isPlain(input);
  return cut(`${isShort ? `${input}${more} → ` : ''}${answer}`, MAX_SHORT);
}

/** Each part only as far as it is plain: the answer in words, or its status, or what came back differently. */
function answerInShort({ violations: [failure] = [] }: Result): string | undefined {
  if (failure === undefined) return undefined;
  const { expected, actual, changed, answer } = failure;
  const hoped = expected !== '' && isPlain(expected) ? ` (expected ${oneLine(expected)})` : '';
  const said = beforeJson(actual);
  if (said !== '' && isPlain(said)) return `${oneLine(said)}${hoped}`;
  if (changed !== undefined) return `another ${changed} than expected${hoped}`;
  return hoped === '' ? undefined : `${answer}${hoped}`;
}

/** "categoryId is 1.5, not an integer", without the pet behind it. */
function beforeJson(text: string): string {
  return text.replace(/: [[{].*$/s, '');
}

/** Without JSON, which has brackets or braces, and without the name that every pet of a run has. */
function isPlain(text: string): boolean {
  return !/[[{…]|conformance-/.test(text);
}

/** A generated value has no id that a report could name. A plain request has no values at all, and blames none. */
function inputToBlame({ inputs, cases, fingerprint }: ReportedFailure): string | undefined {
  const [first] = cases.listed;
  const isGenerated = (first?.values ?? []).length > 0 && !isIntermittent(fingerprint);
  return first && (inputs || isGenerated) ? oneLine(first.input) : undefined;
}

/** One line. */
export function findingSentence(result: Result): string {
  const { reason } = result;
  const { expected, actual } = firstOf(result);
  const parts = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(actual === undefined ? [] : [`actual ${actual}`]),
    ...(isViolated(result) ? clausesOf(result).map(([, clause]) => clause) : []),
    ...(reason === undefined ? [] : [reason]),
  ];
  return oneLine(parts.join('; '));
}

function whatPassed(report: Report): string {
  const subject = basisOf(report) ? 'every MUST that was checked' : 'every MUST';
  const waivers = hasUnfitWaiver(report) ? ', but a waiver no longer fits' : '';
  const exceptions = [
    ['is waived', mustsWith('waived', report)],
    ['is known from the baseline', mustsWith('known', report)],
    ['is unobservable', mustsWith('unobservable', report)],
  ] as const;
  const parts = exceptions.flatMap(([words, number]) => (number > 0 ? [`${words} (${number})`] : []));
  const ends = ['passed', ...parts].join(', ').replace(/, (?=[^,]*$)/, ' or ');
  const warnings = withEffectiveOutcome(report.results, 'warn').length;
  const also = warnings > 0 ? `, ${count(warnings, 'SHOULD requirement')} failed` : '';
  return `${subject} ${ends}${also}${waivers}.`;
}

function mustsWith(effective: 'waived' | 'known' | 'unobservable', { results }: Report): number {
  return withEffectiveOutcome(results, effective).filter(({ level }) => level === 'MUST').length;
}

function whatFailed({ results }: Report): string {
  const failed = withEffectiveOutcome(results, 'fail').length;
  if (failed > 0) return `${count(failed, 'MUST requirement')} failed.`;
  const warned = withEffectiveOutcome(results, 'warn').length;
  return `${count(warned, 'SHOULD requirement')} failed, which fails a strict run.`;
}

function whatIsMissing(report: Report): string {
  const { results, run } = report;
  const musts = results.filter((result) => result.level === 'MUST' && !isExcused(result));
  const number = (outcome: Result['outcome']) => musts.filter((result) => result.outcome === outcome).length;
  const [open, unseen, skipped] = [number('inconclusive'), number('unobservable'), number('skipped')];
  const isAll = run.settings.requireAll === true && unseen + skipped > 0;
  const required = isAll ? `${unseen + skipped} MUST could not be checked (--require-all)` : 'the run did not finish';
  const what = open > 0 ? `${open} MUST ${open === 1 ? 'is' : 'are'} inconclusive` : required;
  const save = results.some((result) => isViolated(result) && isExcused(result)) ? ' that is not waived or known' : '';
  return `no violation was found${save}, but ${what}${hasUnfitWaiver(report) ? ', and a waiver no longer fits' : ''}.`;
}

/** Remarks of waivers and the baseline. */
export function noticesAbout({ id }: Result, { gate }: Report): readonly Notice[] {
  return gate?.notices.filter((notice) => notice.id === id) ?? [];
}

/**
 * Without those that a finding shows, so that nothing is counted twice; those that fail the run come first. What the user
 * did not select is one notice.
 */
export function noticesElsewhere({ results, gate }: Report): readonly Notice[] {
  const found = results.filter((result) => isViolated(result) && !isExcused(result)).map(({ id }) => id);
  const unselected = new Set(results.filter(isUnselected).map(({ id }) => id));
  const isAsked = ({ id, kind }: Notice) => kind === 'no-longer-checked' && unselected.has(id);
  const all = gate?.notices.filter(({ id }) => !found.includes(id)) ?? [];
  const asked = all.filter(isAsked).length;
  const sentence = `${count(asked, 'requirement')} of the baseline ${asked === 1 ? 'was' : 'were'} not selected, and so not checked.`;
  return [
    ...all.filter((notice) => !isAsked(notice)),
    ...(asked > 0 ? [{ kind: 'no-longer-checked', id: '', sentence, fails: false } as const] : []),
  ].toSorted((one, other) => Number(other.fails) - Number(one.fails));
}
