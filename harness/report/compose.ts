import type { RunSettings } from '../context.ts';
import { Redactor } from '../secrets/redact.ts';
import { DIRECT, publicNetwork, shownNetwork } from '../settings/network.ts';
import { SUITE_NAME, SUITE_VERSION } from '../suite-version.ts';
import { causesOf } from './causes.ts';
import { verdictOf } from './conclusion.ts';
import { type Created, type Observation, type Report, type Result, type Row, rowOf, type Verdict } from './model.ts';
import { isSuiteFault } from './result.ts';

export interface Totals {
  readonly requests: number;
  readonly creations: number;
}

/** The settings as far as a report needs them; without the key where it was taken out of the others before. */
export type ReportedSettings = Partial<RunSettings> & Pick<RunSettings, 'baseUrl' | 'runId' | 'seed' | 'strict'>;

/** How a run ended as a whole. */
export interface RunEnd {
  readonly settings: ReportedSettings;
  readonly rows: readonly Row[];
  readonly results: readonly Result[];
  readonly totals: Totals;
  readonly created: readonly Created[];
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Why the target could not be tested. */
  readonly untested?: string;
  readonly interrupted?: boolean;
  /** What went wrong in the suite itself, outside of any check. */
  readonly fault?: string;
}

export function composeReport(end: RunEnd): Report {
  const { settings } = end;
  const results = end.untested === undefined || end.interrupted ? completed(end) : [];
  const { verdict, exitCode, diagnosis } = conclusion(end, results);
  const causes = causesOf(results);
  return {
    schemaVersion: 1,
    verdict,
    exitCode,
    ...(diagnosis && { diagnosis }),
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    target: { baseUrl: toldAddress(settings) },
    run: {
      id: settings.runId,
      seed: settings.seed,
      startedAt: end.startedAt.toISOString(),
      durationMs: end.durationMs,
      ...end.totals,
      created: end.created,
      settings: toldSettings(settings),
    },
    ...(causes.length > 0 && { causes }),
    results,
    observations: observationsOf(results),
  };
}

/** Every requirement has its row, in the catalogue's order; one that no check got to is not decided. */
function completed({ rows, results, interrupted, fault }: RunEnd): readonly Result[] {
  const decided = new Map(results.map((result) => [result.id, result]));
  const reason = interrupted
    ? 'The run was interrupted before this was decided.'
    : `The run ended before this was decided${fault ? `: ${fault}` : '.'}`;
  return rows.map((row) => decided.get(row.id) ?? { ...rowOf(row), outcome: 'inconclusive', reason, durationMs: 0 });
}

interface Conclusion {
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly diagnosis?: string;
}

function conclusion(end: RunEnd, results: readonly Result[]): Conclusion {
  if (end.untested !== undefined && !end.interrupted)
    return { verdict: 'untested', exitCode: 3, diagnosis: end.untested };
  const verdict = verdictOf(results, end.settings.strict);
  if (end.interrupted) return { verdict, exitCode: 130, diagnosis: 'The run was interrupted.' };
  const fault = end.fault ?? results.find(isSuiteFault)?.reason;
  const told = fault === undefined ? {} : { diagnosis: firstLine(fault) };
  if (verdict === 'violating') return { verdict, exitCode: 1, ...told };
  if (fault !== undefined) return { verdict: 'incomplete', exitCode: 5, ...told };
  return { verdict, exitCode: verdict === 'conforming' ? 0 : 4 };
}

export function observationsOf(results: readonly Result[]): readonly Observation[] {
  return results
    .filter(({ outcome }) => outcome === 'observed')
    .map(({ id, statement, reason, exchanges }) => ({
      id,
      statement,
      value: reason ?? '',
      ...(exchanges && { exchanges }),
    }));
}

export function toldAddress({ apiKey, baseUrl }: ReportedSettings): string {
  return apiKey === undefined ? baseUrl : new Redactor(apiKey).text(baseUrl);
}

/** Those that stand elsewhere in the report are left out too. */
function toldSettings(settings: ReportedSettings): Report['run']['settings'] {
  const { baseUrl: _baseUrl, runId: _runId, ...told } = withoutKeyAndFiles(settings);
  const given = Object.entries({ ...told, ...shownNetwork(told) }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Report['run']['settings'];
}

/** Nobody else is told the key, the secrets of the network, or where files lie on the machine that ran it. */
export function withoutKeyAndFiles<All extends ReportedSettings>(settings: All) {
  const { apiKey: _apiKey, reporters: _reporters, ledger: _ledger, ...rest } = settings;
  const { waivers: _waivers, baseline: _baseline, ...told } = rest;
  return { ...told, ...publicNetwork({ ...DIRECT, ...settings }) };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
