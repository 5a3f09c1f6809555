import { groupBy } from '../harness/basics/group-by.ts';
import type { Level, Report, Result } from '../harness/model/report.ts';
import { isIntermittent } from '../harness/report/fingerprint.ts';
import { type EffectiveOutcome, effectiveOutcomeOf, requirementsIn } from './effective-outcome.ts';
import { firstOf } from './evidence.ts';
import { orderedStories, type ShownStory } from './stories.ts';
import { cut } from './text.ts';
import { findingSentence } from './verdict.ts';

/** What the runs of one or several servers show together. */
export interface History {
  readonly servers: readonly ServerHistory[];
  readonly leftOut: readonly { readonly label: string; readonly why: string }[];
}

export interface ServerHistory {
  readonly baseUrl: string;
  /** In the order of time. */
  readonly runs: readonly RunSummary[];
  readonly stories: readonly StoryTrack[];
}

/** A report without what only matters for its own run, so that a thousand of them fit into memory. */
export interface RunSummary {
  readonly label: string;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly verdict: Report['verdict'];
  readonly suiteVersion: string;
  readonly marks: ReadonlyMap<string, HistoryMark>;
  readonly stories: readonly StoryInRun[];
}

/** The outcome of a requirement in one run; a failure that comes and goes has a mark of its own. */
export type HistoryMark = EffectiveOutcome | 'intermittent';

export interface StoryInRun {
  readonly id: string;
  readonly fingerprint: string;
  readonly level: Level;
  readonly effective: EffectiveOutcome;
  readonly finding: string;
  /** The other requirements that it violates. */
  readonly others: readonly string[];
}

/** A story over all runs of one server. */
export interface StoryTrack {
  /** As the latest run shows it that has it. */
  readonly story: StoryInRun;
  readonly first: RunSummary;
  readonly last: RunSummary;
  /** The latest run that decided its requirement and did not show it. */
  readonly lastWithout: RunSummary | undefined;
  readonly shown: number;
  readonly decided: number;
  /** The latest run that decided its requirement shows it, or it comes and goes. */
  readonly isThere: boolean;
}

const MAX_FINDING = 400;

/** Takes one report at a time, in any order. */
export class HistoryBuilder {
  readonly #runs: RunSummary[] = [];
  readonly #labels = new Map<string, string>();
  readonly #leftOut: { readonly label: string; readonly why: string }[] = [];

  /** With the name that its reader knows it by. */
  add(label: string, report: Report): void {
    const run = JSON.stringify([report.run.id, report.run.startedAt, report.target.baseUrl]);
    const twin = this.#labels.get(run);
    if (twin !== undefined) {
      this.leaveOut(label, `It is the same run as ${twin}.`);
      return;
    }
    this.#labels.set(run, label);
    this.#runs.push(summaryOf(label, report));
  }

  leaveOut(label: string, why: string): void {
    this.#leftOut.push({ label, why });
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  build(): History {
    const timeOf = ({ startedAt }: RunSummary) => Date.parse(startedAt) || 0;
    const inTime = this.#runs.toSorted((one, other) => timeOf(one) - timeOf(other));
    const servers = [...groupBy(inTime, ({ baseUrl }) => baseUrl)].map(([baseUrl, runs]) => ({
      baseUrl,
      runs,
      stories: storyTracksOf(runs),
    }));
    return { servers, leftOut: this.#leftOut };
  }
}

function summaryOf(label: string, report: Report): RunSummary {
  return {
    label,
    baseUrl: report.target.baseUrl,
    startedAt: report.run.startedAt,
    verdict: report.verdict,
    suiteVersion: report.suite.version,
    marks: new Map(requirementsIn(report.results).map((result) => [result.id, markOf(result)])),
    stories: orderedStories(report).map(storyInRun),
  };
}

function markOf(result: Result): HistoryMark {
  const effective = effectiveOutcomeOf(result);
  const isFailing = effective === 'fail' || effective === 'warn';
  return isFailing && firstOf(result).intermittent ? 'intermittent' : effective;
}

function storyInRun({ effective, lead, others }: ShownStory): StoryInRun {
  const placeOf = (result: Result) => firstOf(result).place ?? 0;
  // Whatever is waived: it is the same story.
  const [first = lead, ...rest] = [lead, ...others].toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    id: first.id,
    fingerprint: firstOf(first).fingerprint ?? '',
    level: first.level,
    effective,
    finding: cut(findingSentence(lead), MAX_FINDING),
    others: rest.map(({ id }) => id),
  };
}

/** Every story of the runs, the one that was seen last at the end. */
function storyTracksOf(runs: readonly RunSummary[]): readonly StoryTrack[] {
  const seen = runs.flatMap((run) => run.stories.map((story) => ({ story, run })));
  const byStory = groupBy(seen, ({ story }) => JSON.stringify([story.id, story.fingerprint]));
  return [...byStory.values()].map((sightings) => trackOf(sightings, runs));
}

type Sighting = Pick<StoryTrack, 'story'> & { readonly run: RunSummary };

function trackOf(sightings: readonly [Sighting, ...Sighting[]], runs: readonly RunSummary[]): StoryTrack {
  const [first] = sightings;
  const { story, run: last } = sightings.at(-1) ?? first;
  const shown = new Set(sightings.map(({ run }) => run));
  const decided = runs.filter((run) => shown.has(run) || isDecided(run.marks.get(story.id)));
  return {
    story,
    first: first.run,
    last,
    lastWithout: decided.findLast((run) => !shown.has(run)),
    shown: shown.size,
    decided: decided.length,
    isThere: isIntermittent(story.fingerprint) || decided.at(-1) === last,
  };
}

/** A run that did not decide the requirement says nothing about the story. */
function isDecided(mark: HistoryMark | undefined): boolean {
  return mark !== undefined && !['inconclusive', 'unobservable', 'skipped'].includes(mark);
}
