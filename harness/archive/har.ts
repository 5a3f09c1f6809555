import { defined } from '../basics/defined.ts';
import { UsageError } from '../basics/usage-error.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import type { FailureKind } from '../model/failure.ts';
import type { ArchivedFacts, RecordedExchange, Report, ShownExchange } from '../model/report.ts';
import type { Headers, WireRequest } from '../model/wire.ts';
import type { Settings } from '../settings/settings.ts';
import { type HarEntry, isEntry, knownIn, ownLogIn, settingsIn } from './har-fields.ts';

/** The record of a run, and what the run knew besides. */
export interface Recording {
  readonly runId: string;
  readonly baseUrl: string;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly record: readonly Exchange[];
  /** Those that decide something. */
  readonly settings: Partial<Settings>;
  readonly known: ArchivedFacts;
  /** What its report shows besides. */
  readonly shown: Pick<Report['run'], 'settings' | 'recordedBy'>;
}

/** What a run wrote with `--reporter har=FILE`, of this version or an earlier one. */
export function recordFromHar(value: unknown, name: string): Recording {
  const log = (value as { readonly log?: { readonly entries?: unknown; readonly _petstore?: unknown } } | null)?.log;
  const entries = Array.isArray(log?.entries) ? log.entries : undefined;
  if (entries === undefined) throw new UsageError(`${name} is not a HAR file: it needs log.entries.`);
  const own = ownLogIn(log?._petstore);
  if (own === undefined) {
    throw new UsageError(
      `${name} is not the record of a run: name the HAR file that a run wrote with --reporter har=FILE.`,
    );
  }
  if (own.isWhole === false) {
    throw new UsageError(
      `${name} contains only the exchanges of a report: name the HAR file that the run wrote with --reporter har=FILE.`,
    );
  }
  const [settings, known] = [settingsIn(own.settings), knownIn(own.known)];
  const odd = entries.findIndex((entry) => !isEntry(entry));
  if (settings === undefined || known === undefined || odd >= 0) {
    const where = odd < 0 ? '' : ` (entry ${odd + 1} of ${entries.length})`;
    throw new UsageError(
      `${name} was changed, or written by another version${where}: record the run again with --reporter har.`,
    );
  }
  const { run: runId, version, baseUrl, seed, startedAt, durationMs } = own;
  return {
    ...{ runId, baseUrl, startedAt: Date.parse(startedAt), durationMs },
    record: (entries as readonly HarEntry[]).map(exchangeOf),
    settings: { ...settings.deciding, seed },
    known,
    shown: { settings: settings.shown, recordedBy: version },
  };
}

function exchangeOf({ request, response, time, _petstore }: HarEntry): Exchange {
  const { url = request.url, unreadable, trace, ...own } = _petstore;
  const { text, encoding } = response.content;
  return unshown({
    ...own,
    durationMs: Math.max(0, timeOf(time)),
    request: defined({
      method: request.method,
      url,
      // Up to version 0.6 a run could send a traceparent of its own, which no requirement is about.
      headers: headersOf(request.headers).filter(([name]) => trace === undefined || name !== 'traceparent'),
      body: request.postData?.text,
    }),
    response: defined({
      status: response.status,
      headers: headersOf(response.headers),
      body: text,
      encoding,
      unreadable,
    }),
  });
}

/** Version 0.5 also wrote down that an exchange met an interruption or a lock-out: nothing follows from that. */
const CAUSES: readonly string[] = ['input', 'crash', 'open'];

function headersOf(headers: HarEntry['request']['headers']): Headers {
  return headers.map(({ name, value }) => [name, value] as const);
}

/**
 * The request of an exchange that a report shows. The address stays as it is: URL would normalise some characters.
 */
export function requestOf({ request, cutAt }: Pick<ShownExchange, 'request' | 'cutAt'>): WireRequest {
  return defined({
    method: request.method,
    path: request.url.replace(/^https?:\/\/[^/]*/, ''),
    headers: request.headers,
    body: request.body,
    cutAt,
  });
}

function unshown(exchange: Omit<RecordedExchange, 'startedAt'>): Exchange {
  const { number, probe, input, generated, response, failure, connection, after, attempt } = exchange;
  const { concludes, processEnd, offsetMs, durationMs } = exchange;
  const { status = 0, headers = [], body = '', encoding = 'utf8', unreadable } = response ?? {};
  return defined({
    number,
    probe,
    input,
    generated,
    request: requestOf(exchange),
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
