import type { Clock } from '../../harness/basics/clock.ts';
import type { Wire, WireAnswer, WireRequest } from '../../harness/model/wire.ts';

/** How a network and the gateways in it treat the messages that pass. Which ones they affect is random. */
export interface Network {
  /** One way, in milliseconds: a fixed part, and a random one, with which messages overtake each other. */
  readonly latency: number;
  readonly jitter: number;
  /** Exchanges that break, at most; some of them after the service has answered. */
  readonly resets: number;
  /** Exchanges for which a gateway answers 502, 503 or 504 by itself, at most. */
  readonly gatewayErrors: number;
  /** Whether a gateway answers 400 by itself to headers and addresses beyond printable ASCII. */
  readonly strictGateway: boolean;
}

export const QUIET: Network = { latency: 0.1, jitter: 1, resets: 0, gatewayErrors: 0, strictGateway: false };

/** One exchange in so many is disturbed, until there were enough. */
const RARE = 120;

/** Puts a network between a client and a wire that leads to the service. */
export function throughNetwork(wire: Wire, clock: Clock, network: Network, random: () => number): Wire {
  let { resets, gatewayErrors } = network;
  const disturbance = (request: WireRequest): WireAnswer | undefined => {
    if (network.strictGateway && !isPlain(request)) return page(400);
    if (resets > 0 && random() * RARE < 1) {
      resets -= 1;
      return { failure: { kind: 'reset', message: 'read ECONNRESET' } };
    }
    if (gatewayErrors > 0 && random() * RARE < 1) {
      gatewayErrors -= 1;
      return page(502 + Math.floor(random() * 3));
    }
    return undefined;
  };
  return {
    send: async (request, connection, signal) => {
      const answer = disturbance(request);
      if (answer === undefined) return wire.send(request, connection, signal);
      const begin = clock.now();
      const isRefused = 'status' in answer && answer.status === 400;
      // Of the others, some are lost on the way back, after the service has done its work.
      const isLostLater = !isRefused && random() < 0.5;
      const isAfter = typeof connection === 'object' && 'after' in connection;
      const before = isAfter ? await wire.send(connection.after, 'new', signal) : [];
      if (isLostLater) await wire.send(request, 'new', signal);
      return [...before, { answer, sentAt: before.at(-1)?.answeredAt ?? begin, answeredAt: clock.now() }];
    },
    close: () => wire.close(),
  };
}

function isPlain({ path, headers }: WireRequest): boolean {
  const text = [path, ...headers.map(([, value]) => value)].join('');
  return /^[\x20-\x7e]*$/.test(text) && !/%(?![0-9a-f]{2})|%[01][0-9a-f]/i.test(path);
}

function page(status: number): WireAnswer {
  const headers = Object.entries({ 'content-type': 'text/html', connection: 'close' });
  return { status, headers, body: Buffer.from(`<html><body><h1>${status}</h1></body></html>`) };
}
