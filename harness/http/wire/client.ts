import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Agent, type buildConnector, errors } from 'undici';
import { systemClock } from '../../basics/clock.ts';
import { Semaphore } from '../../basics/semaphore.ts';
import { failureOf, isTlsError, NamedFailure } from '../../model/failure.ts';
import type {
  Connection,
  Headers,
  TimedAnswer,
  Wire,
  WireAnswer,
  WireRequest,
  WireResponse,
} from '../../model/wire.ts';
import type { RunSettings } from '../../settings/settings.ts';
import type { NetworkSettings } from '../../settings/table.ts';
import { decoded, MAX_BODY_BYTES, oversized } from './coding.ts';
import { refusal, routeTo, speaksTls } from './connect.ts';
import { simplifyHeads } from './heads.ts';
import { HeldAnswers } from './held-answers.ts';

export type WireOptions = Pick<RunSettings, 'baseUrl' | 'concurrency' | 'timeoutMs'> &
  Partial<NetworkSettings & Pick<RunSettings, 'readOnly'>>;

/** No server may take these for a creation (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Objects and arrays in a body: far more than a list has, and millions of them take minutes and gigabytes to read. */
const MAX_BRACKETS = 20_000;

/** How long a server may take for what no request asked for, once it is known to send that. */
const SURPLUS_MS = 50;

/** A connection that is kept, with one request after the other. */
interface Line {
  readonly agent: Agent;
  isBusy: boolean;
  /** Something came that is no answer to a request. */
  isDisturbed: boolean;
}

/** Redirects are not followed, nothing is sent again, and every failure has a name. */
export function openWire({ baseUrl, concurrency, timeoutMs, readOnly = false, ...network }: WireOptions): Wire {
  const { origin, host } = new URL(baseUrl);
  // Later than our own timeout, which names the failure.
  const undiciMs = timeoutMs + 1000;
  const route = routeTo(origin, network, undiciMs);
  const isTlsPort = async () => !network.proxy && speaksTls(route.place, timeoutMs);
  const { connect, explain } = explained(route.connect, isTlsPort);
  const options = { headersTimeout: undiciMs, bodyTimeout: undiciMs, maxHeaderSize: 64 * 1024 };
  const pooled = new Semaphore(concurrency);
  let turns: Semaphore | undefined;
  let lines: Line[] = [];
  const lanes = new Map<number, Line>();
  /** The server has sent what no request asked for: over a kept connection, that may be taken for the next answer. */
  let isMixedUp = false;
  const added: Headers = [['Host', host], ['Connection', 'keep-alive'], ...(network.headers ?? []), ...route.headers];

  function openLine(held?: HeldAnswers): Line {
    const line: Line = {
      isBusy: false,
      isDisturbed: false,
      agent: new Agent({
        ...options,
        connections: 1,
        pipelining: 1,
        connect: (target, done) =>
          connect(target, (...[error, socket]) => {
            if (error) return done(error, null);
            held?.watch(socket);
            watchSurplus(socket, () => {
              line.isDisturbed = true;
              isMixedUp ||= !line.isBusy;
            });
            done(null, socket);
          }),
      }),
    };
    return line;
  }

  async function exchange(
    { agent }: Line,
    request: WireRequest,
    signal: AbortSignal,
    held?: HeldAnswers,
  ): Promise<WireResponse> {
    const response = await agent.request({
      origin: route.origin,
      path: `${route.forwarder ? origin : ''}${request.path}`,
      method: request.method as 'GET',
      headers: withHeaders(request.headers, added).flat(),
      body: request.cutAt === undefined ? (request.body ?? null) : Readable.from(inPieces(request, held)),
      responseHeaders: 'raw',
      signal,
    });
    const status = response.statusCode;
    const headers = pairs(response.headers as unknown as readonly Buffer[]);
    const received = await readBody(response.body, headers, signal);
    // The answer out of a tunnel comes from the target.
    if (status === 407 && route.forwarder) throw refusal(route.forwarder, status, request.method);
    return { status, headers, ...received };
  }

  async function timed(
    line: Line,
    request: WireRequest,
    interrupt: AbortSignal,
    held?: HeldAnswers,
  ): Promise<TimedAnswer> {
    // No probe should get here; if one does, the suite must fail rather than the user's data.
    if (readOnly && !(SAFE_METHODS.has(request.method) && request.body === undefined)) {
      throw new Error(`A read-only run was about to send ${request.method} ${request.path}.`);
    }
    const sentAt = systemClock.now();
    line.isBusy = true;
    const exchanged = within(timeoutMs, interrupt, (signal) => exchange(line, request, signal, held));
    const answer = await exchanged.catch((error: unknown) => ({ failure: failureOf(error) }));
    line.isBusy = false;
    const isWhole = !('failure' in answer) && answer.unreadable === undefined;
    isMixedUp ||= line.isDisturbed && isWhole;
    const answeredAt = systemClock.now();
    return { answer: await explain(answer), sentAt, answeredAt };
  }

  async function sendApart(request: WireRequest, connection: Connection, signal: AbortSignal) {
    const held = request.cutAt === undefined ? undefined : new HeldAnswers();
    const line = openLine(held);
    try {
      const isAfter = connection !== 'new' && 'after' in connection;
      const before = isAfter ? [await timed(line, connection.after, signal)] : [];
      const last = await timed(line, request, signal, held);
      if (isMixedUp) await setTimeout(SURPLUS_MS);
      return [...before, line.isDisturbed ? withSurplus(last) : last];
    } finally {
      await line.agent.destroy();
    }
  }

  async function sendPooled(request: WireRequest, signal: AbortSignal) {
    const free = lines.find(({ isBusy }) => !isBusy);
    const line = free ?? openLine();
    if (!free) lines.push(line);
    return [await timed(line, request, signal)];
  }

  async function closeAll(): Promise<void> {
    const open = [...lines, ...lanes.values()];
    lines = [];
    lanes.clear();
    await Promise.all(open.map(({ agent }) => agent.destroy()));
  }

  return {
    send: async (request, connection, signal) => {
      if (turns) return turns.use(() => sendApart(request, connection ?? 'new', signal));
      const isLane = typeof connection === 'object' && 'lane' in connection;
      if (isMixedUp || request.cutAt !== undefined || (connection !== undefined && !isLane))
        return sendApart(request, isLane ? 'new' : (connection ?? 'new'), signal);
      if (!isLane) return pooled.use(() => sendPooled(request, signal));
      const line = lanes.get(connection.lane) ?? openLine();
      lanes.set(connection.lane, line);
      return [await timed(line, request, signal)];
    },
    isolate: async (isIsolated) => {
      turns = isIsolated ? new Semaphore(1) : undefined;
      await closeAll();
    },
    close: async () => {
      await Promise.all([closeAll(), route.close()]);
    },
  };
}

