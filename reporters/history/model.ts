import { groupBy } from '../../harness/basics/group-by.ts';
import { type Observation, type Report, type Result, type Row, rowOf } from '../../harness/model/report.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { basisOf } from '../basis.ts';
import { type EffectiveOutcome, effectiveOutcomeOf } from '../effective-outcome.ts';
import { spansOf } from '../group.ts';
import { orderedStories } from '../stories.ts';
import { cut, oneLine } from '../text.ts';
import { findingSentence } from '../verdict.ts';

/** A report and the name that its reader knows it by. */
export interface Entrant {
  readonly label: string;
  readonly report: Report;
}

export type History = ReturnType<HistoryBuilder['build']>;
export type TargetHistory = History['targets'][number];
export type Run = ReturnType<typeof runsOf>[number];
export type Track = ReturnType<typeof trackOf>;
export type Summary = ReturnType<typeof summaryOf>;

const MAX_FINDING = 400;

/** Takes one report at a time, in any order, so that a thousand reports need the memory of one. */
export class HistoryBuilder {
  readonly #summaries: Summary[] = [];
  readonly #labels = new Map<string, string>();
  readonly #leftOut: { readonly label: string; readonly why: string }[] = [];
  readonly #rows = new Map<string, Row>();

  add(entrant: Entrant): void {
    const { label, report } = entrant;
    const run = `${report.run.id} ${report.run.startedAt} ${report.target.baseUrl}`;
    const twin = this.#labels.get(run);
    if (twin !== undefined) {
      this.leaveOut(label, `It is the same run as ${twin}.`);
      return;
    }
    this.#labels.set(run, label);
    this.#summaries.push(summaryOf(entrant));
    for (const row of rowsOf(report)) this.#rows.set(row.id, row);
  }

  leaveOut(label: string, why: string): void {
    this.#leftOut.push({ label, why });
  }

  get isEmpty(): boolean {
    return this.#summaries.length === 0;
  }

