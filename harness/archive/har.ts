import { defined } from '../basics/defined.ts';
import { smallest } from '../basics/extremes.ts';
import { UsageError } from '../basics/usage-error.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import type { FailureKind } from '../model/failure.ts';
import type { ArchivedFacts, RecordedExchange, Report, ShownExchange } from '../model/report.ts';
import { TRACEPARENT } from '../model/traceparent.ts';
import type { Headers, WireRequest } from '../model/wire.ts';
import type { Settings } from '../settings/settings.ts';
import { type HarEntry, isEntry, knownIn, type OwnLog, ownLogIn, settingsIn } from './har-fields.ts';

/** Traffic that somebody recorded. */
export interface Recording {
  readonly record: readonly Exchange[];
  readonly baseUrl: string;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** The run of this suite that wrote it; absent for traffic of other clients. */
  readonly run?: OwnRun;
}

export interface OwnRun {
  readonly runId: string;
  readonly durationMs: number;
  /** Those that decide something. */
  readonly settings: Partial<Settings>;
  readonly known: ArchivedFacts;
  /** What its report shows besides. */
  readonly shown: Pick<Report['run'], 'settings' | 'recordedBy'>;
}

/** The exchanges of a HAR file, in the order of sending, without those that are not for the base URL. */
export function recordFromHar(value: unknown, name: string, resource: string, baseUrl?: string): Recording {
  const log = (value as { readonly log?: { readonly entries?: unknown; readonly _petstore?: unknown } } | null)?.log;
  const entries = Array.isArray(log?.entries) ? (log.entries as readonly HarEntry[]) : undefined;
  if (entries === undefined) throw new UsageError(`${name} is not a HAR file: it needs log.entries.`);
  const odd = entries.findIndex((entry) => !isEntry(entry));
  if (odd >= 0) {
    const needs = 'it needs a request and a response, with headers, texts and times as HAR 1.2 has them';
    throw new UsageError(`${name} cannot be inspected: entry ${odd + 1} of ${entries.length} is not valid (${needs}).`);
  }
  const own = ownLogIn(log?._petstore);
  if (own?.isWhole === false) {
    throw new UsageError(
      `${name} contains only the exchanges of a report: name the HAR file that the run wrote with --reporter har=FILE.`,
    );
  }
  const base = baseUrl ?? own?.baseUrl ?? baseOf(entries, resource);
  if (base === undefined) throw new UsageError(`${name} has no request to ${resource}: give --base-url.`);
  const begun = entries.length === 0 ? 0 : smallest(entries.map(({ startedDateTime }) => Date.parse(startedDateTime)));
  const isBelow = ({ request, _petstore: { url = request.url } = {} }: HarEntry) => url.startsWith(base);
  const record = entries.filter(isBelow).map((entry, index) => exchangeOf(entry, index, begun));
  return own ? { record, baseUrl: base, ...runOf(own, begun, name) } : { record, baseUrl: base, startedAt: begun };
}

function runOf(own: OwnLog, begun: number, name: string): Pick<Recording, 'startedAt' | 'run'> {
  const { run: runId, version, seed, startedAt, durationMs } = own;
  const [settings, known] = [settingsIn(own.settings), knownIn(own.known)];
  if (settings === undefined || known === undefined) {
    throw new UsageError(
      `${name} was changed, or written by another version: record the run again with --reporter har.`,
    );
  }
  const time = Date.parse(startedAt ?? '');
  const run = {
    runId,
    durationMs: durationMs ?? 0,
    settings: defined({ ...settings.deciding, seed }),
    known,
    shown: defined({ settings: settings.shown, recordedBy: version }),
  };
  return { startedAt: Number.isNaN(time) ? begun : time, run };
}

/** The part in front of the resource, in the first address that has one. */
function baseOf(entries: readonly HarEntry[], resource: string): string | undefined {
  const address = new RegExp(`^(https?://[^?#]*?)${resource}(?=[/?#]|$)`);
  return entries.map(({ request }) => address.exec(request.url)?.[1]).find(Boolean);
}

