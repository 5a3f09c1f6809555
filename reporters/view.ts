import { groupBy } from '../harness/basics/group-by.ts';
import type { Drift, Occupancy, Report, Result } from '../harness/model/report.ts';
import { settingTable } from '../harness/settings/table.ts';
import {
  countsInWords,
  type EffectiveOutcome,
  effectiveOutcomeOf,
  isUnselected,
  withEffectiveOutcome,
} from './effective-outcome.ts';
import { caveatOf, curlIn } from './evidence.ts';
import type { StoredReport } from './options.ts';
import { orderedStories, type ShownStory } from './stories.ts';
import { count } from './text.ts';
import { excuseSentence, noticesElsewhere, type VerdictInWords, verdictInWords, whyOf } from './verdict.ts';

/** What people read of a report, made once: a format only lays it out. */
export interface View {
  readonly verdict: VerdictInWords;
  /** What a reader of any format has to know about the run. */
  readonly warnings: readonly string[];
  /** In the order in which people should read them. */
  readonly stories: readonly ShownStory[];
  /** What is wrong, before any detail: the failed MUSTs, or in a report without any the failed SHOULDs. */
  readonly overview: readonly ShownStory[];
  /** What is wrong first, then what is unknown, then the rest. */
  readonly parts: readonly ViewPart[];
  /** What the run found and did, without details if it is short. */
  readonly summary: (isShort?: boolean) => readonly string[];
}

/** One part of a report before layout. */
export interface ViewPart {
  /** The effective outcome of its results, or a word of its own. */
  readonly id: string;
  readonly title: string;
  readonly number: number;
  readonly groups: readonly ViewGroup[];
  /** Instead of groups. */
  readonly stories?: readonly ShownStory[];
}

/** Results that share a sentence, which is shown once: a reason, a waiver. */
export interface ViewGroup {
  readonly effective: EffectiveOutcome;
  readonly sentence?: string;
  readonly results: readonly Result[];
}

export function viewOf(report: StoredReport): View {
  const stories = orderedStories(report);
  const having = (wanted: EffectiveOutcome) => stories.filter(({ effective }) => effective === wanted);
  return {
    verdict: verdictInWords(report),
    warnings: warningsOf(report),
    stories,
    overview: [having('fail'), having('warn')].find((found) => found.length > 0) ?? [],
    parts: partsOf(report, stories),
    summary: (isShort = false) => summaryOf(report, isShort),
  };
}

function partsOf(report: Report, stories: readonly ShownStory[]): readonly ViewPart[] {
  const { results, gate } = report;
  const having = (effective: EffectiveOutcome) => withEffectiveOutcome(results, effective);
  // One that belongs to a violation is shown below that.
  const isShownAbove = stories.some(({ effective, others }) => effective === 'fail' && others.some(isWarning));
  const drifted = gate?.drifted ?? [];
  const parts: readonly ViewPart[] = [
    storyPart('fail', 'Violations', stories),
    storyPart('warn', isShownAbove ? 'Other warnings' : 'Warnings', stories),
    gatePart(report),
    groupPart('inconclusive', 'Inconclusive', having('inconclusive')),
    groupPart('unobservable', 'Unobservable on this server', having('unobservable')),
    groupPart('waived', 'Waived', having('waived'), excuseOf),
    groupPart('known', 'Known from the baseline', having('known'), excuseOf),
    skippedPart(report),
    groupPart('caveats', 'Passed with a caveat', having('pass'), (result) => caveatOf(result, report)),
    { id: 'drift', title: 'Drift', number: drifted.length, groups: drifted.map(driftGroup) },
    groupPart('observed', 'Observations', having('observed')),
  ];
  return parts.filter(({ number }) => number > 0);
}

function isWarning(result: Result): boolean {
  return effectiveOutcomeOf(result) === 'warn';
}

function storyPart(id: 'fail' | 'warn', title: string, all: readonly ShownStory[]): ViewPart {
  const stories = all.filter(({ effective }) => effective === id);
  return { id, title, number: stories.length, groups: [], stories };
}

function gatePart(report: Report): ViewPart {
  const groups = noticesElsewhere(report).map(
    ({ sentence, fails }): ViewGroup => ({
      effective: fails ? 'fail' : 'observed',
      sentence: fails ? `${sentence} (fails the run)` : sentence,
      results: [],
    }),
  );
  return { id: 'gate', title: 'Waivers and baseline', number: groups.length, groups };
}

