import type { Report, Result } from '../harness/report/model.ts';
import { effectiveOutcomeOf, roundsInWords } from './effective-outcome.ts';
import { asSentence, caseLine, casesOf, evidenceOf } from './evidence.ts';
import { noticesAbout } from './gate.ts';
import { replayCommand } from './replay-command.ts';
import { exchangesInBrief } from './terminal-exchange.ts';
import { markOf, type Paint, paintOf } from './terminal-paint.ts';
import { beside, count, cut, indent, wrap } from './text.ts';

const LABEL_WIDTH = 12;
const TEXT_WIDTH = 100;
/** On a terminal; the other formats have room for all that are listed. */
const MOST_CASES = 5;
const MOST_CASE_LINES = 2;
const MOST_INPUT_LINES = 4;
/** In characters. A longer command is for the clipboard, which the html report fills. */
const LONGEST_COMMAND = 2_000;
/** Of a case's further lines, so that one sees where the next one starts. */
const CASE_INDENT = 2;

export interface Page {
  readonly report: Report;
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

export function titleLines(title: string, number: number, { paint }: Page): readonly string[] {
  return [paint.strong(`${title} (${number})`)];
}

/** Everything somebody needs to see the violation, and to see it again. */
export function failureLines(result: Result, page: Page): readonly string[] {
  return [...headingLines(result, page), ...fieldsOf(page, failureFields(result, page, MOST_CASES))];
}

function failureFields(result: Result, page: Page, mostCases: number): readonly Field[] {
  const exchanges = exchangesInBrief(result.exchanges ?? [], roomIn(page));
  return [
    ['Section', wrapField(result.section, page)],
    ...judgementOf(result, page),
    ['Exchange', exchanges],
    ...counterexampleOf(result, page),
    ['Cases', caseLines(result, page, mostCases)],
    ['Try it', unwrapped(result.curl)],
    ['Replay', [replayCommand(result, page.report)]],
    ...fingerprintOf(result, page),
  ];
}

export function warningLines(result: Result, page: Page): readonly string[] {
  return [
    ...headingLines(result, page),
    ...fieldsOf(page, [
      ['Section', wrapField(result.section, page)],
      ...judgementOf(result, page),
      ['Cases', caseLines(result, page, MOST_CASES)],
      ['Try it', unwrapped(result.curl)],
      ...fingerprintOf(result, page),
    ]),
  ];
}

/**
 * The same without colour and with every listed case, for the formats that show a finding as a block of plain text.
 * They have no other place for what waivers or the baseline say about it.
 */
export function findingText(result: Result, report: Report): string {
  const page = { report, paint: paintOf(false), width: TEXT_WIDTH, verbose: true };
  const fields: readonly Field[] = [
    ...failureFields(result, page, Number.POSITIVE_INFINITY),
    ...noticesAbout(result, report).map(({ sentence }): Field => ['Notice', wrapField(sentence, page)]),
  ];
  return [...headingLines(result, page), ...fieldsOf(page, fields)].join('\n');
}

type Field = readonly [label: string, lines: readonly string[]];

function headingLines(result: Result, { paint, width }: Page): readonly string[] {
  const { id, level, statement } = result;
  return [
    `${markOf(effectiveOutcomeOf(result), paint)} ${paint.strong(id)}  ${paint.quiet(level)}`,
    ...indent(wrap(statement, width - 2), 2),
  ];
}

function judgementOf(result: Result, page: Page): readonly Field[] {
  const { expected, actual, reason } = result;
  return [
    ['Expected', wrapField(expected, page)],
    ['Actual', wrapField(actual, page)],
    ['Reason', wrapField(reason, page)],
    ['Rounds', wrapField(roundsInWords(result), page)],
    ...evidenceOf(result).map(({ label, clause }): Field => [label, wrapField(asSentence(clause), page)]),
  ];
}

function caseLines(result: Result, page: Page, most: number): readonly string[] {
  const { cases, others } = casesOf(result, most);
  const room = roomIn(page);
  const linesOf = (text: string) => {
    const [first = '', ...others] = wrap(cut(text, room * MOST_CASE_LINES), room - CASE_INDENT);
    return [first, ...indent(others, CASE_INDENT)];
  };
  return [...cases.flatMap((one) => linesOf(caseLine(one, result))), ...(others === undefined ? [] : [others])];
}

/** For a waiver of this very violation. */
function fingerprintOf({ fingerprint }: Result, page: Page): readonly Field[] {
  return [['Fingerprint', wrapField(fingerprint, page)]];
}

function counterexampleOf({ counterexample }: Result, page: Page): readonly Field[] {
  if (counterexample === undefined) return [];
  return [
    ['Fails with', wrapField(cut(counterexample.value, roomIn(page) * MOST_INPUT_LINES), page)],
    ['Found with', wrapField(`seed ${counterexample.seed}, path ${counterexample.path}`, page)],
  ];
}

function wrapField(text: string | undefined, page: Page): readonly string[] {
  return text === undefined ? [] : wrap(text.trimEnd(), roomIn(page));
}

function roomIn({ width }: Page): number {
  return width - 2 - LABEL_WIDTH;
}

/** A command is there to be copied, so it is not broken into lines. */
function unwrapped(command: string | undefined): readonly string[] {
  if (command === undefined) return [];
  if (command.length <= LONGEST_COMMAND) return command.split('\n');
  return [`a curl command of ${count(command.length, 'character')}: copy it from the html or json report`];
}

function fieldsOf({ paint }: Page, fields: readonly Field[]): readonly string[] {
  return indent(
    fields.flatMap(([label, lines]) => beside(label, LABEL_WIDTH, lines, paint.quiet)),
    2,
  );
}
