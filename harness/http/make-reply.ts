import type { Exchange, Operation } from '../report/model.ts';
import { textOf } from '../secrets/own-request.ts';
import type { Redactor } from '../secrets/redact.ts';
import type { WireAnswer, WireRequest } from './http-client.ts';
import { type CredentialKind, decodeBody, isThrottled, type Reply } from './reply.ts';

/** What the journal notes about a request besides its bytes. */
export interface Errand {
  readonly requirement: string;
  readonly operation: Operation | undefined;
  readonly credential: CredentialKind;
  readonly documented: boolean;
  readonly judged: boolean;
  /** Whether it must not succeed, whoever sends it. */
  readonly toBeRefused?: boolean;
  readonly httpLayerMayRefuse?: boolean;
  /** Others wait for it. */
  readonly isUrgent?: boolean;
  /** On a new connection, or on one that has just carried this request. */
  readonly connection?: 'fresh' | { readonly after: WireRequest };
}

/** A request that was sent, and what came back. */
export interface Sent {
  readonly request: WireRequest;
  readonly errand: Errand;
  readonly answer: WireAnswer;
  readonly number: number;
  readonly startedAt: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly connection?: 'fresh' | 'reused';
  /** Went over the same connection before it. */
  readonly carrier?: WireRequest;
}

export interface Disguise {
  readonly redactor: Redactor;
  readonly origin: string;
}

/** What the suite knows of one exchange, from its bytes. */
export function makeReply(sent: Sent, { redactor, origin }: Disguise): Reply {
  const { request, errand, answer, number, startedAt, sentAt, answeredAt, connection, carrier } = sent;
  const { isUrgent: _isUrgent, connection: _wanted, httpLayerMayRefuse: _may, ...kept } = errand;
  const common = {
    number,
    startedAt,
    durationMs: Math.round((answeredAt - sentAt) * 10) / 10,
    requirement: errand.requirement,
    ...(errand.operation && { operation: errand.operation }),
    ...(connection && { connection }),
  };
  // Redacted when a report shows it: most exchanges prove nothing and are never shown.
  const shownRequest = once(() => ({
    method: request.method,
    url: textOf(redactor.requestTarget(origin, request.path)),
    headers: request.headers.map(([name, value]) => [name, textOf(redactor.requestHeader(name, value))] as const),
    ...(request.body !== undefined && { body: textOf(redactor.ownText(request.body)) }),
  }));
  const times = { sentAt, answeredAt, ...(carrier && { carrier }) };
  if ('failure' in answer) {
    const exchange: Exchange = {
      ...common,
      get request() {
        return shownRequest();
      },
      failure: { ...answer.failure, message: redactor.sentence(answer.failure.message, origin) },
    };
    return { ...kept, ...NO_RESPONSE, ...times, request, exchange };
  }
  const body = decodeBody(answer.bytes);
  const shownResponse = once(() => ({
    status: answer.status,
    headers: answer.headers.map((header) => redactor.responseHeader(header)),
    body: redactor.text(body.text),
  }));
  const exchange: Exchange = {
    ...common,
    get request() {
      return shownRequest();
    },
    get response() {
      return shownResponse();
    },
  };
  return {
    ...kept,
    ...body,
    ...times,
    judged: errand.judged && !isThrottled(answer.status, answer.headers),
    request,
    exchange,
    status: answer.status,
    headers: answer.headers,
    leaksKey: once(() => redactor.holdsSecret(body.text)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const NO_RESPONSE = {
  status: 0,
  headers: [],
  text: '',
  encoding: 'utf-8',
  json: { ok: false, why: 'there was no response' },
  leaksKey: () => false,
  judged: false,
} as const;
