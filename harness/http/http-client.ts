import { Readable } from 'node:stream';
import { Agent } from 'undici';
import type { Headers } from '../report/model.ts';
import type { NetworkSettings } from '../settings/table.ts';
import { Deadline } from './deadline.ts';
import { type Failure, failureOf, isTlsError } from './failure.ts';
import { type Network, networkTo } from './network.ts';
import { BodyReader } from './response-body.ts';
import { type Route, routeOf, speaksTls, watched } from './route.ts';
import { refusal } from './tunnel.ts';

/** One request as it goes over the wire: nothing is added, normalised or repaired. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly chunked?: boolean;
}

interface WireResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** Why the body could not be read to its end. */
  readonly unreadable?: Failure;
}

export type WireAnswer<Body> = WireResponse<Body> | { readonly failure: Failure };

export interface TimedAnswer<Body> {
  readonly answer: WireAnswer<Body>;
  readonly startedAt: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

interface HttpClientOptions<Body> {
  /** Makes what is kept of a body; see BodyReader. */
  readonly receive: (bytes: Buffer) => Body;
  readonly origin: string;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly readOnly?: boolean;
  readonly network?: NetworkSettings;
}

/** No server may take these for a creation (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const MAX_HEADER_BYTES = 64 * 1024;

/** Sends requests over one pool. Redirects are not followed, and every failure has a name. */
export class HttpClient<Body> {
  readonly #agent: Agent;
  readonly #agentOptions: Agent.Options;
  readonly #network: Network;
  readonly #route: Route;
  /** Added to those of every request. */
  readonly #headers: Headers;
  readonly #timeoutMs: number;
  readonly #readOnly: boolean;
  readonly #bodies: BodyReader<Body>;
  #hasAnswered = false;
  #tlsError: Error | undefined;
  #speaksTls: Promise<boolean> | undefined;

