import { driftsOf } from '../../harness/report/drift.ts';
import type { Observation, Row } from '../../harness/report/model.ts';
import { spansOf } from '../group.ts';
import type { Seen, Summary } from './builder.ts';
import type { Change, Failing, Run, TargetHistory, Track } from './model.ts';

/** From the summaries of one target, oldest first. */
export function targetHistory(baseUrl: string, summaries: readonly Summary[], rows: readonly Row[]): TargetHistory {
  const ids = new Set(summaries.flatMap(({ results }) => [...results.keys()]));
  return {
    baseUrl,
    runs: runsOf(summaries),
    requirements: rows.filter(({ id }) => ids.has(id)).map((row) => trackOf(row, summaries)),
  };
}

/** What was skipped, or is missing from a report, says nothing: the run before it still counts. */
function runsOf(summaries: readonly Summary[]): readonly Run[] {
  const lastSeen = new Map<string, Seen>();
  const lastObserved = new Map<string, Observation>();
  let version: string | undefined;
  return summaries.map(({ figures, results, observations }) => {
    const changes = [...results].flatMap(([id, seen]) => changeOf(id, lastSeen.get(id), seen));
    const drifts = driftsOf({ observations: [...lastObserved.values()] }, { observations });
    const previousVersion = version === figures.suiteVersion ? undefined : version;
    for (const [id, seen] of results) if (seen.state !== undefined) lastSeen.set(id, seen);
    for (const observation of observations) lastObserved.set(observation.id, observation);
    version = figures.suiteVersion;
    return { ...figures, changes, drifts, ...(previousVersion !== undefined && { previousVersion }) };
  });
}

function changeOf(id: string, before: Seen | undefined, after: Seen): readonly Change[] {
  if (before === undefined || after.state === undefined || before.effective === after.effective) return [];
  return [{ id, before: before.effective, after: after.effective, kind: kindOf(before, after) }];
}

function kindOf(before: Seen, after: Seen): Change['kind'] {
  if (after.state === 'open') return 'not decided';
  if (before.state === after.state) return 'differs';
  if (before.state === 'open') return 'decided';
  return after.state === 'pass' ? 'fixed' : 'broke';
}

function trackOf({ id, level, area, statement }: Row, summaries: readonly Summary[]): Track {
  const seen = summaries.map(({ results }) => results.get(id));
  const decided = seen.flatMap((one, run) =>
    one?.state === 'pass' || one?.state === 'violated' ? [{ ...one, run }] : [],
  );
  const failing = failingIn(decided);
  return {
    id,
    level,
    area,
    statement,
    spans: spansOf(seen, (one) => one?.effective ?? null).map(({ key, length }) => ({ effective: key, runs: length })),
    turns: decided.filter(({ state }, index) => index > 0 && state !== decided[index - 1]?.state).length,
    failed: decided.filter(({ state }) => state === 'violated').length,
    decided: decided.length,
    ...(failing && { failing }),
  };
}

function failingIn(decided: readonly (Seen & { readonly run: number })[]): Failing | undefined {
  const last = decided.at(-1);
  if (last?.state !== 'violated') return undefined;
  const good = decided.findLastIndex(({ state }) => state === 'pass');
  const lastGood = decided[good]?.run;
  return {
    effective: last.effective,
    since: decided[good + 1]?.run ?? last.run,
    ...(lastGood !== undefined && { lastGood }),
    finding: last.finding ?? '',
  };
}
