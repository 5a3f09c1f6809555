import type { EffectiveOutcome } from '../effective-outcome.ts';

/** A page of tables, before it is laid out: what a comparison, a history and the coverage show in every readable form. */
export interface Document {
  readonly title: string;
  /** What the page as a whole says, for the mark beside its title. */
  readonly effective: EffectiveOutcome;
  /** More about the title, if there is more. */
  readonly sentence?: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** How many there are, where not every row is one of them or some are left out. */
  readonly number?: number;
  /** What the rows leave out. */
  readonly note?: string;
}

export interface Column {
  readonly title: string;
  /** Holds sentences or what a server said, and not just a word or two. */
  readonly isLong?: boolean;
  /** Long, and in words of ours. */
  readonly isProse?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly effective?: EffectiveOutcome;
  /** Instead of the text: one mark for each run, and a blank where there was none. */
  readonly marks?: readonly (EffectiveOutcome | null)[];
}

export function titled(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) => ({ title }));
}

export function texts(...values: readonly string[]): readonly Cell[] {
  return values.map((text) => ({ text }));
}

export function standingCell(effective: EffectiveOutcome | null): Cell {
  return effective === null ? { text: 'absent' } : { text: effective, effective };
}

/** "2026-11-15 02:09" */
export function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}
