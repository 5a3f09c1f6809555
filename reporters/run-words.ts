import type { Occupancy, Report } from '../harness/model/report.ts';
import { settingTable } from '../harness/settings/table.ts';
import { countsInWords, withEffectiveOutcome } from './effective-outcome.ts';
import { curlIn } from './evidence.ts';
import type { StoredReport } from './options.ts';
import { count } from './text.ts';

/** What the run found and did, and how full the target is; in short only if that leaves something undecided. */
export function summaryLines(report: StoredReport, isShort = false): readonly string[] {
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

/** What a reader of any format has to know about the run. */
export function warningsOf({ warnings = [], run }: Report): readonly string[] {
  const { interruptions: all = [], lost = { missing: [], changed: [] } } = run;
  const interruptions = all.filter(({ cause }) => cause === undefined);
  const renewals = all.length - interruptions.length;
  const seconds = interruptions.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const interrupted = `${count(interruptions.length, 'interruption')} by something in front of the server`;
  return [
    ...warnings,
    ...(interruptions.length > 0 ? [`Warning: ${interrupted}, ${seconds.toFixed(1)} s.`] : []),
    ...(renewals > 0 ? [`The API key expired ${count(renewals, 'time')}, and the run went on with another one.`] : []),
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
