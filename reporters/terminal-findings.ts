import type { Exchange, Report, Result } from '../harness/report/model.ts';
import { effectiveOutcomeOf, roundsInWords } from './effective-outcome.ts';
import { answerOf, asSentence, caseLines, evidenceOf, requestLine } from './evidence.ts';
import { replayCommand } from './replay-command.ts';
import { markOf, type Paint, paintOf } from './terminal-paint.ts';
import { beside, chop, count, cut, indent, lengthOf, wrap } from './text.ts';
import { noticesAbout } from './verdict.ts';

const LABEL_WIDTH = 12;
const TEXT_WIDTH = 100;
/** On a terminal; other formats show all that are listed. */
const MOST_CASES = 5;
const MOST_CASE_LINES = 2;
const MOST_INPUT_LINES = 4;
const MOST_BODY_LINES = 4;
const MOST_EARLIER = 3;
/** In characters. A longer command is for the clipboard, which the html report fills. */
const LONGEST_COMMAND = 2_000;
/** Of further lines of a case, so that the next case stands out. */
const CASE_INDENT = 2;

export interface Page {
  readonly report: Report;
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

export function failureLines(result: Result, page: Page): readonly string[] {
  return findingLines(result, page, fieldsOf(result, page, MOST_CASES));
}

const ONLY_IN_FAILURES = ['Exchange', 'Fails with', 'Found with', 'Replay'];

export function warningLines(result: Result, page: Page): readonly string[] {
  const fields = fieldsOf(result, page, MOST_CASES).filter(([label]) => !ONLY_IN_FAILURES.includes(label));
  return findingLines(result, page, fields);
}

/** For formats that show a finding as a block of plain text. They have no other place for the notices about it. */
export function findingText(result: Result, report: Report): string {
  const page = { report, paint: paintOf(false), width: TEXT_WIDTH, verbose: true };
  const notices = noticesAbout(result, report).map(({ sentence }): Field => ['Notice', wrapField(sentence, page)]);
  return findingLines(result, page, [...fieldsOf(result, page, Number.POSITIVE_INFINITY), ...notices]).join('\n');
}

type Field = readonly [label: string, lines: readonly string[]];

function findingLines(result: Result, { paint, width }: Page, fields: readonly Field[]): readonly string[] {
  const { id, level, statement } = result;
  return [
    `${markOf(effectiveOutcomeOf(result), paint)} ${paint.strong(id)}  ${paint.quiet(level)}`,
    ...indent(wrap(statement, width - 2), 2),
    ...fields.flatMap(([label, lines]) => indent(beside(label, LABEL_WIDTH, lines, paint.quiet), 2)),
  ];
}

/** A field without lines is not shown. */
function fieldsOf(result: Result, page: Page, mostCases: number): readonly Field[] {
  const { counterexample } = result;
  const room = roomIn(page);
  return [
    ['Section', wrapField(result.section, page)],
    ['Expected', wrapField(result.expected, page)],
    ['Actual', wrapField(result.actual, page)],
    ['Reason', wrapField(result.reason, page)],
    ['Rounds', wrapField(roundsInWords(result), page)],
    ...evidenceOf(result).map(({ label, clause }): Field => [label, wrapField(asSentence(clause), page)]),
    ['Exchange', exchangeLines(result, room)],
    ['Fails with', wrapField(counterexample && cut(counterexample.value, room * MOST_INPUT_LINES), page)],
    ['Found with', wrapField(counterexample && `seed ${counterexample.seed}, path ${counterexample.path}`, page)],
    ['Cases', wrappedCases(result, page, mostCases)],
    ['Try it', unwrapped(result.curl)],
    ['Replay', [replayCommand(result, page.report)]],
    ['Fingerprint', wrapField(result.fingerprint, page)],
  ];
}

function wrappedCases(result: Result, page: Page, most: number): readonly string[] {
  const room = roomIn(page);
  return caseLines(result, most).flatMap((line) => {
    const [first = '', ...others] = wrap(cut(line, room * MOST_CASE_LINES), room - CASE_INDENT);
    return [first, ...indent(others, CASE_INDENT)];
  });
}

function wrapField(text: string | undefined, page: Page): readonly string[] {
  return text === undefined ? [] : wrap(text.trimEnd(), roomIn(page));
}

function roomIn({ width }: Page): number {
  return width - 2 - LABEL_WIDTH;
}

/** Not broken into lines, so that it can be copied. */
function unwrapped(command: string | undefined): readonly string[] {
  if (command === undefined) return [];
  if (command.length <= LONGEST_COMMAND) return command.split('\n');
  return [`a curl command of ${count(command.length, 'character')}: copy it from the html or json report`];
}

/** The last exchange decided, so it is shown with bodies; the earlier ones have a line each. */
function exchangeLines({ exchanges = [] }: Result, width: number): readonly string[] {
  const deciding = exchanges.at(-1);
  if (deciding === undefined) return [];
  const earlier = exchanges.slice(0, -1);
  const leftOut = earlier.length - MOST_EARLIER;
  return [
    ...(leftOut > 0 ? [`${count(leftOut, 'earlier exchange')}, see the json report`] : []),
    ...earlier.slice(-MOST_EARLIER).map((exchange) => cut(`${requestLine(exchange)} → ${answerLine(exchange)}`, width)),
    ...inFull(deciding, width),
  ];
}

function inFull(exchange: Exchange, width: number): readonly string[] {
  const { request, response, durationMs } = exchange;
  return [
    ...chop(requestLine(exchange), width - 2).map((line) => `> ${line}`),
    ...bodyLines(request.body, width - 2).map((line) => `> ${line}`),
    `< ${cut(answerLine(exchange), width - 20)} (${Math.round(durationMs)} ms)`,
    ...bodyLines(response?.body, width - 2).map((line) => `< ${line}`),
  ];
}

function answerLine(exchange: Exchange): string {
  return answerOf(exchange).replaceAll('\n', ' ');
}

function bodyLines(body: string | undefined, width: number): readonly string[] {
  if (body === undefined || body === '') return [];
  const lines = body
    .trimEnd()
    .split('\n')
    .flatMap((line) => chop(line, width));
  if (lines.length <= MOST_BODY_LINES) return lines;
  const leftOut = lines.slice(MOST_BODY_LINES).reduce((sum, line) => sum + lengthOf(line), 0);
  return [...lines.slice(0, MOST_BODY_LINES), `… ${count(leftOut, 'more character')}`];
}
