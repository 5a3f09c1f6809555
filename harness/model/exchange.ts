import type { SendFailure } from './failure.ts';
import type { Counterexample, ShownExchange } from './report.ts';
import type { Headers, WireRequest } from './wire.ts';

/** One request and its answer, as they were on the wire. Plain data. */
export interface Exchange
  extends Pick<
    ShownExchange,
    'number' | 'probe' | 'input' | 'connection' | 'after' | 'concludes' | 'processEnd' | 'attempt'
  > {
  /** The random value in it, and how to generate it again. */
  readonly generated?: Counterexample;
  readonly request: WireRequest;
  /** In milliseconds since the start of the run. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Why the body could not be read to its end. */
  readonly unreadable?: SendFailure;
  /** Why there was no response. */
  readonly failure?: SendFailure;
}

/** In milliseconds, to the microsecond: what is written into a file is read back as the very same number. */
export function timeOf(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** 429, and 503 with Retry-After, ask to come back later. */
export function isThrottled({ status, headers }: Pick<Exchange, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers.some(([name]) => name.toLowerCase() === 'retry-after'));
}

/**
 * 502, 503 and 504 that are not in the service's own format come from something in front of it. So does 408, which some
 * gateways send on an idle connection, and which may meet the next request (RFC 9110, 15.5.9).
 */
export function isGatewayAnswer(exchange: Pick<Exchange, 'status' | 'headers'>, isOwnError: boolean): boolean {
  const { status } = exchange;
  return [408, 502, 503, 504].includes(status) && !isThrottled(exchange) && !isOwnError;
}

/** Without a response, or with one that ends in the middle. */
export function isBroken({ status, unreadable }: Pick<Exchange, 'status' | 'unreadable'>): boolean {
  return status === 0 || unreadable?.kind === 'reset';
}
