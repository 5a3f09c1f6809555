import { isUtf8 } from 'node:buffer';
import type { OwnRun, Recording } from '../harness/archive/har.ts';
import { defined } from '../harness/basics/defined.ts';
import { type Composed, composeReport } from '../harness/engine/compose.ts';
import { factsAtStart, type RunFacts } from '../harness/engine/run-facts.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Report } from '../harness/model/report.ts';
import { credentialsIn } from '../harness/secrets/credentials.ts';
import type { Secret } from '../harness/secrets/spellings.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { petStore } from './index.ts';
import { KeyRestorer } from './inputs/restore-key.ts';
import { headerOf } from './reading/request.ts';

/** What a user says about a recording. */
export interface Assumptions {
  readonly apiKey?: string | undefined;
  /** Requests without credentials that were answered count as authorised. */
  readonly isAuthorized?: boolean;
}

/** The specification applied to recorded traffic: nothing is sent. */
export function inspectRecording(recording: Recording, settings: RunSettings, assumptions: Assumptions = {}): Composed {
  const { run } = recording;
  return run ? inspectOwn(recording, run, settings) : inspectForeign(recording, settings, assumptions);
}

const STAND_IN = 'Stand-In.for-The-real.0ne_0f4c7b21-E93a_Qq8Z.w6-Kd5T';

/**
 * In place of the key that the archive does not contain. Whatever is made from it, such as the same with other letters or
 * sorted, is another text, as it was for the real key.
 */
function standInOf(length: number): string {
  return STAND_IN.repeat(Math.ceil(length / STAND_IN.length)).slice(0, length);
}

/** The same record, settings and facts, so that it comes to the same results. */
function inspectOwn(recording: Recording, run: OwnRun, given: RunSettings): Composed {
  const { runId, durationMs, settings, known } = run;
  const apiKey = standInOf(known.keyLength);
  const restorer = new KeyRestorer(apiKey);
  const record = recording.record.map((exchange) => restored(exchange, restorer));
  const baseUrl = restorer.text(recording.baseUrl);
  const facts: RunFacts = {
    settings: { ...given, ...settings, baseUrl, apiKey, runId },
    ...known,
    startedAt: recording.startedAt,
    durationMs,
    hidden: restorer.hidden,
  };
  const composed = composeReport(record, facts, petStore);
  return { ...composed, report: asShown(composed.report, run.shown) };
}

/** With what the report of the run shows besides. */
function asShown(report: Report, { settings, recordedBy }: OwnRun['shown']): Report {
  const { run, suite } = report;
  const isOfAnother = recordedBy !== undefined && recordedBy !== suite.version;
  return {
    ...report,
    run: { ...defined({ recordedBy: isOfAnother ? recordedBy : undefined }), ...run, settings },
  };
}

function restored(exchange: Exchange, restorer: KeyRestorer): Exchange {
  const { request, headers, body } = exchange;
  const restoreHeaders = (all: typeof headers) =>
    all.map(([name, value]) => [restorer.text(name), restorer.text(value)] as const);
  const encoding = isUtf8(body) ? 'utf8' : 'latin1';
  return {
    ...exchange,
    request: defined({
      ...request,
      path: restorer.text(request.path),
      headers: restoreHeaders(request.headers),
      body: request.body === undefined ? undefined : restorer.text(request.body),
    }),
    headers: restoreHeaders(headers),
    body: Buffer.from(restorer.text(Buffer.from(body).toString(encoding)), encoding),
  };
}

/** The key is given, or it is what the service accepted most often; others that it accepted are keys too. */
function inspectForeign(recording: Recording, settings: RunSettings, assumptions: Assumptions): Composed {
  const { baseUrl, startedAt } = recording;
  const isSilent = hasNoCredentials(recording.record);
  const isAssumed = assumptions.isAuthorized === true;
  const accepted = acceptedTokens(recording.record);
  const apiKey = assumptions.apiKey ?? accepted[0] ?? STAND_IN;
  const record = isSilent && isAssumed ? recording.record.map((one) => authorized(one, apiKey)) : recording.record;
  const first = record[0]?.sentAt ?? 0;
  const last = record.reduce((latest, { answeredAt }) => Math.max(latest, answeredAt), first);
  const now = new Date(startedAt).toISOString().slice(0, 10);
  const facts: RunFacts = {
    ...factsAtStart({ ...settings, baseUrl, apiKey, now, runId: '', seed: 0 }, startedAt),
    durationMs: Math.round(last - first),
    unseen: ['changes', 'rights', 'marks'],
    otherKeys: new Set(accepted),
    ...(isSilent && { noCredentials: { kind: 'no-credentials', isAssumed } }),
    secrets: secretsIn(record),
  };
  return composeReport(record, facts, petStore);
}

/** Browsers leave them out of what they export. A service that needs none would have to refuse somebody to be noticed. */
export function hasNoCredentials(record: readonly Exchange[]): boolean {
  return record.length > 0 && record.every(({ request }) => headerOf(request.headers, 'authorization') === undefined);
}

/** What was refused may have had any key, or none. */
function authorized(exchange: Exchange, key: string): Exchange {
  const { request, status } = exchange;
  const value = status === 401 || status === 403 ? `Bearer ${key} or another one` : `Bearer ${key}`;
  return { ...exchange, request: { ...request, headers: [['Authorization', value], ...request.headers] } };
}

/** Whatever lets somebody in, in every message. */
function secretsIn(record: readonly Exchange[]): readonly Secret[] {
  const found = new Map<string, string>();
  for (const { request, headers } of record) {
    const query = new URLSearchParams(request.path.split(/\?(.*)/s)[1] ?? '');
    for (const [name, text] of [...credentialsIn([...request.headers, ...headers]), ...credentialsIn([...query])])
      if (!found.has(text)) found.set(text, `$${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`);
  }
  return [...found].map(([text, shell]) => ({ text, shell }));
}

/** The bearer tokens that the service accepted, the most frequent first. */
function acceptedTokens(record: readonly Exchange[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { request, status } of record) {
    const token = /^Bearer (.+)$/i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
    if (token !== undefined && status >= 200 && status < 300) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([token]) => token);
}
