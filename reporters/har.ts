import { STATUS_CODES } from 'node:http';
import type { Headers, RecordedExchange, Report, ShownExchange } from '../harness/model/report.ts';
import { remarksOn } from './evidence.ts';
import { renderJson } from './json.ts';
import type { RenderOptions } from './options.ts';
import { warningsOf } from './view.ts';

const ONLY_SHOWN = 'Contains the exchanges that the report rests on, not every exchange of the run.';

/**
 * HTTP Archive 1.2, which the developer tools of browsers open. The fields `_petstore` have what the format has no place
 * for, so that the record can be read back.
 */
export function renderHar(report: Report, { record, known }: Partial<RenderOptions> = {}): string {
  const exchanges = record ?? exchangesOf(report);
  const { suite, run, target } = report;
  const { id, seed, startedAt, durationMs, settings } = run;
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    entries: exchanges.map(entryOf),
    comment: [...(record ? [] : [ONLY_SHOWN]), 'The key is replaced by its variable.', ...warningsOf(report)].join(' '),
    _petstore: {
      version: suite.version,
      baseUrl: target.baseUrl,
      ...{ run: id, seed, startedAt, durationMs, settings, known },
      isWhole: record !== undefined,
    },
  };
  return renderJson({ log });
}

/** Several results may refer to the same exchange. */
function exchangesOf({ results }: Report): readonly ShownExchange[] {
  const all = results.flatMap(({ violations = [] }) => violations.flatMap(({ exchanges = [] }) => exchanges));
  const byNumber = new Map(all.map((exchange) => [exchange.number, exchange]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

function entryOf(exchange: RecordedExchange) {
  const { startedAt, durationMs, number, failure } = exchange;
  const unanswered = failure ? `, without a response: ${failure.message}` : '';
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `Request ${number} of the run, ${remarksOn(exchange)}${unanswered}`,
    _petstore: ownFieldsOf(exchange),
  };
}

/** What the format has no place for. Undefined values are left out of the file. */
function ownFieldsOf({ request, response, startedAt: _start, durationMs: _duration, ...own }: RecordedExchange) {
  const url = request.url === uriOf(request.url) ? undefined : request.url;
  const { cut, unreadable } = response ?? {};
  return { ...own, url, cut, unreadable };
}

function requestOf({ request: { method, url, headers, body } }: ShownExchange) {
  return {
    method,
    url: uriOf(url),
    ...MESSAGE,
    headers: pairsOf(headers),
    queryString: [],
    postData: body === undefined ? undefined : { mimeType: mediaTypeOf(headers), text: body },
  };
}

function responseOf({ response, failure }: ShownExchange) {
  const { status = 0, headers = [], body = '', encoding } = response ?? {};
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...MESSAGE,
    headers: pairsOf(headers),
    content: { size: Buffer.byteLength(body, encoding), mimeType: mediaTypeOf(headers), text: body, encoding },
    redirectURL: '',
    // Browsers look here for the reason of a failed request.
    _error: failure?.message,
  };
}

/** The report has texts, not bytes, so the sizes on the wire are unknown. */
const MESSAGE = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };

function pairsOf(entries: Headers) {
  return entries.map(([name, value]) => ({ name, value }));
}

function mediaTypeOf(headers: Headers): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** The placeholder of the key, and what probes send on purpose, may contain characters that a URI does not allow. */
function uriOf(url: string): string {
  const bytes = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return url.replace(/%(?![\da-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu, bytes);
}
