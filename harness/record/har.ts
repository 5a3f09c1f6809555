import type { FailureKind } from '../http/failure.ts';
import type { Headers, WireRequest } from '../http/wire.ts';
import type { Report, Exchange as ShownExchange } from '../report/model.ts';
import type { RunSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Exchange } from './exchange.ts';

/** Traffic that somebody recorded. */
export interface Recording {
  readonly record: readonly Exchange[];
  readonly baseUrl: string;
  /** The run of this suite that wrote it; absent for traffic of other clients. */
  readonly run?: Pick<RunSettings, 'runId' | 'seed' | 'consistencyWindowMs'>;
}

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

interface HarEntry {
  readonly startedDateTime: string;
  readonly time?: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: readonly HarHeader[];
    readonly postData?: { readonly text?: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers?: readonly HarHeader[];
    readonly content?: { readonly text?: string; readonly encoding?: string };
  };
  readonly _petstore?: Partial<
    Pick<ShownExchange, 'number' | 'probe' | 'input' | 'offsetMs' | 'cutAt' | 'connection' | 'after' | 'failure'>
  >;
}

interface HarLog {
  readonly entries?: unknown;
  readonly _petstore?: Partial<
    Pick<RunSettings, 'seed' | 'baseUrl' | 'consistencyWindowMs'> & { readonly run: string }
  >;
}

const DEFAULT_WINDOW_MS = 2_000;

/** The exchanges of a HAR file, in the order of sending, without those that are not for the base URL. */
export function recordFromHar(value: unknown, name: string, resource: string, baseUrl?: string): Recording {
  const log = (value as { readonly log?: HarLog } | null)?.log;
  const entries = Array.isArray(log?.entries) ? (log.entries as readonly HarEntry[]) : undefined;
  if (!log || !entries?.every(isEntry)) {
    throw new UsageError(`${name} is not a HAR file: it needs log.entries with a request and a response each.`);
  }
  const own = log._petstore;
  const base = baseUrl ?? own?.baseUrl ?? baseOf(entries, resource);
  if (base === undefined) throw new UsageError(`${name} has no request to ${resource}: give --base-url.`);
  const start = Math.min(...entries.map(({ startedDateTime }) => Date.parse(startedDateTime)));
  const relevant = entries.filter(({ request }) => request.url.startsWith(base));
  const record = relevant.map((entry, index) => exchangeOf(entry, index, start));
  if (!own?.run) return { record, baseUrl: base };
  const { run: runId, seed = 0, consistencyWindowMs = DEFAULT_WINDOW_MS } = own;
  return { record, baseUrl: base, run: { runId, seed, consistencyWindowMs } };
}

/** A file may come from anywhere, so every field that is read is checked. */
function isEntry(entry: HarEntry | null): boolean {
  const { request, response, startedDateTime = '', time = 0, _petstore: own = {} } = entry ?? {};
  const { number = 0, offsetMs = 0, probe = '', cutAt = 0, after = 0, failure = NO_FAILURE } = own ?? {};
  const texts = [request?.method, request?.url, request?.postData?.text ?? '', response?.content?.text ?? '', probe];
  const numbers = [Date.parse(startedDateTime), time, response?.status, number, offsetMs, cutAt, after];
  return (
    own !== null &&
    [...texts, failure?.kind, failure?.message].every((text) => typeof text === 'string') &&
    numbers.every((value) => typeof value === 'number' && Number.isFinite(value)) &&
    URL.canParse(request?.url ?? '') &&
    [request?.headers ?? [], response?.headers ?? []].every(areHeaders) &&
    (own.input === undefined || Array.isArray(own.input))
  );
}

const NO_FAILURE = { kind: '', message: '' };

function areHeaders(headers: unknown): boolean {
  const isHeader = (one: Partial<HarHeader> | null) => typeof one?.name === 'string' && typeof one.value === 'string';
  return Array.isArray(headers) && headers.every(isHeader);
}

/** The part in front of the resource, in the first address that has one. */
function baseOf(entries: readonly HarEntry[], resource: string): string | undefined {
  const address = new RegExp(`^(https?://[^?#]*?)${resource}(?=[/?#]|$)`);
  return entries.map(({ request }) => address.exec(request.url)?.[1]).find(Boolean);
}

function exchangeOf(entry: HarEntry, index: number, start: number): Exchange {
  const { request, response, time = 0, _petstore: own = {} } = entry;
  const { text = '', encoding } = response.content ?? {};
  const body = request.postData?.text;
  return unshown({
    number: index + 1,
    probe: 'recorded',
    offsetMs: Date.parse(entry.startedDateTime) - start,
    ...own,
    durationMs: Math.max(0, time),
    request: { ...request, headers: headersOf(request.headers), ...(body !== undefined && { body }) },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      body: text,
      ...(encoding === 'base64' && { encoding }),
    },
  });
}

function headersOf(headers: readonly HarHeader[] | undefined): Headers {
  // Browsers also list those of HTTP/2 that are not headers of the message.
  const sent = (headers ?? []).filter(({ name }) => !name.startsWith(':'));
  return sent.map(({ name, value }) => [name, value] as const);
}

/** The exchanges that a report shows. */
export function recordFromReport({ results, target, run }: Report): Recording {
  const shown = new Map(
    results.flatMap(({ exchanges = [] }) => exchanges).map((exchange) => [exchange.number, exchange]),
  );
  const { consistencyWindowMs: given } = run.settings;
  const consistencyWindowMs = typeof given === 'number' ? given : DEFAULT_WINDOW_MS;
  return {
    record: [...shown.values()].sort((a, b) => a.number - b.number).map(unshown),
    baseUrl: target.baseUrl,
    run: { runId: run.id, seed: run.seed, consistencyWindowMs },
  };
}

/** The request of an exchange that a report shows. The address stays as it is: URL would normalise some characters. */
export function requestOf({ request, cutAt }: Pick<ShownExchange, 'request' | 'cutAt'>): WireRequest {
  return {
    method: request.method,
    path: request.url.replace(/^https?:\/\/[^/]*/, ''),
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
    ...(cutAt !== undefined && { cutAt }),
  };
}

function unshown(exchange: Omit<ShownExchange, 'startedAt'>): Exchange {
  const { number, probe, input, response, failure, connection, after, offsetMs, durationMs } = exchange;
  return {
    number,
    probe,
    ...(input && { input }),
    request: requestOf(exchange),
    ...(connection && { connection }),
    ...(after !== undefined && { after }),
    sentAt: offsetMs,
    answeredAt: offsetMs + durationMs,
    status: response?.status ?? 0,
    headers: response?.headers ?? [],
    body: Buffer.from(response?.body ?? '', response?.encoding ?? 'utf8'),
    ...(failure && { failure: { kind: failure.kind as FailureKind, message: failure.message } }),
  };
}
