import type { Report, Result } from '../harness/model/report.ts';
import { effectiveOutcomeOf, markOf, type Paint, paintOf } from './effective-outcome.ts';
import { caseLines, exampleText, type Field, fieldsOf, firstOf } from './evidence.ts';
import { beside, count, cut, indent, lengthOf, wrap } from './text.ts';
import { findingSentence } from './verdict.ts';

const LABEL_WIDTH = 14;
const TEXT_WIDTH = 100;
/** For each answer, on a terminal; other formats show all that are listed. */
const MAX_INPUTS = 5;
/** Answers, unless the report is verbose. */
const MAX_ANSWERS = 3;
/** In lines. */
const MAX_CASE = 2;
const MAX_CODE_LINES = 6;
const MAX_LOG_LINES = 8;
/** Frames of a runtime or of a library, which are not what somebody wrote. */
const FOREIGN = /node:internal|node_modules|site-packages|\/lib\/(go|python|ruby|jvm)|^goroutine \d/;
/** In characters. A longer command is for the clipboard, which the html report fills. */
const MAX_COMMAND = 2_000;

export interface TerminalPage {
  readonly report: Report;
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

export function findingLines(result: Result, page: TerminalPage, mostInputs = MAX_INPUTS): readonly string[] {
  const { paint, width, verbose, report } = page;
  const { example } = result;
  const { expected, actual } = firstOf(result);
  const room = width - 2 - LABEL_WIDTH;
  const lines = (label: string, content: readonly string[]) => beside(label, LABEL_WIDTH, content, paint.quiet);
  const cases = caseLines(result, mostInputs, verbose ? Number.POSITIVE_INFINITY : MAX_ANSWERS);
  const caseBlock = cases.flatMap((line) => wrap(cut(line, room * MAX_CASE), room));
  const fields = fieldsOf(result, report).filter(({ isDetail }) => verbose || !isDetail);
  const body = [
    ...wrap(result.statement, width - 2),
    ...(expected === undefined ? [] : lines('Expected', wrap(expected.trimEnd(), room))),
    ...(actual === undefined ? [] : lines('Actual', wrap(actual.trimEnd(), room))),
    ...(example === undefined ? [] : lines('Right answer', wrap(exampleText(example), room))),
    ...lines('Cases', caseBlock),
    ...fields.flatMap((field) => lines(field.label, [...fieldLines(field, room), ...noteLines(field, paint)])),
  ];
  const mark = markOf(effectiveOutcomeOf(result), paint);
  return [`${mark} ${paint.strong(result.id)}  ${paint.quiet(result.level)}`, ...indent(body, 2)];
}

/** For formats that show a finding as a block of plain text. */
export function findingText(result: Result, report: Report): string {
  const page = { report, paint: paintOf(false), width: TEXT_WIDTH, verbose: true };
  return findingLines(result, page, Number.POSITIVE_INFINITY).join('\n');
}

/** For a result for which there is no more room. */
export function briefLine(result: Result, { paint, width }: TerminalPage, text = findingSentence(result)): string {
  const { id, level, outcome } = result;
  const start = `${markOf(outcome, paint)} ${paint.strong(id)}  ${paint.quiet(level)}`;
  return `${start}  ${cut(text, Math.max(1, width - lengthOf(id) - level.length - 6))}`.trimEnd();
}

function noteLines({ note }: Field, { quiet }: Paint): readonly string[] {
  return note === undefined ? [] : [quiet(`(${note})`)];
}

/** A command is not broken into lines, so that it can be copied. */
function fieldLines({ text, kind }: Field, room: number): readonly string[] {
  if (kind === 'command' && text.length > MAX_COMMAND)
    return [`a command of ${count(text.length, 'character')}: copy it from the html or json report`];
  if (kind === 'command') return text.split('\n');
  if (kind === 'log') return ownLines(text.split('\n')).map((line) => cut(line, room));
  if (kind === 'code') return wrap(cut(text, room * MAX_CODE_LINES), room);
  return wrap(text.trimEnd(), room);
}

/** The end of a log, where the exception is, and its first line, which may name it. */
function ownLines(all: readonly string[]): readonly string[] {
  const own = all.filter((line) => !FOREIGN.test(line));
  const lines = own.length > 0 ? own : all;
  if (lines.length <= MAX_LOG_LINES) return lines;
  return [...lines.slice(0, 1), '…', ...lines.slice(2 - MAX_LOG_LINES)];
}
