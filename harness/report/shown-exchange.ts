import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type Exchange, timeOf } from '../model/exchange.ts';
import type { RecordedExchange, ShownExample, ShownExchange } from '../model/report.ts';
import { TRACEPARENT, traceIdOf } from '../model/traceparent.ts';
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
  const {
    number,
    probe,
    input,
    request,
    traceparent,
    connection,
    after,
    sentAt,
    answeredAt,
    failure,
    attempt,
    concludes,
  } = exchange;
  const operation = showing.operationOf(exchange);
  const label = showing.labelOf(exchange);
  return {
    number,
    probe,
    ...(input && { input }),
    ...(operation && { operation }),
    request: {
      method: request.method,
      url: textOfPieces(redactor.requestTarget(origin, request.path)),
      headers: [
        ...request.headers.map(([name, value]) => [name, textOfPieces(redactor.requestHeader(name, value))] as const),
        ...(traceparent === undefined ? [] : [[TRACEPARENT, traceparent] as const]),
      ],
      ...(request.body !== undefined && { body: cutInTheMiddle(redactor.own(request.body), longestBody) }),
    },
    ...(exchange.status > 0 && { response: shownResponse(exchange, showing) }),
    ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
    ...(traceparent !== undefined && { trace: traceIdOf(traceparent) }),
    ...(request.cutAt !== undefined && { cutAt: request.cutAt }),
    ...(connection && { connection }),
    ...(after !== undefined && { after }),
    ...(attempt !== undefined && { attempt }),
    ...(concludes && { concludes }),
    ...(label && { label }),
    startedAt: new Date(startedAt + sentAt).toISOString(),
    offsetMs: timeOf(sentAt),
    durationMs: timeOf(answeredAt - sentAt),
  };
}

/** With the whole of its body, and all that the specification may ask for. */
export function recordedExchange(exchange: Exchange, showing: Showing): RecordedExchange {
  const shown = shownExchange(exchange, { ...showing, longestBody: Number.POSITIVE_INFINITY });
  const { generated, body, unreadable } = exchange;
  const { response } = shown;
  return {
    ...shown,
    // Only a part of it arrived.
    ...(response && unreadable?.kind === 'oversized' && { response: { ...response, cut: digestOf(body) } }),
    ...(generated && { generated }),
  };
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
  const redact = (part: string) => redactor.text(part, unreadable !== undefined);
  // In Latin-1 every byte is one character, so secrets are found in any bytes.
  const inBase64 = () => Buffer.from(redact(bytes.toString('latin1')), 'latin1').toString('base64');
  const shown = isText
    ? cutInTheMiddle(bytes.toString(), longestBody, redact)
    : cutInTheMiddle(inBase64(), longestBody);
  return {
    status,
    headers,
    body: shown,
    ...(!isText && { encoding: 'base64' as const }),
    // The note in the middle makes it longer than anything that is shown whole.
    ...(shown.length > longestBody && {
      cut: digestOf(bytes),
    }),
    ...(unreadable && { unreadable }),
  };
}