  constructor({ receive, origin, connections, timeoutMs, readOnly = false, network }: HttpClientOptions<Body>) {
    this.#bodies = new BodyReader(receive);
    this.#readOnly = readOnly;
    this.#timeoutMs = timeoutMs;
    this.#network = networkTo(origin, network);
    const onSocketError = (error: Error) => {
      if (isTlsError(error)) this.#tlsError = error;
    };
    this.#route = routeOf(this.#network, timeoutMs);
    this.#headers = [...(network?.headers ?? []), ...this.#route.headers];
    this.#agentOptions = {
      connect: watched(this.#route.connect, onSocketError),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    this.#agent = new Agent({ ...this.#agentOptions, connections });
  }

  send(request: WireRequest, interrupt: AbortSignal): Promise<WireAnswer<Body>> {
    return this.#send(this.#agent, request, interrupt);
  }

  async sendOnOneConnection(
    requests: readonly WireRequest[],
    interrupt: AbortSignal,
  ): Promise<readonly TimedAnswer<Body>[]> {
    const agent = new Agent({ ...this.#agentOptions, connections: 1, pipelining: 1 });
    const answers: TimedAnswer<Body>[] = [];
    try {
      for (const request of requests) {
        const startedAt = new Date().toISOString();
        const sentAt = performance.now();
        const answer = await this.#send(agent, request, interrupt);
        answers.push({ answer, startedAt, sentAt, answeredAt: performance.now() });
      }
      return answers;
    } finally {
      await agent.destroy();
    }
  }

  async #send(agent: Agent, request: WireRequest, interrupt: AbortSignal): Promise<WireAnswer<Body>> {
    // No check should get here; if one does, the suite must fail rather than the user's data.
    if (this.#readOnly && !(SAFE_METHODS.has(request.method) && request.body === undefined)) {
      throw new Error(`A read-only run was about to send ${request.method} ${request.path}.`);
    }
    // undici's own limits restart with every byte; only this one ends a slow drip.
    const deadline = new Deadline(this.#timeoutMs, interrupt);
    try {
      const response = await deadline.bound((signal) => this.#exchange(agent, request, signal, deadline));
      if (await this.#isPlainOnTls(response)) return { failure: HTTP_ON_HTTPS };
      this.#hasAnswered = true;
      return response;
    } catch (error) {
      if (interrupt.aborted) return { failure: { kind: 'interrupted', message: 'the run was interrupted' } };
      return { failure: await this.#failureOf(error, deadline.isOver) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #exchange(
    agent: Agent,
    request: WireRequest,
    signal: AbortSignal,
    deadline: Deadline,
  ): Promise<WireResponse<Body>> {
    const { origin, pathPrefix } = this.#route;
    const response = await agent.request({
      origin,
      path: `${pathPrefix}${request.path}`,
      method: request.method as 'GET',
      headers: withHeaders(request.headers, this.#headers).flat(),
      body:
        request.chunked && request.body !== undefined ? Readable.from(inPieces(request.body)) : (request.body ?? null),
      responseHeaders: 'raw',
      signal,
    });
    const headers = pairs(response.headers as unknown as readonly Buffer[]);
    const received = await this.#bodies.read(response.body, headers, deadline);
    const { proxy } = this.#network;
    // The answer out of a tunnel comes from the target.
    const isForwarded = pathPrefix !== '';
    if (proxy && isForwarded && response.statusCode === 407) throw refusal(proxy, 407, request.method);
    return { status: response.statusCode, headers, ...received };
  }

  async #failureOf(error: unknown, isOver: boolean): Promise<Failure> {
    const failure = failureOf(error);
    const { kind } = failure;
    if (isOver || kind === 'timeout') {
      return { kind: 'timeout', message: `no complete response within ${this.#timeoutMs / 1000} s` };
    }
    if (kind === 'oversized-headers') {
      return { kind, message: `the response headers are larger than ${MAX_HEADER_BYTES} bytes` };
    }
    if (kind === 'reset' && this.#tlsError && !this.#hasAnswered) return failureOf(this.#tlsError);
    if ((kind === 'reset' || kind === 'invalid-http') && (await this.#isTlsPort())) return HTTP_ON_HTTPS;
    return failure;
  }

  /** Some servers say in plain HTTP that their port is for TLS, and none of them in JSON. */
  async #isPlainOnTls({ status, headers }: WireResponse<Body>): Promise<boolean> {
    const isJson = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value));
    return status === 400 && !isJson && this.#isTlsPort();
  }

  /** Tried once, and only before the first answer. */
  async #isTlsPort(): Promise<boolean> {
    const { origin, proxy } = this.#network;
    if (this.#hasAnswered || proxy || !origin.startsWith('http:')) return false;
    this.#speaksTls ??= speaksTls(this.#network, this.#timeoutMs);
    return this.#speaksTls;
  }
}

const HTTP_ON_HTTPS: Failure = { kind: 'http-on-https', message: 'plain HTTP was sent to a port that speaks TLS' };

/** Cut inside a character, if one has several bytes: a service may read only the first piece, or decode each alone. */
function inPieces(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const inside = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
  const at = inside < 0 ? bytes.length >> 1 : inside;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

/** Some servers read only one of two Cookie lines. */
function withHeaders(own: Headers, added: Headers): Headers {
  const isCookie = ([name]: Headers[number]) => name.toLowerCase() === 'cookie';
  const cookies = [...own, ...added].filter(isCookie).map(([, value]) => value);
  if (cookies.length < 2) return [...own, ...added];
  const others = [...own, ...added].filter((header) => !isCookie(header));
  return [...others, ['Cookie', cookies.join('; ')]];
}

function pairs(raw: readonly Buffer[]): Headers {
  const text = raw.map((part) => part.toString('latin1'));
  return Array.from({ length: text.length / 2 }, (_, i) => [text[2 * i] ?? '', text[2 * i + 1] ?? ''] as const);
}
