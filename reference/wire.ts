export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** A request as it was sent. */
export interface Incoming {
  readonly method: string;
  /** The request target as sent, such as /v1/pets?limit=1. */
  readonly target: string;
  /** As sent, with every repetition; bytes beyond ASCII as Latin-1. */
  readonly headers: HeaderPairs;
  /** The body in the pieces in which it arrived; empty without a body. */
  readonly pieces: readonly Buffer[];
  /** The body came with `Transfer-Encoding: chunked` instead of a length. */
  readonly chunked: boolean;
  /** Identifies the connection that carries the request. */
  readonly connection: number;
}

/** A 1xx that precedes the response. */
export interface Informational {
  readonly status: number;
  readonly headers: HeaderPairs;
}

/** A response, with every header that the service sends except `Transfer-Encoding`. */
export interface Response {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Empty for HEAD, whatever Content-Length says. */
  readonly body: Buffer;
  readonly informational?: readonly Informational[];
  /** The body is sent chunked, and its chunks end at these offsets; the last one is the length of the body. */
  readonly chunkEnds?: readonly number[];
  /** The body has no length and ends with the connection, as in HTTP/1.0. */
  readonly endsWithConnection?: true;
  /** The connection breaks after so many bytes of the body. */
  readonly brokenAfter?: number;
}

/** What goes over the wire in return. */
export type Outgoing =
  | Response
  /** The connection breaks without a response. */
  | { readonly kind: 'dropped' }
  /** The process does not run, so it accepts no connection. Where one exists already, it breaks. */
  | { readonly kind: 'refused' }
  /** The connection stays open and nothing is ever sent. */
  | { readonly kind: 'silent' };
