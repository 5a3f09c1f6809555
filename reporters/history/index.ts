import { isOpen, isViolated } from '../../harness/report/conclusion.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import { type Observation, type Report, type Result, type Row, rowOf } from '../../harness/report/model.ts';
import { type Entrant, partyOf } from '../compare.ts';
import { formsOf } from '../document/index.ts';
import { type EffectiveOutcome, effectiveOutcomeOf } from '../effective-outcome.ts';
import { groupBy, spansOf } from '../group.ts';
import { latenciesIn } from '../latency.ts';
import { cut } from '../text.ts';
import { findingSentence } from '../verdict.ts';
import { documentOf } from './document.ts';
import { renderHistoryHtml } from './html.ts';
import type { Change, Failing, Figures, History, LeftOut, Run, TargetHistory, Track } from './model.ts';

export const historyForms = formsOf<History>(documentOf, renderHistoryHtml);

const LONGEST_FINDING = 400;

/** A report without exchanges, cases and the list of created pets. */
interface Summary {
  readonly baseUrl: string;
  readonly figures: Figures;
  readonly results: ReadonlyMap<string, Seen>;
  readonly observations: Report['observations'];
}

interface Seen {
  /** Undefined if the run did not try to decide it. */
  readonly state: 'pass' | 'violated' | 'open' | undefined;
  readonly effective: EffectiveOutcome;
  readonly finding?: string;
}

/** Takes one report at a time, in any order, so that a thousand reports need the memory of one. */
export class HistoryBuilder {
  readonly #summaries: Summary[] = [];
  readonly #labels = new Map<string, string>();
  readonly #leftOut: LeftOut[] = [];
  readonly #rows = new Map<string, { readonly row: Row; readonly startedAt: string }>();

  add(entrant: Entrant): void {
    const { label, report } = entrant;
    const run = `${report.run.id} ${report.run.startedAt} ${report.target.baseUrl}`;
    const twin = this.#labels.get(run);
    if (twin !== undefined) {
      this.leaveOut({ label, why: `It is the same run as ${twin}.` });
      return;
    }
    this.#labels.set(run, label);
    this.#summaries.push(summaryOf(entrant));
    for (const result of report.results) this.#remember(result, report.run.startedAt);
  }

  leaveOut(file: LeftOut): void {
    this.#leftOut.push(file);
  }

  get isEmpty(): boolean {
    return this.#summaries.length === 0;
  }

  build(): History {
    const timeOf = ({ figures }: Summary) => Date.parse(figures.startedAt) || 0;
    const inTime = this.#summaries.toSorted((one, other) => timeOf(one) - timeOf(other));
    const rows = [...this.#rows.values()].map(({ row }) => row);
    return {
      kind: 'history',
      targets: [...groupBy(inTime, ({ baseUrl }) => baseUrl)].map(([baseUrl, summaries]) =>
        targetHistory(baseUrl, summaries, rows),
      ),
      leftOut: this.#leftOut,
    };
  }

  /** The statement of the newest report counts. Observations are handled separately. */
  #remember(result: Result, startedAt: string): void {
    if (result.level === 'INFO') return;
    const known = this.#rows.get(result.id);
    if (known === undefined || known.startedAt < startedAt)
      this.#rows.set(result.id, { row: rowOf(result), startedAt });
  }
}

function summaryOf(entrant: Entrant): Summary {
  const { run, results, observations } = entrant.report;
  const { baseUrl, ...party } = partyOf(entrant);
  const { durationMs, requests, creations } = run;
  // Reports of earlier versions do not have it.
  const population = run.population?.statuses.map(({ status, pets }) => [status, pets]);
  return {
    baseUrl,
    figures: {
      ...party,
      durationMs,
      requests,
      creations,
      ...(population && { population: Object.fromEntries(population) }),
      latencies: latenciesIn(observations),
    },
    results: new Map(results.filter(({ level }) => level !== 'INFO').map((result) => [result.id, seenIn(result)])),
    observations: observations.map(({ id, statement, value, data }) => ({
      id,
      statement,
      value,
      ...(data?.compared !== undefined && { data: { compared: data.compared } }),
    })),
  };
}

function seenIn(result: Result): Seen {
  const effective = effectiveOutcomeOf(result);
  if (isViolated(result))
    return { state: 'violated', effective, finding: cut(findingSentence(result), LONGEST_FINDING) };
  if (isOpen(result)) return { state: 'open', effective };
  return { state: result.outcome === 'pass' ? 'pass' : undefined, effective };
}

/** The summaries are those of one target, oldest first. */
function targetHistory(baseUrl: string, summaries: readonly Summary[], rows: readonly Row[]): TargetHistory {
  const ids = new Set(summaries.flatMap(({ results }) => [...results.keys()]));
  return {
    baseUrl,
    runs: runsOf(summaries),
    requirements: rows.filter(({ id }) => ids.has(id)).map((row) => trackOf(row, summaries)),
  };
}

/** If a requirement is skipped or missing in a run, the run before it still counts. */
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