function exchangeOf(entry: HarEntry, index: number, begun: number): Exchange {
  const { request, response, startedDateTime, time, _petstore: own = {} } = entry;
  const { url = request.url, cut, unreadable, ...fields } = own;
  const { text, encoding } = response.content ?? {};
  const body = request.postData?.text ?? undefined;
  // Nothing can be said about a body that is not there, or not whole. Bodies are optional in the format.
  const isMissing = text === undefined || text === null;
  const broken = unreadable ?? (cut ? PART : isMissing ? ABSENT : undefined);
  const exchange = unshown({
    number: index + 1,
    probe: 'recorded',
    offsetMs: timeOf(Date.parse(startedDateTime) - begun),
    ...fields,
    durationMs: Math.max(0, timeOf(time ?? 0)),
    request: defined({ method: request.method, url, headers: headersOf(request.headers), body }),
    response: defined({
      status: response.status,
      headers: headersOf(response.headers),
      body: text ?? '',
      encoding: encoding === 'base64' ? encoding : undefined,
      unreadable: broken,
    }),
  });
  // This suite writes every body that it sends.
  const isUnrecorded = body === undefined && entry._petstore === undefined && mayHaveBody(request);
  return isUnrecorded ? { ...exchange, request: { ...exchange.request, isUnrecorded } } : exchange;
}

/** Version 0.5 also wrote down that an exchange met an interruption or a lock-out: nothing follows from that. */
const CAUSES: readonly string[] = ['input', 'crash', 'open'];

const PART = { kind: 'oversized', message: 'the recording has only a part of the body' };
const ABSENT = { kind: 'oversized', message: 'the recording does not have the body' };

function mayHaveBody({ method, headers }: HarEntry['request']): boolean {
  const isEmpty = headers?.some(({ name, value }) => /^content-length$/i.test(name) && Number(value) === 0);
  return !/^(GET|HEAD|OPTIONS)$/i.test(method) && !isEmpty;
}

function headersOf(headers: HarEntry['request']['headers']): Headers {
  // Browsers also list those of HTTP/2 that are not headers of the message.
  const sent = (headers ?? []).filter(({ name }) => !name.startsWith(':'));
  return sent.map(({ name, value }) => [name, value] as const);
}

/**
 * The request of an exchange that a report shows, without what linked it to a trace. The address stays as it is: URL
 * would normalise some characters.
 */
export function requestOf({ request, trace, cutAt }: Pick<ShownExchange, 'request' | 'trace' | 'cutAt'>): WireRequest {
  return defined({
    method: request.method,
    path: request.url.replace(/^https?:\/\/[^/]*/, ''),
    headers: request.headers.filter(([name]) => trace === undefined || name !== TRACEPARENT),
    body: request.body,
    cutAt,
  });
}

function unshown(exchange: Omit<RecordedExchange, 'startedAt'>): Exchange {
  const { number, probe, input, generated, trace, response, failure, connection, after, attempt } = exchange;
  const { concludes, processEnd, offsetMs, durationMs } = exchange;
  const [, traceparent] = exchange.request.headers.find(([name]) => name === TRACEPARENT) ?? [];
  const { status = 0, headers = [], body = '', encoding = 'utf8', unreadable } = response ?? {};
  return defined({
    number,
    probe,
    input,
    generated,
    request: requestOf(exchange),
    traceparent: trace === undefined ? undefined : traceparent,
    connection,
    after,
    attempt,
    concludes: concludes && CAUSES.includes(concludes.cause) ? concludes : undefined,
    processEnd,
    sentAt: offsetMs,
    answeredAt: timeOf(offsetMs + durationMs),
    status,
    headers,
    body: Buffer.from(body, encoding),
    unreadable: unreadable && { ...unreadable, kind: unreadable.kind as FailureKind },
    failure: failure && { ...failure, kind: failure.kind as FailureKind },
  });
}
