import type { JsonValue } from '../json/exact-json.ts';
import type { Exchange, Headers, Operation } from '../report/model.ts';
import type { Failure } from './failure.ts';
import type { WireRequest } from './http-client.ts';
import type { RecordedBody } from './recorded-body.ts';

export type CredentialKind =
  | 'right'
  | 'missing'
  | 'invalid-key'
  | 'wrong-scheme'
  | 'malformed'
  | 'header-only'
  | 'scheme-case';

export type Parsed = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly why: string };

interface Labels {
  readonly operation: Operation | undefined;
  readonly credential: CredentialKind;
  /** The specification documents the request, whether it is to succeed or to be refused. */
  readonly documented: boolean;
  /** Undocumented routes, rate-limit answers and interruptions are recorded but never checked. */
  readonly checked: boolean;
  /** The service must not accept it. */
  readonly toBeRefused?: boolean;
}

export interface RequestMetadata extends Labels {
  readonly requirement: string;
  readonly httpLayerMayRefuse?: boolean;
  /** Other requests wait for it. */
  readonly isUrgent?: boolean;
  /** On a new connection, or on one that has just carried this request. */
  readonly connection?: 'fresh' | { readonly after: WireRequest };
}

/** The part of an exchange that is kept for the whole run. */
export interface Recorded extends Labels {
  readonly exchange: Exchange;
  readonly request: WireRequest;
  /** The same request got another answer when it was repeated at once, and that one was used instead. */
  readonly superseded?: 'crash' | 'key-refused';
  /** In milliseconds of the monotonic clock. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The request that went over the same connection before it. */
  readonly carrier?: WireRequest;
  readonly status: number;
  readonly headers: Headers;
  /** Why the body could not be read to its end. */
  readonly unreadable?: Failure;
  readonly body: RecordedBody;
}

/** An exchange with its response, for the checks. They keep only its record. */
export interface Reply extends Recorded {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-8 with a byte order mark' | 'not utf-8';
  readonly json: Parsed;
  readonly leaksKey: () => boolean;
}

export function recordOf(reply: Recorded): Recorded {
  const { exchange, request, operation, credential, documented, checked, sentAt, answeredAt, status, headers } = reply;
  const { toBeRefused, superseded, carrier, unreadable, body } = reply;
  return {
    ...{ exchange, request, operation, credential, documented, checked, sentAt, answeredAt, status, headers, body },
    ...(toBeRefused && { toBeRefused }),
    ...(superseded && { superseded }),
    ...(carrier && { carrier }),
    ...(unreadable && { unreadable }),
  };
}

/** A changed copy. Copies the getters, so that the body is not read. */
export function altered(reply: Reply, changes: Partial<Pick<Reply, 'checked' | 'superseded'>>): Reply {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(reply));
  return Object.assign(copy, changes) as Reply;
}

export function headerOf(reply: Pick<Recorded, 'headers'>, name: string): string | undefined {
  const values = reply.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}

export function isThrottled(status: number, headers: Headers): boolean {
  const asksToWait = headers.some(([name]) => name.toLowerCase() === 'retry-after');
  return status === 429 || (status === 503 && asksToWait);
}

export type Reading = Pick<Reply, 'text' | 'encoding' | 'json'>;
