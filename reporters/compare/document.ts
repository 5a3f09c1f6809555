import type { Drift, Outcome } from '../../harness/report/model.ts';
import { count } from '../text.ts';
import type { Change, Comparison, Party, Score, Scoreboard } from './model.ts';

/** What every readable form of a comparison shows, before it is laid out. */
export interface Document {
  readonly title: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Column {
  readonly title: string;
  /** Holds sentences or what a server said, and not just a word or two. */
  readonly isLong?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly outcome?: Outcome;
}

export function documentOf(subject: Comparison | Scoreboard): Document {
  const document = subject.kind === 'comparison' ? comparisonDocument(subject) : scoreboardDocument(subject);
  return { ...document, tables: document.tables.filter((table) => table.rows.length > 0) };
}

function comparisonDocument(comparison: Comparison): Document {
  const { before, after, regressed, waived, mended, newlyJudged, noLongerJudged, stillViolated, drifted } = comparison;
  const mendedToo = mended.length > 0 ? `, ${mended.length} mended` : '';
  return {
    title: regressed.length > 0 ? `${regressed.length} regressed${mendedToo}` : `Nothing regressed${mendedToo}`,
    tables: [
      partyTable([before, after]),
      changeTable('Regressed', regressed),
      changeTable('Regressed, but waived', waived),
      changeTable('Mended', mended),
      changeTable('Newly judged', newlyJudged),
      changeTable('No longer judged', noLongerJudged),
      changeTable('Still violated', stillViolated),
      driftTable(drifted),
    ],
  };
}

function scoreboardDocument({ scores, rows }: Scoreboard): Document {
  const numbers = scores.map((_, index) => String(index + 1));
  return {
    title: `${count(scores.length, 'implementation')}, ${count(rows.length, 'requirement')}`,
    tables: [
      scoreTable(numbers, scores),
      {
        title: 'Requirements',
        columns: titled('Requirement', 'Level', ...numbers),
        rows: rows.map(({ id, level, outcomes }) => [...texts(id, level), ...outcomes.map(outcomeCell)]),
      },
    ],
  };
}

function partyTable(parties: readonly [Party, Party]): Table {
  return {
    title: 'Reports',
    columns: titled('', ...PARTY_COLUMNS),
    rows: parties.map((party, index) => texts(index === 0 ? 'before' : 'after', ...partyTexts(party))),
  };
}

function scoreTable(numbers: readonly string[], scores: readonly Score[]): Table {
  return {
    title: 'Implementations',
    columns: titled('', 'MUST held', 'SHOULD held', ...PARTY_COLUMNS),
    rows: scores.map((score, index) =>
      texts(numbers[index] ?? '', shareOf(score.must), shareOf(score.should), ...partyTexts(score)),
    ),
  };
}

const PARTY_COLUMNS = ['Verdict', 'When', 'Report', 'Target'];

function partyTexts({ verdict, subset, startedAt, label, baseUrl }: Party): readonly string[] {
  const on = subset ? ` (${subset.selected} of ${subset.total})` : '';
  return [`${verdict}${on}`, startedAt.slice(0, 16).replace('T', ' '), label, baseUrl];
}

function shareOf({ held, decided }: Score['must']): string {
  return `${held} of ${decided}`;
}

function changeTable(title: string, changes: readonly Change[]): Table {
  return {
    title,
    columns: [...titled('Requirement', 'Level', 'Before', 'After'), { title: 'Found', isLong: true }],
    rows: changes.map(({ id, level, before, after, finding }) => [
      ...texts(id, level),
      outcomeCell(before ?? null),
      outcomeCell(after ?? null),
      { text: finding ?? '' },
    ]),
  };
}

function driftTable(drifts: readonly Drift[]): Table {
  return {
    title: 'Observations that drifted',
    columns: [...titled('Observation'), { title: 'Before', isLong: true }, { title: 'After', isLong: true }],
    rows: drifts.map(({ id, before, after }) => texts(id, before, after)),
  };
}

function titled(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) => ({ title }));
}

function texts(...values: readonly string[]): readonly Cell[] {
  return values.map((text) => ({ text }));
}

function outcomeCell(outcome: Outcome | null): Cell {
  return outcome === null ? { text: 'absent' } : { text: outcome, outcome };
}
