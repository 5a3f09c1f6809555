import { isViolated } from '../../harness/report/conclusion.ts';
import type { Level, Report } from '../../harness/report/model.ts';
import { type Entrant, partyOf, type Score, type Scoreboard } from './model.ts';

export function scoreboardOf(entrants: readonly Entrant[]): Scoreboard {
  const outcomes = entrants.map(({ report }) => new Map(report.results.map(({ id, outcome }) => [id, outcome])));
  const rows = new Map(entrants.flatMap(({ report }) => report.results).map((result) => [result.id, result]));
  return {
    kind: 'scoreboard',
    scores: entrants.map(scoreOf),
    rows: [...rows.values()].map(({ id, level, area, statement }) => ({
      id,
      level,
      area,
      statement,
      outcomes: outcomes.map((known) => known.get(id) ?? null),
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
