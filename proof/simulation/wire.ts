import type { Clock } from '../../harness/basics/clock.ts';
import { decoded } from '../../harness/http/wire/coding.ts';
import { failureOf } from '../../harness/model/failure.ts';
import type {
  Connection,
  Headers,
  TimedAnswer,
  Wire,
  WireAnswer,
  WireRequest,
  WireResponse,
} from '../../harness/model/wire.ts';
import type { Incoming, Outgoing, Service } from '../../reference/service.ts';

/** Carries requests to a service in the same process. The latency of each message, one way, is in milliseconds. */
export function simulatedWire(service: Service, clock: Clock, timeoutMs: number, latency: () => number): Wire {
  let connections = 0;
  const idle: number[] = [];
  const lanes = new Map<number, number>();
  const newConnection = () => {
    connections += 1;
    return connections;
  };

  async function exchange(request: WireRequest, connection: number, signal: AbortSignal): Promise<TimedAnswer> {
    const sentAt = clock.now();
    await clock.sleep(latency());
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const received = service.receive(incoming(request, connection));
    const late = clock.sleep(sentAt + timeoutMs - clock.now(), either).then(() => ({ kind: 'silent' }) as const);
    const outgoing = await Promise.race([received, late]);
    if (outgoing.kind === 'silent') await late;
    // The reason that it makes up by itself has a stack trace, which takes long.
    over.abort('answered');
    await clock.sleep(outgoing.kind === 'silent' ? 0 : latency(), signal);
    const interrupted = { kind: 'interrupted', message: 'the run was interrupted' } as const;
    if (signal.aborted) return { answer: { failure: interrupted }, sentAt, answeredAt: clock.now() };
    const timeout = { kind: 'timeout', message: `no complete response within ${timeoutMs / 1000} s` } as const;
    const answer = outgoing.kind === 'silent' ? { failure: timeout } : answerOf(outgoing);
    return { answer, sentAt, answeredAt: clock.now() };
  }

  return {
    send: async (request: WireRequest, connection: Connection | undefined, signal: AbortSignal) => {
      if (connection === 'new') return [await exchange(request, newConnection(), signal)];
      if (connection && 'lane' in connection) {
        const own = lanes.get(connection.lane) ?? newConnection();
        lanes.set(connection.lane, own);
        const timed = await exchange(request, own, signal);
        if ('failure' in timed.answer || timed.answer.unreadable) lanes.delete(connection.lane);
        return [timed];
      }
      if (connection) {
        const own = newConnection();
        return [await exchange(connection.after, own, signal), await exchange(request, own, signal)];
      }
      const pooled = idle.pop() ?? newConnection();
      const timed = await exchange(request, pooled, signal);
      // A connection that broke is not used again.
      if (!('failure' in timed.answer) && !timed.answer.unreadable) idle.push(pooled);
      return [timed];
    },
    close: async () => undefined,
  };
}

function incoming({ method, path, headers, body, cutAt }: WireRequest, connection: number): Incoming {
  const bytes = Buffer.from(body ?? '');
  const chunked = cutAt !== undefined;
  const [name, value] = chunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(bytes.length)];
  const framing: typeof headers = body === undefined ? [] : [[name, value]];
  const pieces = chunked ? [bytes.subarray(0, cutAt), bytes.subarray(cutAt)] : [bytes];
  return {
    method,
    target: path,
    headers: [['host', 'reference.test'] as const, ['connection', 'keep-alive'] as const, ...headers, ...framing],
    pieces: pieces.filter(({ length }) => length > 0),
    chunked,
    connection,
  };
}

function answerOf(outgoing: Exclude<Outgoing, { readonly kind: 'silent' }>): WireAnswer {
  if (outgoing.kind === 'dropped') return { failure: { kind: 'reset', message: 'other side closed' } };
  if (outgoing.kind === 'refused') return { failure: { kind: 'refused', message: 'connect ECONNREFUSED' } };
  const { status, headers, body, brokenAfter } = outgoing;
  const trimmed = headers.map(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')] as const);
  if (brokenAfter === undefined) return { status, headers: trimmed, ...readBody(body, trimmed) };
  const unreadable = { kind: 'reset', message: 'terminated' } as const;
  return { status, headers: trimmed, body: body.subarray(0, brokenAfter), unreadable };
}

function readBody(body: Uint8Array, headers: Headers): Pick<WireResponse, 'body' | 'unreadable'> {
  try {
    return { body: decoded(body, headers) };
  } catch (error) {
    return { body, unreadable: failureOf(error) };
  }
}
