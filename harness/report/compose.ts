import type { RunSettings } from '../run/context.ts';
import type { Untested } from '../run/preflight.ts';
import { Redactor } from '../secrets/redact.ts';
import { DIRECT, publicNetwork, shownNetwork } from '../settings/network.ts';
import { type Reason, sentenceOf } from '../verdict/reasons.ts';
import { causesOf } from './causes.ts';
import { verdictOf } from './conclusion.ts';
import {
  type Created,
  type Interruption,
  type Observation,
  type Occupancy,
  type Report,
  type Result,
  type Row,
  rowOf,
} from './model.ts';
import { isSuiteBug } from './result.ts';
import { SUITE_NAME, SUITE_VERSION } from './suite-version.ts';

export interface Totals {
  readonly requests: number;
  readonly creations: number;
  readonly population?: Occupancy;
}

/** The settings that a report needs; without the key in a shard. */
export type ReportedSettings = Partial<RunSettings> & Pick<RunSettings, 'baseUrl' | 'runId' | 'seed' | 'strict'>;

export interface RunEnd {
  readonly settings: ReportedSettings;
  readonly rows: readonly Row[];
  readonly results: readonly Result[];
  readonly totals: Totals;
  readonly created: readonly Created[];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly untested?: Untested;
  readonly interrupted?: boolean;
  readonly interruptions?: readonly Interruption[];
  readonly warnings?: readonly string[];
  /** Why the run could not finish, in a sentence. */
  readonly gaveUp?: string;
  /** A bug of the suite, outside of any check. */
  readonly fault?: string;
}

export function composeReport({ fault, ...rest }: RunEnd): Report {
  const { settings } = rest;
  // Its stack may quote the key.
  const redactor = new Redactor(settings.apiKey ?? '');
  const end = fault === undefined ? rest : { ...rest, fault: redactor.sentence(fault) };
  const warnings = [...new Set([...warningsOf(settings), ...(end.warnings ?? [])])];
  const results = end.untested === undefined || end.interrupted ? completed(end) : [];
  const { verdict, exitCode, diagnosis } = conclusion(end, results);
  const causes = causesOf(results);
  return {
    schemaVersion: 1,
    verdict,
    exitCode,
    ...(diagnosis && { diagnosis }),
    ...(warnings.length > 0 && { warnings }),
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    target: { baseUrl: shownAddress(settings) },
    run: {
      id: settings.runId,
      seed: settings.seed,
      startedAt: end.startedAt.toISOString(),
      durationMs: end.durationMs,
      ...end.totals,
      ...(end.interruptions && end.interruptions.length > 0 && { interruptions: end.interruptions }),
      created: end.created,
      settings: shownSettings(settings),
    },
    ...(causes.length > 0 && { causes }),
    results,
    observations: observationsOf(results),
  };
}

/** Every requirement has its row, in the catalogue's order. */
function completed({ rows, results, interrupted, fault }: RunEnd): readonly Result[] {
  const decided = new Map(results.map((result) => [result.id, result]));
  const why: Reason = interrupted ? { kind: 'interrupted' } : { kind: 'not-reached', ...(fault && { detail: fault }) };
  const undecided = { outcome: 'inconclusive', reason: sentenceOf(why), why, durationMs: 0 } as const;
  return rows.map((row) => decided.get(row.id) ?? { ...rowOf(row), ...undecided });
}

function conclusion(end: RunEnd, results: readonly Result[]): Pick<Report, 'verdict' | 'exitCode' | 'diagnosis'> {
  if (end.untested !== undefined && !end.interrupted)
    return { verdict: 'untested', exitCode: end.untested.isUsage ? 2 : 3, diagnosis: end.untested.diagnosis };
  const verdict = verdictOf(results, end.settings);
  if (end.interrupted) return { verdict, exitCode: 130, diagnosis: 'The run was interrupted.' };
  const fault = end.fault ?? results.find(isSuiteBug)?.reason;
  const sentence = fault === undefined ? interruptionSentence(end) : fault.split('\n')[0];
  const diagnosis = sentence === undefined ? {} : { diagnosis: sentence };
  if (verdict === 'violating') return { verdict, exitCode: 1, ...diagnosis };
  if (fault !== undefined) return { verdict: 'incomplete', exitCode: 5, ...diagnosis };
  if (sentence !== undefined) return { verdict: 'incomplete', exitCode: 4, ...diagnosis };
  return { verdict, exitCode: verdict === 'conforming' ? 0 : 4 };
}

/** More than this, and the target cannot be checked through its gateway. */
const MOST_INTERRUPTIONS = 5;

function interruptionSentence({ interruptions = [], gaveUp }: RunEnd): string | undefined {
  if (gaveUp !== undefined) return gaveUp;
  if (interruptions.length <= MOST_INTERRUPTIONS) return undefined;
  const statuses = [...new Set(interruptions.map(({ status }) => status))].sort().join(', ');
  return `Something in front of the service answered in its place ${interruptions.length} times (${statuses}): check the gateway and run again.`;
}

export function observationsOf(results: readonly Result[]): readonly Observation[] {
  return results
    .filter(({ outcome }) => outcome === 'observed')
    .map(({ id, statement, reason, data, exchanges }) => ({
      id,
      statement,
      value: reason ?? '',
      ...(data && { data }),
      ...(exchanges && { exchanges }),
    }));
}

export function warningsOf({ apiKey = '', insecure }: ReportedSettings): readonly string[] {
  return [insecure ? INSECURE : undefined, new Redactor(apiKey).warning].filter((warning) => warning !== undefined);
}

const INSECURE =
  'Warning: the certificate of the server was not verified (--insecure), so another server may have answered.';

export function shownAddress({ apiKey, baseUrl }: ReportedSettings): string {
  return apiKey === undefined ? baseUrl : new Redactor(apiKey).address(baseUrl);
}

/** The base URL and the run id are elsewhere in the report. */
function shownSettings(settings: ReportedSettings): Report['run']['settings'] {
  const { baseUrl: _baseUrl, runId: _runId, ...shown } = withoutKeyAndFiles(settings);
  const given = Object.entries({ ...shown, ...shownNetwork(shown) }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Report['run']['settings'];
}

/** Without the key, the secrets of the network and the paths of this machine. */
export function withoutKeyAndFiles<All extends ReportedSettings>(settings: All) {
  const { apiKey: _apiKey, reporters: _reporters, ledger: _ledger, ...rest } = settings;
  const { waivers: _waivers, baseline: _baseline, ...shown } = rest;
  return { ...shown, ...publicNetwork({ ...DIRECT, ...settings }) };
}
