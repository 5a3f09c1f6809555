import { isOpen, isViolated } from '../../harness/report/conclusion.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import type { Level, Report, Result } from '../../harness/report/model.ts';
import { formsOf } from '../document/index.ts';
import { count } from '../text.ts';
import { findingSentence } from '../verdict.ts';
import { documentOf } from './document.ts';
import { type Change, type Comparison, type Entrant, partyOf, type Score, type Scoreboard } from './model.ts';

export const comparisonForms = formsOf<Comparison | Scoreboard>(documentOf);

/** Two reports are shown as before and after; more, side by side. */
export function compareAll(entrants: readonly [Entrant, Entrant, ...(readonly Entrant[])]): Comparison | Scoreboard {
  const [first, second, ...more] = entrants;
  return more.length === 0 ? compare(first, second) : scoreboardOf(entrants);
}

function compare(before: Entrant, after: Entrant): Comparison {
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
    kind: 'comparison',
    before: partyOf(before),
    after: partyOf(after),
    regressed: those((was, is) => hasRegressed(was, is) && !isWaived(is)),
    waived: those((was, is) => hasRegressed(was, is) && isWaived(is)),
    mended: those((was, is) => hasFailed(was) && is?.outcome === 'pass'),
    newlyJudged: those((was, is) => !isChecked(was) && isChecked(is)),
    noLongerJudged: those((was, is) => isChecked(was) && !isChecked(is)),
    stillViolated: those((was, is) => hasFailed(was) && hasFailed(is)),
    drifted: driftsOf(before.report, after.report),
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

function changeOf({ id, level, statement }: Result, was: Result | undefined, is: Result | undefined): Change {
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

function scoreboardOf(entrants: readonly Entrant[]): Scoreboard {
  const known = entrants.map(({ report }) => byId(report));
  const rows = new Map(known.flatMap((results) => [...results]));
  return {
    kind: 'scoreboard',
    scores: entrants.map(scoreOf),
    rows: [...rows.values()].map(({ id, level, area, statement }) => ({
      id,
      level,
      area,
      statement,
      outcomes: known.map((results) => results.get(id)?.outcome ?? null),
    })),
  };
}

function scoreOf(entrant: Entrant): Score {
  return { ...partyOf(entrant), must: tally(entrant.report, 'MUST'), should: tally(entrant.report, 'SHOULD') };
}

function tally({ results }: Report, level: Level) {
  const decided = results.filter(
    (result) => result.level === level && (result.outcome === 'pass' || isViolated(result)),
  );
  return { held: decided.filter(({ outcome }) => outcome === 'pass').length, decided: decided.length };
}
