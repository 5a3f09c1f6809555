import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { HttpClient, type WireRequest } from '../../../harness/http/http-client.ts';
import { RateLimiter } from '../../../harness/http/rate-limiter.ts';
import { receiveBody } from '../../../harness/http/received-body.ts';
import type { Reply, RequestMetadata } from '../../../harness/http/reply.ts';
import { Transport, type TransportOptions } from '../../../harness/http/transport.ts';
import { errorProblem } from '../../../harness/json/schema.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { TEST_KEY } from '../../support.ts';
import { serveHttp } from '../servers.ts';

export const METADATA: RequestMetadata = {
  requirement: 'list.ok',
  operation: 'listPets',
  credential: 'right',
  documented: true,
  checked: true,
};

export const get = (path: string): WireRequest => ({ method: 'GET', path, headers: [] });

export const CONTROL = get('/v1/pets?limit=1');

export type Respond = (response: ServerResponse, request: IncomingMessage) => void;

export interface Arrival {
  readonly path: string;
  readonly at: number;
}

const redactor = new Redactor(TEST_KEY);
export const receive = (bytes: Buffer) => receiveBody(bytes, redactor);

/** A transport to a server with this behaviour, what arrives there, and what the transport hands to the invariants. */
export async function transportTo(respond: Respond, options: Partial<TransportOptions> = {}) {
  const arrivals: Arrival[] = [];
  const origin = await serveHttp((request, response) => {
    arrivals.push({ path: request.url ?? '', at: performance.now() });
    respond(response, request);
  });
  const client = new HttpClient({ receive, origin, connections: 20, timeoutMs: 2000 });
  onTestFinished(() => client.close());
  const interrupt = new AbortController().signal;
  setMaxListeners(0, interrupt);
  const seen: Reply[] = [];
  const transport = new Transport({
    client,
    origin,
    redactor,
    concurrency: 20,
    maxWaitMs: 5000,
    rateLimiter: new RateLimiter(0, interrupt),
    interrupt,
    control: CONTROL,
    isOwnError: ({ json }) => json.ok && errorProblem(json.value) === undefined,
    onReply: (reply) => seen.push(reply),
    ...options,
  });
  const asked = (path: string) => arrivals.filter((arrival) => arrival.path === path).length;
  return { transport, arrivals, asked, seen };
}

/** Answers each request in turn in one of these ways, and all that follow in the last. */
export function inTurn(...responds: readonly Respond[]): Respond {
  let taken = 0;
  return (response, request) => {
    const respond = responds[Math.min(taken, responds.length - 1)];
    taken += 1;
    respond?.(response, request);
  };
}

/** Answers the control in one way and everything else in another. */
export function apart(control: Respond, others: Respond): Respond {
  return (response, request) => (request.url === CONTROL.path ? control : others)(response, request);
}

export const ok: Respond = (response) => response.end('[]');

/** An answer of the service itself, in its Error format. */
export const ownError =
  (status: number): Respond =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 'x', message: 'y', status }));

/** An answer of something in front of the service. */
export const web =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

export const endOf = (sending: Promise<unknown>) => sending.catch((error: unknown) => error);

/** What the journal says of each exchange: status and whether it is checked. */
export function judgedIn(replies: readonly Reply[]): readonly string[] {
  return replies.map(({ status, checked }) => `${status}${checked ? '' : ' not checked'}`);
}
