import type { SendFailure } from './failure.ts';
import type { Headers } from './report.ts';

export type { Headers };

/** One request as it goes over the wire: nothing is added, normalised or repaired. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
  /** Byte offset at which the body is cut: it is sent chunked, in two pieces. */
  readonly cutAt?: number;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Why the body could not be read to its end. */
  readonly unreadable?: SendFailure;
}

export type WireAnswer = WireResponse | { readonly failure: SendFailure };

/**
 * On a new connection, on the same connection right after another request, or on that of all requests of a lane, which
 * are sent one after the other; pooled unless given.
 */
export type Connection = 'new' | { readonly after: WireRequest } | { readonly lane: number };

export interface Wire {
  /** Two answers if another request goes first over the same connection. */
  send(request: WireRequest, connection: Connection | undefined, signal: AbortSignal): Promise<readonly TimedAnswer[]>;
  /** Closes all connections; from now on each request has its own, one at a time, or they are pooled again. */
  isolate?(isIsolated: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface TimedAnswer {
  readonly answer: WireAnswer;
  readonly sentAt: number;
  readonly answeredAt: number;
}