/** Results without a sentence do not belong to the part. */
function groupPart(
  id: string,
  title: string,
  results: readonly Result[],
  sentenceOf: (result: Result) => string | undefined = ({ reason = 'No reason was recorded.' }) => reason,
): ViewPart {
  const found = [...groupBy(results, sentenceOf)].flatMap(([sentence, members]) => {
    const effective = effectiveOutcomeOf(members[0]);
    return sentence === undefined ? [] : [{ effective, sentence, results: members }];
  });
  return { id, title, number: found.flatMap((group) => group.results).length, groups: found };
}

/** Of what nobody asked for, the number is enough. */
function skippedPart({ results, run }: Report): ViewPart {
  const skipped = withEffectiveOutcome(results, 'skipped');
  const [unselected, others] = [skipped.filter(isUnselected), skipped.filter((result) => !isUnselected(result))];
  const [first] = unselected;
  const { groups } = groupPart('skipped', '', others);
  const sentence = first && `${count(unselected.length, 'requirement')} not selected (${whyOf(first, run.settings)}).`;
  return {
    id: 'skipped',
    title: 'Skipped',
    number: skipped.length,
    groups: sentence === undefined ? groups : [{ effective: 'skipped', sentence, results: [] }, ...groups],
  };
}

function excuseOf({ excuse }: Result): string | undefined {
  return excuse && excuseSentence(excuse);
}

function driftGroup({ id, before, after }: Drift): ViewGroup {
  return { effective: 'observed', sentence: `${id}: ${before}; now ${after}`, results: [] };
}

/** What the run found and did, and how full the target is; in short only if that leaves something undecided. */
function summaryOf(report: Report, isShort: boolean): readonly string[] {
  const { results, run } = report;
  const { requests, creations, durationMs, waitedMs = 0, seed, population } = run;
  const observations = withEffectiveOutcome(results, 'observed').length;
  const observed = observations > 0 ? `, ${count(observations, 'observation')}` : '';
  const seconds = (durationMs / 1000).toFixed(1);
  const waited = waitedMs > 0 ? ` (${(waitedMs / 1000).toFixed(1)} s waiting for a rate limit)` : '';
  const lines = [
    `${countsInWords(results)}${observed}`,
    `${count(requests, 'request')}, ${count(creations, 'creation')}, ${seconds} s${waited}, seed ${seed}`,
    isShort || population === undefined ? undefined : `Pets on the server: ${occupancyInWords(population)}.`,
    fullness(report),
    isShort ? undefined : logMarksOf(report),
    keyAdvice(report),
  ];
  return lines.filter((line) => line !== undefined);
}

const KEY = settingTable.apiKey.variable;

/** Once, however many commands read the key. */
function keyAdvice({ results }: Report): string | undefined {
  const isRead = results.some((result) => curlIn(result)?.includes(`$${KEY}`));
  return isRead ? `The commands read the API key from ${KEY}: export it first.` : undefined;
}

/** "available 141 or more, pending 37" */
function occupancyInWords({ statuses }: Occupancy): string {
  return statuses.map(({ status, pets, isFull }) => `${status} ${pets}${isFull ? ' or more' : ''}`).join(', ');
}

/** A full target does not matter if lists still show new pets. */
function fullness({ results }: Report): string | undefined {
  const isFull = withEffectiveOutcome(results, 'unobservable').length > 0;
  return isFull ? 'This server is full: use a fresh server.' : undefined;
}

/** How requests of the run are found in a log. */
function logMarksOf({ suite, run }: Report): string {
  const marks = `User-Agent ${suite.name}/${suite.version} (run ${run.id}), names of pets conformance-${run.id}-…`;
  return `In the log of the server: ${marks}.`;
}

/** The warnings of the run, and what happened meanwhile. */
export function warningsOf({ warnings = [], run }: Report): readonly string[] {
  const { interruptions = [], lost = { missing: [], changed: [] } } = run;
  const seconds = interruptions.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const interrupted = `${count(interruptions.length, 'interruption')} by something in front of the server`;
  return [
    ...warnings,
    ...(interruptions.length > 0 ? [`Warning: ${interrupted}, ${seconds.toFixed(1)} s.`] : []),
    ...(lost.missing.length > 0 ? [lostSentence(lost.missing, 'missing from the server')] : []),
    ...(lost.changed.length > 0 ? [lostSentence(lost.changed, 'different from before')] : []),
  ];
}

const MAX_IDS = 10;

/** "Warning: 2 pets of earlier runs are missing from the server: 12, 15." */
function lostSentence(ids: readonly string[], what: string): string {
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : '';
  const pets = `${count(ids.length, 'pet')} of earlier runs ${ids.length === 1 ? 'is' : 'are'} ${what}`;
  return `Warning: ${pets}: ${ids.slice(0, MAX_IDS).join(', ')}${more}.`;
}
