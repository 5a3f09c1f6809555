import { type Ask, Stopped, Transport, type TransportOptions } from '../../../harness/http/transport.ts';
import { type Exchange, isThrottled } from '../../../harness/model/exchange.ts';
import type { FailureKind } from '../../../harness/model/failure.ts';
import type { Connection, Headers, WireAnswer, WireRequest } from '../../../harness/model/wire.ts';
import { VirtualClock } from '../../../proof/simulation/virtual-clock.ts';

/** One request over the simulated wire. */
export interface Sent {
  readonly request: WireRequest;
  /** Milliseconds since the start. */
  readonly at: number;
  /** How often the same request was sent, this time included. */
  readonly time: number;
}

export type Script = (sent: Sent) => WireAnswer;

export const response = (status: number, body = '', headers: Headers = []): WireAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});
export const ok = response(200, '[]');
export const failed = (kind: FailureKind): WireAnswer => ({ failure: { kind, message: kind } });
export const limited = (retryAfter?: string, status = 429) =>
  response(status, '', retryAfter === undefined ? [] : [['Retry-After', retryAfter]]);

export const request = (path: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  path,
  headers: [],
  ...more,
});
export const CONTROL = request('/control');
export const OTHER_CONTROL = request('/control?other');
export const askFor = (path: string, more: Partial<Ask> = {}): Ask => ({
  request: request(path),
  probe: 'test',
  hasKey: true,
  creates: false,
  ...more,
});
export const creation = (path = '/create'): Ask =>
  askFor(path, { request: request(path, { method: 'POST', body: '{}' }), creates: true });

const mayHaveCreated = (exchange: Exchange) =>
  !isThrottled(exchange) && Math.floor(exchange.status / 100) !== 4 && exchange.failure?.kind !== 'refused';

const LATENCY = 1;
const TIMEOUT = 10_000;
const isTimeout = (answer: WireAnswer) => 'failure' in answer && answer.failure.kind === 'timeout';

/** A transport whose target follows a script, under virtual time. */
export function scripted(script: Script, changes: Partial<TransportOptions> = {}) {
  const clock = new VirtualClock();
  const startedAt = clock.now();
  const end = new AbortController();
  const sent: Sent[] = [];
  const record: Exchange[] = [];
  const times = new Map<string, number>();
  let underWay = 0;
  let mostAtOnce = 0;
  const answer = async (one: WireRequest) => {
    const sentAt = clock.now();
    const key = `${one.method} ${one.path}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const asked = { request: one, at: sentAt - startedAt, time };
    sent.push(asked);
    underWay += 1;
    const given = script(asked);
    mostAtOnce = Math.max(mostAtOnce, underWay);
    await clock.sleep(isTimeout(given) ? TIMEOUT : LATENCY, end.signal);
    underWay -= 1;
    return { answer: end.signal.aborted ? failed('interrupted') : given, sentAt, answeredAt: clock.now() };
  };
  const wire = {
    send: async (one: WireRequest, connection: Connection | undefined) => {
      const isAfter = typeof connection === 'object' && 'after' in connection;
      const before = isAfter ? [await answer(connection.after)] : [];
      return [...before, await answer(one)];
    },
    close: async () => undefined,
  };
  const transport = new Transport({
    wire,
    clock,
    startedAt,
    timeoutMs: TIMEOUT,
    concurrency: 4,
    maxRps: undefined,
    maxWaitMs: 30_000,
    maxCreates: 100,
    maxBadCredentials: 100,
    badCredentialPauseMs: 0,
    consistencyWindowMs: 2_000,
    signal: end.signal,
    cutOff: end.signal,
    controls: [CONTROL, OTHER_CONTROL],
    isOwnError: ({ body }) => Buffer.from(body).toString().startsWith('{"code"'),
    kindsOf: ({ request: { method, path }, input = [] }) =>
      [undefined, ...input].map((one) => ({
        operation: `${method} ${path}`,
        ...(one !== undefined && { input: one }),
      })),
    onExchange: (exchange) => {
      record.push(exchange);
      return exchange.request.method === 'POST' && mayHaveCreated(exchange) ? 1 : 0;
    },
    ...changes,
  });
  return {
    clock,
    end,
    sent,
    record,
    transport,
    elapsed: () => clock.now() - startedAt,
    mostAtOnce: () => mostAtOnce,
    /** Requests on their way, the one that is asked about included. */
    atOnce: () => underWay,
    /** The statuses of these requests, or why the run ended; undefined for one that was not sent. */
    statuses: (...asks: readonly Ask[]) =>
      clock.run(() =>
        Promise.all(
          asks.map((ask) =>
            transport.send(ask).then(
              (exchange) => exchange?.failure?.kind ?? exchange?.status,
              (error: unknown) => {
                if (error instanceof Stopped) return error.reason;
                throw error;
              },
            ),
          ),
        ),
      ),
  };
}
