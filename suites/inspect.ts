import { isUtf8 } from 'node:buffer';
import type { Recording } from '../harness/archive/har.ts';
import { defined } from '../harness/basics/defined.ts';
import { type Composed, composeReport } from '../harness/engine/compose.ts';
import type { RunFacts } from '../harness/engine/run-facts.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Report } from '../harness/model/report.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { petStore } from './index.ts';
import { KeyRestorer } from './inputs/restore-key.ts';

const STAND_IN = 'Stand-In.for-The-real.0ne_0f4c7b21-E93a_Qq8Z.w6-Kd5T';

/**
 * In place of the key that the archive does not contain. Whatever is made from it, such as the same with other letters or
 * sorted, is another text, as it was for the real key.
 */
function standInOf(length: number): string {
  return STAND_IN.repeat(Math.ceil(length / STAND_IN.length)).slice(0, length);
}

/**
 * Decides the record of a run again: the same record, settings and facts come to the same results. Nothing is sent.
 * What decides nothing, such as the reporters, is as given.
 */
export function inspectRecording(recording: Recording, given: Settings): Composed {
  const { runId, startedAt, durationMs, settings, known, shown } = recording;
  const apiKey = standInOf(known.keyLength);
  const restorer = new KeyRestorer(apiKey);
  const record = recording.record.map((exchange) => restored(exchange, restorer));
  const baseUrl = restorer.text(recording.baseUrl);
  const facts: RunFacts = {
    settings: { ...given, ...settings, baseUrl, apiKey, runId },
    ...known,
    startedAt,
    durationMs,
    hidden: restorer.hidden,
  };
  const composed = composeReport(record, facts, petStore);
  return { ...composed, report: asShown(composed.report, shown) };
}

/** With what the report of the run shows besides. */
function asShown(report: Report, { settings, recordedBy }: Recording['shown']): Report {
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
