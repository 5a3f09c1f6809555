import { STATUS_CODES } from 'node:http';
import type { Exchange, Headers, Report } from '../harness/report/model.ts';
import { connectionClause } from './evidence.ts';
import { groupBy } from './group.ts';
import { renderJson } from './json.ts';

const COMMENT =
  'Contains the exchanges that the results and observations of the report rest on, not every exchange of the run. ' +
  'The key is replaced by the name of its variable, and long bodies are cut.';

/** HTTP Archive 1.2, which the developer tools of browsers open. A page is a requirement. */
export function renderHar(report: Report): string {
  const exchanges = exchangesOf(report);
  const { name, version } = report.suite;
  const log = {
    version: '1.2',
    creator: { name, version },
    pages: pagesOf(exchanges),
    entries: exchanges.map(entryOf),
    comment: COMMENT,
  };
  return renderJson({ log });
}

/** Several results may refer to the same exchange. */
function exchangesOf({ results, observations }: Report): readonly Exchange[] {
  const all = [...results, ...observations].flatMap(({ exchanges }) => exchanges ?? []);
  const byNumber = new Map(all.map((exchange) => [exchange.number, exchange]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

function pagesOf(exchanges: readonly Exchange[]) {
  return [...groupBy(exchanges, ({ requirement }) => requirement)].map(([requirement, [first]]) => ({
    startedDateTime: first?.startedAt,
    id: requirement,
    title: requirement,
    pageTimings: {},
  }));
}

function entryOf(exchange: Exchange) {
  const { requirement, startedAt, durationMs, number, failure } = exchange;
  const connection = connectionClause(exchange);
  const comment = [
    `Request ${number} of the run`,
    ...(connection === undefined ? [] : [connection]),
    ...(failure ? [`without a response: ${failure.message}`] : []),
  ];
  return {
    pageref: requirement,
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: comment.join(', '),
  };
}

function requestOf({ request: { method, url, headers, body } }: Exchange) {
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?'))) : [];
  return {
    method,
    url: uriOf(url),
    ...MESSAGE,
    headers: pairsOf(headers),
    queryString: pairsOf([...query]),
    ...(body !== undefined && { postData: { mimeType: mediaTypeOf(headers), text: body } }),
  };
}

function responseOf({ response, failure }: Exchange) {
  const { status = 0, headers = [], body = '' } = response ?? {};
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...MESSAGE,
    headers: pairsOf(headers),
    content: { size: Buffer.byteLength(body), mimeType: mediaTypeOf(headers), text: body },
    redirectURL: '',
    // Browsers look here for the reason of a failed request.
    ...(failure && { _error: failure.message }),
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

/** The placeholder of the key, and what checks send on purpose, may contain characters that a URI does not allow. */
function uriOf(url: string): string {
  const bytes = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return url.replace(/%(?![\da-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/giu, bytes);
}