  build() {
    const timeOf = ({ figures }: Summary) => Date.parse(figures.startedAt) || 0;
    const inTime = this.#summaries.toSorted((one, other) => timeOf(one) - timeOf(other));
    return {
      kind: 'history' as const,
      targets: [...groupBy(inTime, ({ figures }) => figures.baseUrl)].map(([baseUrl, summaries]) => ({
        baseUrl,
        runs: runsOf(summaries),
        stories: storyTracksOf(summaries),
        requirements: tracksOf([...this.#rows.values()], summaries),
      })),
      leftOut: this.#leftOut,
    };
  }
}

/** A report without exchanges, cases and the list of created pets. */
export function summaryOf({ label, report }: Entrant) {
  const { target, verdict, run, suite, observations } = report;
  const { startedAt, durationMs, requests, creations, population } = run;
  const results = report.results.filter(({ level }) => level !== 'INFO');
  const pets = population?.statuses.map(({ status, pets }) => [status, pets] as const);
  const basis = basisOf(report);
  return {
    figures: {
      label,
      baseUrl: target.baseUrl,
      verdict,
      ...(basis && { basis }),
      startedAt,
      suiteVersion: suite.version,
      durationMs,
      requests,
      creations,
      ...(pets && { population: Object.fromEntries(pets) }),
      latencies: latenciesIn(observations),
    },
    results: new Map(results.map((result) => [result.id, seenIn(result)])),
    stories: storiesIn(report),
    observations: observations.map(withoutEvidence),
  };
}

/** A story of one run. */
interface StoryInRun {
  readonly id: string;
  readonly fingerprint: string;
  readonly level: Row['level'];
  readonly effective: EffectiveOutcome;
  readonly finding: string;
  readonly cause?: string;
  /** The other requirements that it violates. */
  readonly others: readonly string[];
}

function storiesIn(report: Report): readonly StoryInRun[] {
  return orderedStories(report).map(({ effective, lead, others, story: { headline, cause } }) => {
    const { level = lead.level } = [lead, ...others].find(({ id }) => id === headline.id) ?? {};
    const ids = [lead, ...others].map(({ id }) => id).filter((id) => id !== headline.id);
    const finding = cut(findingSentence(lead), MAX_FINDING);
    return { ...headline, level, effective, finding, ...(cause && { cause: oneLine(cause.text) }), others: ids };
  });
}

/** Every story in all runs, by the fingerprint of its headline: when it was found first, and since when it fails. */
function storyTracksOf(summaries: readonly Summary[]) {
  const latest = new Map<string, StoryInRun>();
  for (const story of summaries.flatMap(({ stories }) => stories)) {
    // Removed first, so that the order is that of the latest run.
    latest.delete(keyOf(story));
    latest.set(keyOf(story), story);
  }
  return [...latest].map(([key, story]) => {
    const seen = summaries.flatMap(({ stories, results }, run) => {
      const isThere = stories.some((one) => keyOf(one) === key);
      const state = results.get(story.id)?.state;
      // A run that did not decide the requirement says nothing about the story.
      return isThere || state === 'pass' || state === 'violated' ? [{ isThere, run }] : [];
    });
    const shown = seen.filter(({ isThere }) => isThere);
    const good = seen.findLastIndex(({ isThere }) => !isThere);
    const lastGood = seen[good]?.run;
    const since = seen[good + 1]?.run;
    return {
      ...story,
      /** Indexes of runs. */
      first: shown[0]?.run ?? 0,
      ...(since !== undefined && { since }),
      ...(lastGood !== undefined && { lastGood }),
      failed: shown.length,
      decided: seen.length,
    };
  });
}

function keyOf({ id, fingerprint }: Pick<StoryInRun, 'id' | 'fingerprint'>): string {
  return JSON.stringify([id, fingerprint]);
}

function withoutEvidence({ id, statement, value, data }: Observation): Observation {
  return { id, statement, value, data: { compared: data?.compared } };
}

/** In milliseconds. */
export interface Latency {
  readonly operation: string;
  readonly median: number;
  readonly p95: number;
}

/** Only what can be shown: a report may come from anywhere. */
function latenciesIn(observations: readonly Observation[]): readonly Latency[] {
  const found: unknown = observations.find(({ id }) => id === 'observed.latency')?.data?.latencies;
  return Array.isArray(found) ? found.filter((one) => Number.isFinite(one?.median) && Number.isFinite(one?.p95)) : [];
}

export interface Seen {
  /** Undefined if the run did not try to decide it. */
  readonly state: 'pass' | 'violated' | 'open' | undefined;
  readonly effective: EffectiveOutcome;
  readonly finding?: string;
}

function seenIn(result: Result): Seen {
  const effective = effectiveOutcomeOf(result);
  if (isViolated(result)) return { state: 'violated', effective, finding: cut(findingSentence(result), MAX_FINDING) };
  if (result.outcome === 'inconclusive') return { state: 'open', effective };
  return { state: result.outcome === 'pass' ? 'pass' : undefined, effective };
}

/** If a requirement is skipped or missing in a run, the run before it still counts. */
export function runsOf(summaries: readonly Summary[]) {
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
  if (after.state === 'open') return 'inconclusive';
  if (before.state === after.state) return 'differs';
  if (before.state === 'open') return 'decided';
  return after.state === 'pass' ? 'fixed' : 'broke';
}

/** Observations are handled separately. */
export function rowsOf({ results }: Report): readonly Row[] {
  return results.filter(({ level }) => level !== 'INFO').map(rowOf);
}

/** Every requirement in all runs. */
export function tracksOf(rows: readonly Row[], summaries: readonly Summary[]) {
  const ids = new Set(summaries.flatMap(({ results }) => [...results.keys()]));
  return rows.filter(({ id }) => ids.has(id)).map((row) => trackOf(row, summaries));
}

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

/** One outcome for each run, null for a report without the requirement. */
export function outcomesOf({ spans }: Pick<Track, 'spans'>): readonly (EffectiveOutcome | null)[] {
  return spans.flatMap(({ effective, runs }) => Array.from({ length: runs }, () => effective));
}

/** The same in every run that has it, and not failing. */
export function isSteady({ spans, failing }: Track): boolean {
  const outcomes = spans.map(({ effective }) => effective).filter((effective) => effective && effective !== 'skipped');
  return failing === undefined && new Set(outcomes).size <= 1;
}

export function hasChanged({ changes, drifts, previousVersion }: Run): boolean {
  return changes.length > 0 || drifts.length > 0 || previousVersion !== undefined;
}
