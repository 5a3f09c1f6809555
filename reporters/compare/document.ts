import type { Drift } from '../../harness/report/model.ts';
import { type Document, minuteOf, outcomeCell, type Table, texts, titled } from '../document/index.ts';
import { count } from '../text.ts';
import type { Change, Comparison, Party, Score, Scoreboard } from './model.ts';

export function documentOf(subject: Comparison | Scoreboard): Document {
  return subject.kind === 'comparison' ? comparisonDocument(subject) : scoreboardDocument(subject);
}

function comparisonDocument(comparison: Comparison): Document {
  const { before, after, regressed, mended, drifted } = comparison;
  const fixedToo = mended.length > 0 ? `, ${mended.length} fixed` : '';
  return {
    effective: regressed.length > 0 ? 'fail' : 'pass',
    title: regressed.length > 0 ? `${regressed.length} regressed${fixedToo}` : `Nothing regressed${fixedToo}`,
    tables: [
      partyTable([before, after]),
      changeTable('Regressed', regressed),
      changeTable('Regressed, but waived', comparison.waived),
      changeTable('Fixed', mended),
      changeTable('Newly checked', comparison.newlyJudged),
      changeTable('No longer checked', comparison.noLongerJudged),
      changeTable('Still violated', comparison.stillViolated),
      driftTable(drifted),
    ],
  };
}

function scoreboardDocument({ scores, rows }: Scoreboard): Document {
  const numbers = scores.map((_, index) => String(index + 1));
  return {
    effective: 'observed',
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
    rows: scores.map((score, index) => {
      const shares = [score.must, score.should].map(({ held, decided }) => `${held} of ${decided}`);
      return texts(numbers[index] ?? '', ...shares, ...partyTexts(score));
    }),
  };
}

const PARTY_COLUMNS = ['Verdict', 'When', 'Report', 'Target'];

function partyTexts({ verdict, subset, startedAt, label, baseUrl }: Party): readonly string[] {
  const on = subset ? ` (${subset.selected} of ${subset.total})` : '';
  return [`${verdict}${on}`, minuteOf(startedAt), label, baseUrl];
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