/** A gateway may say this on an idle connection (RFC 9110, 15.5.9). */
const IDLE_TOO_LONG = /^HTTP\/1\.\d 408 /;

/** undici closes a connection on which bytes arrive that it does not expect. */
function watchSurplus(socket: Socket, onSurplus: () => void): void {
  const { read } = socket;
  let start = '';
  let hasEnded = false;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read.call(socket, size);
    start = chunk?.toString('latin1', 0, 20) ?? start;
    return chunk;
  };
  socket.on('end', () => {
    hasEnded = true;
  });
  socket.on('error', (reason) => {
    const isOfParser = reason instanceof errors.SocketError || reason instanceof errors.HTTPParserError;
    if (isOfParser && !hasEnded && !IDLE_TOO_LONG.test(start)) onSurplus();
  });
}

function withSurplus(timed: TimedAnswer): TimedAnswer {
  if ('failure' in timed.answer) return timed;
  const unreadable = { kind: 'invalid-http', message: 'more bytes follow, and no request asked for them' } as const;
  return { ...timed, answer: { unreadable, ...timed.answer } };
}

/** Names what the pool does not see: errors of TLS after the handshake, and a port for TLS that gets plain HTTP. */
function explained(open: buildConnector.connector, isTlsPort: () => Promise<boolean>) {
  let hasAnswered = false;
  let tlsError: Error | undefined;
  const connect: buildConnector.connector = (options, done) =>
    open(options, (...[error, socket]) => {
      if (error) return done(error, null);
      socket.on('error', (reason) => {
        if (isTlsError(reason)) tlsError = reason;
        // A service may close a connection after any answer, and need not announce it.
        if (socket.bytesRead > 0) Object.assign(reason, { isStale: true });
      });
      simplifyHeads(socket);
      done(null, socket);
    });
  const explain = async (answer: WireAnswer): Promise<WireAnswer> => {
    const kind = 'failure' in answer ? answer.failure.kind : 'answered';
    if (kind === 'reset' && tlsError && !hasAnswered) return { failure: failureOf(tlsError) };
    const mayBeTls = ['reset', 'invalid-http'].includes(kind) || mayMeanTls(answer);
    if (mayBeTls && !hasAnswered && (await isTlsPort())) {
      return { failure: { kind: 'http-on-https', message: 'plain HTTP was sent to a port that speaks TLS' } };
    }
    hasAnswered ||= kind === 'answered';
    return answer;
  };
  return { connect, explain };
}

