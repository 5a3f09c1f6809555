import type { EffectiveOutcome } from '../effective-outcome.ts';
import type { Forms, Render } from '../index.ts';
import { renderJson } from '../json.ts';
import { renderDocumentHtml } from './html.ts';
import { renderDocumentMarkdown } from './markdown.ts';
import { renderDocumentTerminal } from './terminal.ts';

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
}

export interface Column {
  readonly title: string;
  /** Has sentences or text of a server, not only a word or two. */
  readonly isLong?: boolean;
  /** Long, and only words of ours. */
  readonly isProse?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly effective?: EffectiveOutcome;
  /** Instead of the text: one mark for each run, null for a blank. */
  readonly marks?: readonly (EffectiveOutcome | null)[];
}

export function titled(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) => ({ title }));
}

export function texts(...values: readonly string[]): readonly Cell[] {
  return values.map((text) => ({ text }));
}

export function outcomeCell(effective: EffectiveOutcome | null): Cell {
  return effective === null ? { text: 'absent' } : { text: effective, effective };
}

/** "2026-11-15 02:09" */
export function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

export function formsOf<Model>(documentOf: (model: Model) => Document, page?: (model: Model) => string): Forms<Model> {
  const shown = (model: Model): Document => {
    const document = documentOf(model);
    return { ...document, tables: document.tables.filter(({ rows }) => rows.length > 0) };
  };
  return new Map<string, Render<Model>>([
    ['terminal', (model, options) => renderDocumentTerminal(shown(model), options)],
    ['markdown', (model) => renderDocumentMarkdown(shown(model))],
    ['json', renderJson],
    ['html', page ?? ((model) => renderDocumentHtml(shown(model)))],
  ]);
}
