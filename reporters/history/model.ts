import { isOpen, isViolated } from '../../harness/report/conclusion.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import { type Observation, type Result, type Row, rowOf } from '../../harness/report/model.ts';
import { type Entrant, partyOf } from '../compare.ts';
import { type EffectiveOutcome, effectiveOutcomeOf } from '../effective-outcome.ts';
import { groupBy, spansOf } from '../group.ts';
import { latenciesIn } from '../latency.ts';
import { cut } from '../text.ts';
import { findingSentence } from '../verdict.ts';

export type History = ReturnType<HistoryBuilder['build']>;
export type TargetHistory = ReturnType<typeof targetHistory>;
export type Run = ReturnType<typeof runsOf>[number];
export type Track = ReturnType<typeof trackOf>;

const LONGEST_FINDING = 400;

export interface LeftOut {
  readonly label: string;
  readonly why: string;
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

  build() {
    const timeOf = ({ figures }: Summary) => Date.parse(figures.startedAt) || 0;
    const inTime = this.#summaries.toSorted((one, other) => timeOf(one) - timeOf(other));
    const rows = [...this.#rows.values()].map(({ row }) => row);
    return {
      kind: 'history' as const,
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

type Summary = ReturnType<typeof summaryOf>;

/** A report without exchanges, cases and the list of created pets. */
function summaryOf(entrant: Entrant) {
  const { run, results, observations } = entrant.report;
  const { baseUrl, ...party } = partyOf(entrant);
  const { durationMs, requests, creations } = run;
  // Reports of earlier versions do not have it.
  const population = run.population?.statuses.map(({ status, pets }): [string, number] => [status, pets]);
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
    observations: observations.map(
      ({ id, statement, value, data }): Observation => ({
        id,
        statement,
        value,
        ...(data?.compared !== undefined && { data: { compared: data.compared } }),
      }),
    ),
  };
}

interface Seen {
  /** Undefined if the run did not try to decide it. */
  readonly state: 'pass' | 'violated' | 'open' | undefined;
  readonly effective: EffectiveOutcome;
  readonly finding?: string;
}

function seenIn(result: Result): Seen {
  const effective = effectiveOutcomeOf(result);
  if (isViolated(result))
    return { state: 'violated', effective, finding: cut(findingSentence(result), LONGEST_FINDING) };
  if (isOpen(result)) return { state: 'open', effective };
  return { state: result.outcome === 'pass' ? 'pass' : undefined, effective };
}

/** The summaries are those of one target, oldest first. */
function targetHistory(baseUrl: string, summaries: readonly Summary[], rows: readonly Row[]) {
  const ids = new Set(summaries.flatMap(({ results }) => [...results.keys()]));
  return {
    baseUrl,
    runs: runsOf(summaries),
    requirements: rows.filter(({ id }) => ids.has(id)).map((row) => trackOf(row, summaries)),
  };
}

/** If a requirement is skipped or missing in a run, the run before it still counts. */
function runsOf(summaries: readonly Summary[]) {
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

function changeOf(id: string, before: Seen | undefined, after: Seen) {
  if (before === undefined || after.state === undefined || before.effective === after.effective) return [];
  return [{ id, before: before.effective, after: after.effective, kind: kindOf(before, after) }];
}

function kindOf(before: Seen, after: Seen) {
  if (after.state === 'open') return 'not decided';
  if (before.state === after.state) return 'differs';
  if (before.state === 'open') return 'decided';
  return after.state === 'pass' ? 'fixed' : 'broke';
}

/** One requirement in all runs of a target. */
function trackOf({ id, level, area, statement }: Row, summaries: readonly Summary[]) {
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
    // Null if the reports lack the requirement.
    spans: spansOf(seen, (one) => one?.effective ?? null).map(({ key, length }) => ({ effective: key, runs: length })),
    turns: decided.filter(({ state }, index) => index > 0 && state !== decided[index - 1]?.state).length,
    failed: decided.filter(({ state }) => state === 'violated').length,
    decided: decided.length,
    ...(failing && { failing }),
  };
}

/** The range that a bisect needs, as indexes of runs; undefined if the last run that decided it passed. */
function failingIn(decided: readonly (Seen & { readonly run: number })[]) {
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

/** From here on, the changes are a property of the requirement and not events. */
const FEWEST_TURNS = 3;

export function isFlapping({ turns }: Track): boolean {
  return turns >= FEWEST_TURNS;
}

/** The same in every run that has it, and not failing. */
export function isSteady({ spans, failing }: Track): boolean {
  const outcomes = spans.map(({ effective }) => effective).filter((effective) => effective && effective !== 'skipped');
  return failing === undefined && new Set(outcomes).size <= 1;
}

export function hasChanged({ changes, drifts, previousVersion }: Run): boolean {
  return changes.length > 0 || drifts.length > 0 || previousVersion !== undefined;
}