/** Some servers say in plain HTTP that their port is for TLS, and none of them in JSON. */
function mayMeanTls(answer: WireAnswer): boolean {
  if ('failure' in answer || answer.status !== 400) return false;
  return !answer.headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value));
}

/** undici's own limits restart with every byte; only this one ends a slow drip, even if the task does not notice it. */
async function within<T>(ms: number, interrupt: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // An error takes longer to make than all the rest of this, and hardly any request needs one.
  const interrupted = () => new NamedFailure('interrupted', 'the run was interrupted');
  if (interrupt.aborted) throw interrupted();
  const controller = new AbortController();
  const { signal } = controller;
  const end = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  const onInterrupt = () => controller.abort(interrupted());
  interrupt.addEventListener('abort', onInterrupt);
  const timeout = () => new NamedFailure('timeout', `no complete response within ${ms / 1000} s`);
  const timer = globalThis.setTimeout(() => controller.abort(timeout()), ms);
  try {
    return await Promise.race([end, task(signal)]);
  } finally {
    clearTimeout(timer);
    interrupt.removeEventListener('abort', onInterrupt);
  }
}

/** A server may answer after the first piece: the answer is held until it has got the rest. */
async function* inPieces({ body = '', cutAt }: WireRequest, held: HeldAnswers | undefined): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  held?.hold();
  for (const piece of [bytes.subarray(0, cutAt), bytes.subarray(cutAt)]) {
    yield piece;
    await setImmediate();
    await setImmediate();
  }
  // undici writes the last chunk when this function has returned.
  void setImmediate().then(() => held?.release());
}

/** What the user or the request itself says counts more. Some servers read only one of two Cookie lines. */
function withHeaders(given: Headers, added: Headers): Headers {
  const isCookie = (name: string) => name.toLowerCase() === 'cookie';
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  const own = given.filter(([name]) => isCookie(name) || !names.has(name.toLowerCase()));
  const all = [...own, ...added];
  const cookies = all.filter(([name]) => /^cookie$/i.test(name)).map(([, value]) => value);
  if (cookies.length < 2) return all;
  return [...all.filter(([name]) => !/^cookie$/i.test(name)), ['Cookie', cookies.join('; ')]];
}

function pairs(raw: readonly Buffer[]): Headers {
  const text = raw.map((part) => part.toString('latin1'));
  return Array.from({ length: text.length / 2 }, (_, i) => [text[2 * i] ?? '', text[2 * i + 1] ?? ''] as const);
}

/** What arrived of a body, and why it is not all. */
async function readBody(stream: AsyncIterable<Buffer>, headers: Headers, signal: AbortSignal) {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw oversized(`is larger than ${MAX_BODY_BYTES / 1_000_000} MB`);
    }
    const body = copied(decoded(Buffer.concat(chunks), headers));
    if (body.length > MAX_BRACKETS && bracketsIn(body) > MAX_BRACKETS)
      throw oversized(`has more than ${MAX_BRACKETS} objects and arrays`);
    return { body };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { body: copied(Buffer.concat(chunks)), unreadable: failureOf(error) };
  }
}

/** A copy of its own: a Buffer may share its memory with others. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function bracketsIn(body: Uint8Array): number {
  const [brace, bracket] = Buffer.from('{[');
  let count = 0;
  for (const byte of body) if (byte === brace || byte === bracket) count += 1;
  return count;
}
