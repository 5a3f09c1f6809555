import type { Failure } from '../http/failure.ts';
import type { Headers, WireRequest } from '../http/wire.ts';

/** One request and its answer, as they were on the wire. Plain data, so that threads can hand it over. */
export interface Exchange {
  /** In the order of sending, from 1. */
  readonly number: number;
  /** What sent it. */
  readonly probe: string;
  /** What distinguishes the request from a plain one, in words. */
  readonly input?: readonly string[];
  /** The random value in it, and how to generate it again. */
  readonly generated?: { readonly value: string; readonly seed: number; readonly path: string };
  readonly request: WireRequest;
  /** On a connection of its own: a new one, or one that carried another request right before. */
  readonly connection?: 'new' | 'reused';
  /** The number of the exchange that went over the same connection right before. */
  readonly after?: number;
  /** In milliseconds since the start of the run. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Why the body could not be read to its end. */
  readonly unreadable?: Failure;
  /** Why there was no response. */
  readonly failure?: Failure;
}

/** 429, and 503 with Retry-After, ask to come back later. */
export function isThrottled({ status, headers }: Pick<Exchange, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers.some(([name]) => name.toLowerCase() === 'retry-after'));
}
