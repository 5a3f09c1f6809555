import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { defined } from '../basics/defined.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import type { RecordedExchange, ShownExample, ShownExchange } from '../model/report.ts';
import { textOfPieces } from '../secrets/own-request.ts';
import type { Redactor } from '../secrets/redact.ts';
import { cutInTheMiddle } from './cut-text.ts';

/** What it takes to show the exchanges of a run, and the commands that repeat them. */
export interface Showing {
  readonly origin: string;
  /** When the run began, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly redactor: Redactor;
  /** In characters: longer bodies are cut in the middle. */
  readonly longestBody: number;
  /** The words that send curl the same way. */
  readonly curlNetwork: readonly string[];
  readonly operationOf: (exchange: Exchange) => string | undefined;
  /** An example of a right answer. */
  readonly exampleOf: (id: string) => ShownExample | undefined;
  /** Why an exchange says nothing about the service. */
  readonly labelOf: (exchange: Exchange) => string | undefined;
  readonly exchange: (number: number) => Exchange | undefined;
}

/** An exchange as a report shows it: without most of a very long body, and without secrets in its body and request. */
export function shownExchange(exchange: Exchange, showing: Showing): ShownExchange {
  const { origin, redactor, startedAt, longestBody } = showing;
  const { number, probe, input, request, failure, sentAt, answeredAt } = exchange;
  const { connection, after, attempt, concludes, processEnd } = exchange;
  const sent = defined({
    method: request.method,
    url: textOfPieces(redactor.requestTarget(origin, request.path)),
    headers: request.headers.map(([name, value]) => [name, textOfPieces(redactor.requestHeader(name, value))] as const),
    body: request.body === undefined ? undefined : cutInTheMiddle(redactor.own(request.body), longestBody),
  });
  return defined({
    number,
    probe,
    input,
    operation: showing.operationOf(exchange),
    request: sent,
    response: exchange.status > 0 ? shownResponse(exchange, showing) : undefined,
    failure: failure && { kind: failure.kind, message: failure.message },
    cutAt: request.cutAt,
    connection,
    after,
    attempt,
    concludes,
    processEnd,
    label: showing.labelOf(exchange),
    startedAt: new Date(startedAt + sentAt).toISOString(),
    offsetMs: timeOf(sentAt),
    durationMs: timeOf(answeredAt - sentAt),
  });
}

/** With the whole of its body, and all that the specification may ask for. */
export function recordedExchange(exchange: Exchange, showing: Showing): RecordedExchange {
  const shown = shownExchange(exchange, { ...showing, longestBody: Number.POSITIVE_INFINITY });
  const { generated, body, unreadable } = exchange;
  const { response } = shown;
  const isPart = unreadable?.kind === 'oversized';
  return defined({
    ...shown,
    response: response && isPart ? { ...response, cut: digestOf(body) } : response,
    generated,
  });
}

function digestOf(body: Uint8Array): NonNullable<NonNullable<ShownExchange['response']>['cut']> {
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}

function shownResponse(
  { status, headers, body, unreadable }: Exchange,
  { redactor, longestBody }: Showing,
): NonNullable<ShownExchange['response']> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const isText = isUtf8(bytes);
  // In Latin-1 every byte is one character, so secrets are found in any bytes.
  const text = redactor.text(bytes.toString(isText ? 'utf8' : 'latin1'));
  const shown = cutInTheMiddle(isText ? text : Buffer.from(text, 'latin1').toString('base64'), longestBody);
  return defined({
    status,
    headers,
    body: shown,
    encoding: isText ? undefined : 'base64',
    // The note in the middle makes it longer than anything that is shown whole.
    cut: shown.length > longestBody ? digestOf(bytes) : undefined,
    unreadable,
  });
}
