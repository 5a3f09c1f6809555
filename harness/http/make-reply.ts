import type { Exchange } from '../report/model.ts';
import { textOf } from '../secrets/own-request.ts';
import type { Redactor } from '../secrets/redact.ts';
import type { Failure } from './failure.ts';
import type { TimedAnswer, WireRequest } from './http-client.ts';
import type { ReceivedBody } from './received-body.ts';
import { PROOF_ENDS, RecordedBody } from './recorded-body.ts';
import { isThrottled, type Reply, type RequestMetadata } from './reply.ts';

interface Sent extends TimedAnswer<ReceivedBody> {
  readonly request: WireRequest;
  readonly metadata: RequestMetadata;
  readonly number: number;
  readonly connection?: 'fresh' | 'reused';
  readonly carrier?: WireRequest;
}

export interface Recording {
  readonly redactor: Redactor;
  readonly origin: string;
}

export function makeReply(sent: Sent, recording: Recording): Reply {
  const { request, metadata, answer, sentAt, answeredAt, carrier } = sent;
  const { redactor } = recording;
  const { isUrgent: _isUrgent, connection: _wanted, httpLayerMayRefuse: _may, ...kept } = metadata;
  const times = { sentAt, answeredAt, ...(carrier && { carrier }) };
  if ('failure' in answer) {
    const body = new RecordedBody(Buffer.of(), redactor);
    const exchange = recordedExchange(withoutBytes(sent), undefined, recording);
    const failure = { ...answer.failure, message: redactor.sentence(answer.failure.message, recording.origin) };
    return { ...kept, ...NO_RESPONSE, ...times, request, exchange: Object.assign(exchange, { failure }), body };
  }
  const { status, headers, unreadable } = answer;
  const { recorded: body, reading, leaksKey } = answer.body;
  return {
    ...kept,
    ...times,
    checked: metadata.checked && !isThrottled(status, headers),
    request,
    exchange: recordedExchange(withoutBytes(sent), { status, headers, unreadable, body }, recording),
    status,
    headers,
    ...(unreadable && { unreadable }),
    body,
    get text() {
      return reading().text;
    },
    get encoding() {
      return reading().encoding;
    },
    get json() {
      return unreadable ? ({ ok: false, why: unreadable.message } as const) : reading().json;
    },
    leaksKey,
  };
}

function withoutBytes({ answer: _answer, ...rest }: Sent): Omit<Sent, 'answer'> {
  return rest;
}

/**
 * Redacted only when a report shows it, which is rare. It is kept for the whole run, so the bytes of the response must
 * not be in scope here.
 */
function recordedExchange(
  { request, metadata, number, startedAt, sentAt, answeredAt, connection }: Omit<Sent, 'answer'>,
  response: (Pick<Reply, 'status' | 'headers' | 'body'> & { readonly unreadable: Failure | undefined }) | undefined,
  { redactor, origin }: Recording,
): Exchange {
  const exchange = {
    number,
    startedAt,
    durationMs: Math.round((answeredAt - sentAt) * 10) / 10,
    requirement: metadata.requirement,
    ...(metadata.operation && { operation: metadata.operation }),
    ...(connection && { connection }),
    get request() {
      return {
        method: request.method,
        url: textOf(redactor.requestTarget(origin, request.path)),
        headers: request.headers.map(([name, value]) => [name, textOf(redactor.requestHeader(name, value))] as const),
        ...(request.body !== undefined && { body: textOf(redactor.ownText(request.body)) }),
      };
    },
  };
  if (response === undefined) return exchange;
  const { status, headers, unreadable, body } = response;
  return Object.defineProperty(exchange, 'response', {
    enumerable: true,
    get: () => ({
      status,
      headers: headers.map((header) => redactor.responseHeader(header)),
      ...body.shown(PROOF_ENDS),
      ...(unreadable && { unreadable: { ...unreadable, message: redactor.sentence(unreadable.message, origin) } }),
    }),
  });
}

const NO_RESPONSE = {
  status: 0,
  headers: [],
  text: '',
  encoding: 'utf-8',
  json: { ok: false, why: 'there was no response' },
  leaksKey: () => false,
  checked: false,
} as const;
