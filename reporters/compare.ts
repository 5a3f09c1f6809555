import { isOpen, isViolated } from '../harness/report/conclusion.ts';
import { driftsOf } from '../harness/report/drift.ts';
import type { Level, Report, Result } from '../harness/report/model.ts';
import { type Document, formsOf, minuteOf, outcomeCell, type Table, texts, titled } from './document/index.ts';
import { subsetOf } from './subset.ts';
import { count } from './text.ts';
import { findingSentence } from './verdict.ts';

/** A report and the name that its reader knows it by. */
export interface Entrant {
  readonly label: string;
  readonly report: Report;
}

export type Party = ReturnType<typeof partyOf>;
type Change = ReturnType<typeof changeOf>;
type Comparison = ReturnType<typeof compare>;
type Scoreboard = ReturnType<typeof scoreboardOf>;

export const comparisonForms = formsOf<Comparison | Scoreboard>((subject) =>
  subject.kind === 'comparison' ? comparisonDocument(subject) : scoreboardDocument(subject),
);

/** Two reports are shown as before and after; more, side by side. */
export function compareAll(entrants: readonly [Entrant, Entrant, ...(readonly Entrant[])]): Comparison | Scoreboard {
  const [first, second, ...more] = entrants;
  return more.length === 0 ? compare(first, second) : scoreboardOf(entrants);
}

function compare(before: Entrant, after: Entrant) {
  const earlier = byId(before.report);
  const later = byId(after.report);
  const changes = [...new Map([...earlier, ...later]).values()].map((result) => ({
    result,
    was: earlier.get(result.id),
    is: later.get(result.id),
  }));
  const those = (belongs: (was: Result | undefined, is: Result | undefined) => boolean) =>
    changes.filter(({ was, is }) => belongs(was, is)).map(({ result, was, is }) => changeOf(result, was, is));
  return {
    kind: 'comparison' as const,
    before: partyOf(before),
    after: partyOf(after),
    regressed: those((was, is) => hasRegressed(was, is) && !isWaived(is)),
    waived: those((was, is) => hasRegressed(was, is) && isWaived(is)),
    // The public name of what the documents call fixed.
    mended: those((was, is) => hasFailed(was) && is?.outcome === 'pass'),
    newlyJudged: those((was, is) => !isChecked(was) && isChecked(is)),
    noLongerJudged: those((was, is) => isChecked(was) && !isChecked(is)),
    stillViolated: those((was, is) => hasFailed(was) && hasFailed(is)),
    drifted: driftsOf(before.report, after.report),
  };
}

export function partyOf({ label, report }: Entrant) {
  const { target, verdict, run, suite } = report;
  // Undefined if every requirement was selected.
  const subset = subsetOf(report);
  return {
    label,
    baseUrl: target.baseUrl,
    verdict,
    ...(subset && { subset }),
    startedAt: run.startedAt,
    suiteVersion: suite.version,
  };
}

function hasRegressed(was: Result | undefined, is: Result | undefined): boolean {
  return was?.outcome === 'pass' && hasFailed(is);
}

/** An excuse by a baseline does not count: the violation may still be new to the other report. */
function isWaived(result: Result | undefined): boolean {
  return result?.excuse?.by === 'waiver';
}

function hasFailed(result: Result | undefined): boolean {
  return result !== undefined && isViolated(result);
}

function isChecked(result: Result | undefined): boolean {
  return result !== undefined && result.outcome !== 'skipped' && !isOpen(result);
}

function changeOf({ id, level, statement }: Result, was: Result | undefined, is: Result | undefined) {
  const finding = is === undefined ? '' : findingSentence(is);
  return {
    id,
    level,
    statement,
    ...(was && { before: was.outcome }),
    ...(is && { after: is.outcome }),
    ...(finding !== '' && { finding }),
  };
}

function byId({ results }: Report): ReadonlyMap<string, Result> {
  return new Map(results.map((result) => [result.id, result]));
}

/** Why two reports cannot be compared, in words that follow their names; undefined if they can. */
export function differenceOfSets(one: Entrant, other: Entrant): string | undefined {
  const [first, second] = [byId(one.report), byId(other.report)];
  const levelIn = (results: typeof first, id: string) => results.get(id)?.level ?? 'not there';
  const ids = [...new Set([...first.keys(), ...second.keys()])];
  const different = ids.filter((id) => levelIn(first, id) !== levelIn(second, id));
  const [example] = different;
  if (example === undefined) return undefined;
  const levels = `${example} is ${levelIn(first, example)} in one and ${levelIn(second, example)} in the other`;
  return `differ in ${count(different.length, 'requirement')} (${levels})`;
}

function scoreboardOf(entrants: readonly Entrant[]) {
  const known = entrants.map(({ report }) => byId(report));
  const rows = new Map(known.flatMap((results) => [...results]));
  return {
    kind: 'scoreboard' as const,
    scores: entrants.map((entrant) => ({
      ...partyOf(entrant),
      must: tally(entrant.report, 'MUST'),
      should: tally(entrant.report, 'SHOULD'),
    })),
    rows: [...rows.values()].map(({ id, level, area, statement }) => ({
      id,
      level,
      area,
      statement,
      /** In the order of the scores; null if a report lacks the requirement. */
      outcomes: known.map((results) => results.get(id)?.outcome ?? null),
    })),
  };
}

function tally({ results }: Report, level: Level) {
  const decided = results.filter(
    (result) => result.level === level && (result.outcome === 'pass' || isViolated(result)),
  );
  return { held: decided.filter(({ outcome }) => outcome === 'pass').length, decided: decided.length };
}

function comparisonDocument(comparison: Comparison): Document {
  const { before, after, regressed, mended: fixed } = comparison;
  const fixedToo = fixed.length > 0 ? `, ${fixed.length} fixed` : '';
  return {
    effective: regressed.length > 0 ? 'fail' : 'pass',
    title: regressed.length > 0 ? `${regressed.length} regressed${fixedToo}` : `Nothing regressed${fixedToo}`,
    tables: [
      {
        title: 'Reports',
        columns: titled('', ...PARTY_COLUMNS),
        rows: [texts('before', ...partyTexts(before)), texts('after', ...partyTexts(after))],
      },
      changeTable('Regressed', regressed),
      changeTable('Regressed, but waived', comparison.waived),
      changeTable('Fixed', fixed),
      changeTable('Newly checked', comparison.newlyJudged),
      changeTable('No longer checked', comparison.noLongerJudged),
      changeTable('Still violated', comparison.stillViolated),
      {
        title: 'Observations that drifted',
        columns: [...titled('Observation'), { title: 'Before', isLong: true }, { title: 'After', isLong: true }],
        rows: comparison.drifted.map(({ id, before, after }) => texts(id, before, after)),
      },
    ],
  };
}

function scoreboardDocument({ scores, rows }: Scoreboard): Document {
  const numbers = scores.map((_, index) => String(index + 1));
  return {
    effective: 'observed',
    title: `${count(scores.length, 'implementation')}, ${count(rows.length, 'requirement')}`,
    tables: [
      {
        title: 'Implementations',
        columns: titled('', 'MUST held', 'SHOULD held', ...PARTY_COLUMNS),
        rows: scores.map((score, index) => {
          const shares = [score.must, score.should].map(({ held, decided }) => `${held} of ${decided}`);
          return texts(numbers[index] ?? '', ...shares, ...partyTexts(score));
        }),
      },
      {
        title: 'Requirements',
        columns: titled('Requirement', 'Level', ...numbers),
        rows: rows.map(({ id, level, outcomes }) => [...texts(id, level), ...outcomes.map(outcomeCell)]),
      },
    ],
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
