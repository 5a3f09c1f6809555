import type { RunEnd } from '../harness/engine/suite.ts';
import type { Recording } from '../harness/record/har.ts';
import { type Composed, composeReport } from '../harness/report/compose.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { petStore } from './index.ts';
import { headerOf } from './specification/request.ts';

/** What a redacted recording of this suite has in place of the key. */
const PLACEHOLDER = '$PETSTORE_API_KEY';

export interface Inspected extends Composed {
  /** The key is not known, so credentials count as right if the service accepted them. */
  readonly assumesKey: boolean;
}

/** The specification applied to recorded traffic: nothing is sent. */
export function inspectRecording(recording: Recording, settings: RunSettings, apiKey?: string): Inspected {
  const { record, baseUrl, run } = recording;
  const key = run ? PLACEHOLDER : (apiKey ?? acceptedToken(recording));
  const first = record[0]?.sentAt ?? 0;
  const last = Math.max(first, ...record.map(({ answeredAt }) => answeredAt));
  const inspected: RunSettings = {
    ...settings,
    baseUrl,
    apiKey: key ?? PLACEHOLDER,
    ...(run ?? { runId: '', seed: 0 }),
  };
  const none = { ledger: [], missingIds: [], spent: [], interruptions: [] };
  const end: RunEnd = {
    state: { settings: inspected, ...none, isForeign: run === undefined },
    startedAt: 0,
    durationMs: Math.round(last - first),
    hidden: [],
  };
  return { ...composeReport(record, end, petStore), assumesKey: apiKey === undefined && run === undefined };
}

/** The bearer token that the service accepted most often. */
function acceptedToken({ record }: Recording): string | undefined {
  const counts = new Map<string, number>();
  for (const { request, status } of record) {
    const token = /^Bearer (.+)$/i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
    if (token !== undefined && status >= 200 && status < 300) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
