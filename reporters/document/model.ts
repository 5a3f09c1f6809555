import { differenceOf, type Marked } from '../difference.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';

/** Tables before layout: a comparison, a history or the coverage, for every readable format. */
export interface Document {
  readonly title: string;
  /** For the mark beside the title. */
  readonly effective: EffectiveOutcome;
  readonly sentence?: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** The number of rows unless given. */
  readonly number?: number;
  readonly note?: string;
  /** Names of the runs that marks and series have values for. */
  readonly runs?: readonly string[];
}

export interface Column {
  readonly title: string;
  /** Has sentences or text of a server, not only a word or two. */
  readonly isLong?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly effective?: EffectiveOutcome;
  /** The text in parts, some of which are new. */
  readonly marked?: Marked;
  /** Instead of the text: one mark for each run, null for a blank. Lines of text have room for the latest ones only. */
  readonly marks?: readonly (EffectiveOutcome | null)[];
  /** Instead of the text: one value for each run. */
  readonly series?: readonly (number | undefined)[];
}

/** Of a requirement or an observation, which is shown as code. */
export const IDENTIFIER = /^[a-z][\w-]*(\.[\w-]+)+$/;

export function titled(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) => ({ title }));
}

export function long(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) => ({ title, isLong: true }));
}

export function texts(...values: readonly string[]): readonly Cell[] {
  return values.map((text) => ({ text }));
}

export function outcomeCell(effective: EffectiveOutcome | null): Cell {
  return effective === null ? { text: 'absent' } : { text: effective, effective };
}

/** What was and what is, with the difference marked. */
export function changeCells(before: string, after: string): readonly Cell[] {
  const [was, is] = differenceOf(before, after);
  return [
    { text: before, marked: was },
    { text: after, marked: is },
  ];
}

/** "2026-11-15 02:09" */
export function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** Of runs, in a line of text. */
export const MAX_RUNS = 60;

const BARS = '▁▂▃▄▅▆▇█';

/** Starts at zero, so that small changes look small. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const greatest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), Number.MIN_VALUE);
  const barOf = (value: number) => BARS[Math.min(BARS.length - 1, Math.floor((value / greatest) * BARS.length))];
  return values.map((value) => (value === undefined ? '·' : barOf(value))).join('');
}
