import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent } from 'undici';
import type { Headers } from '../report/model.ts';

/** One request as it goes over the wire: nothing is added, normalised or repaired. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
}

export type FailureKind =
  | 'refused'
  | 'unresolved'
  | 'unreachable'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'invalid-http'
  | 'oversized'
  | 'interrupted';

export type WireAnswer =
  | { readonly status: number; readonly headers: Headers; readonly bytes: Buffer }
  | { readonly failure: { readonly kind: FailureKind; readonly message: string } };

/** What no server may take for a creation (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Sends requests over one pool; redirects are not followed, and every way to fail has a name. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #timeoutMs: number;
  readonly #readOnly: boolean;

  constructor(options: { origin: string; connections: number; timeoutMs: number; readOnly?: boolean }) {
    this.#readOnly = options.readOnly ?? false;
    this.#origin = options.origin;
    this.#timeoutMs = options.timeoutMs;
    this.#agent = new Agent({
      connections: options.connections,
      connect: { timeout: options.timeoutMs },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
  }

  async send(request: WireRequest, interrupt: AbortSignal): Promise<WireAnswer> {
    // Nobody should get here; if a check ever does, it is the suite that fails, and not somebody's data.
    if (this.#readOnly && !(SAFE_METHODS.has(request.method) && request.body === undefined)) {
      throw new Error(`A read-only run was about to send ${request.method} ${request.path}.`);
    }
    // undici's own limits start anew with every byte; only this one ends a slow drip.
    const signal = AbortSignal.any([AbortSignal.timeout(this.#timeoutMs), interrupt]);
    try {
      const response = await this.#agent.request({
        origin: this.#origin,
        path: request.path,
        method: request.method as 'GET',
        headers: request.headers.flat(),
        body: request.body ?? null,
        responseHeaders: 'raw',
        signal,
      });
      const headers = pairs(response.headers as unknown as readonly Buffer[]);
      const bytes = await readCapped(response.body);
      return { status: response.statusCode, headers, bytes: decode(bytes, headers) };
    } catch (error) {
      return { failure: nameFailure(error, interrupt, this.#timeoutMs) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

class Oversized extends Error {}

async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Oversized();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Only `identity` is asked for, yet a proxy may compress all the same; that is no defect of the interface. */
function decode(bytes: Buffer, headers: Headers): Buffer {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1].toLowerCase();
  const limit = { maxOutputLength: MAX_BODY_BYTES };
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, limit);
    if (encoding === 'deflate') return inflateSync(bytes, limit);
    if (encoding === 'br') return brotliDecompressSync(bytes, limit);
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new Oversized();
    return bytes;
  }
  return bytes;
}

function pairs(raw: readonly Buffer[]): Headers {
  const text = raw.map((part) => part.toString('latin1'));
  return Array.from({ length: text.length / 2 }, (_, i) => [text[2 * i] ?? '', text[2 * i + 1] ?? ''] as const);
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'oversized',
};

function nameFailure(error: unknown, interrupt: AbortSignal, timeoutMs: number) {
  if (interrupt.aborted) return { kind: 'interrupted', message: 'the run was interrupted' } as const;
  if (error instanceof Oversized) {
    return { kind: 'oversized', message: `the response body is larger than ${MAX_BODY_BYTES} bytes` } as const;
  }
  const kind = kindOf(error);
  if (kind === 'timeout') {
    return { kind, message: `no complete response within ${timeoutMs / 1000} s` } as const;
  }
  const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return { kind, message: detail.replace(/\.$/, '') || codeOf(error) } as const;
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.name === 'HTTPParserError' || error.name === 'ResponseContentLengthMismatchError') return 'invalid-http';
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first);
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME)/.test(code)) return 'tls';
  return KIND_OF_CODE[code] ?? 'unreachable';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
