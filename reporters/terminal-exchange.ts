import type { Exchange } from '../harness/report/model.ts';
import { chop, count, cut, lengthOf } from './text.ts';

const MOST_BODY_LINES = 4;
const MOST_EARLIER = 3;

/** The last exchange, which is the one that decided, with bodies; the ones before it in a line each. */
export function exchangesInBrief(exchanges: readonly Exchange[], width: number): readonly string[] {
  const deciding = exchanges.at(-1);
  if (deciding === undefined) return [];
  const earlier = exchanges.slice(0, -1);
  const leftOut = earlier.length - MOST_EARLIER;
  return [
    ...(leftOut > 0 ? [`${count(leftOut, 'earlier exchange')}, see the json report`] : []),
    ...earlier.slice(-MOST_EARLIER).map((exchange) => cut(`${lineOf(exchange)} → ${answerOf(exchange)}`, width)),
    ...inFull(deciding, width),
  ];
}

function inFull(exchange: Exchange, width: number): readonly string[] {
  const { request, response, durationMs } = exchange;
  return [
    ...chop(lineOf(exchange), width - 2).map((line) => `> ${line}`),
    ...bodyLines(request.body, width - 2).map((line) => `> ${line}`),
    `< ${cut(answerOf(exchange), width - 20)} (${Math.round(durationMs)} ms)`,
    ...bodyLines(response?.body, width - 2).map((line) => `< ${line}`),
  ];
}

function lineOf({ request }: Exchange): string {
  return `${request.method} ${request.url.replace(/^https?:\/\/[^/]+/i, '')}`;
}

function answerOf({ response, failure }: Exchange): string {
  if (response !== undefined) return String(response.status);
  return `no response: ${failure?.message ?? 'unknown failure'}`.replaceAll('\n', ' ');
}

function bodyLines(body: string | undefined, width: number): readonly string[] {
  if (body === undefined || body === '') return [];
  const lines = body
    .trimEnd()
    .split('\n')
    .flatMap((line) => chop(line, width));
  if (lines.length <= MOST_BODY_LINES) return lines;
  const leftOut = lines.slice(MOST_BODY_LINES).reduce((sum, line) => sum + lengthOf(line), 0);
  return [...lines.slice(0, MOST_BODY_LINES), `… ${count(leftOut, 'more character')}`];
}
