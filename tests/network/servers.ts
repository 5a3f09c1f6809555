import { createServer as createHttp, request as forward, type RequestListener } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openWire } from '../../harness/http/wire/client.ts';
import type { WireRequest } from '../../harness/model/wire.ts';
import type { NetworkSettings } from '../../harness/settings/table.ts';
import { served } from '../harness/servers.ts';
import type { Pair } from './certificates.ts';

export type Network = Partial<NetworkSettings>;

const GET: WireRequest = { method: 'GET', path: '/v1/pets', headers: [] };

/** One request over a wire of its own. */
export async function ask(origin: string, network: Network = {}, timeoutMs = 20_000, request = GET) {
  const wire = openWire({ baseUrl: origin, concurrency: 1, timeoutMs, ...network });
  onTestFinished(() => wire.close());
  const [only] = await wire.send(request, undefined, new AbortController().signal);
  if (only === undefined) throw new Error('There is no answer.');
  return only.answer;
}

/** An HTTPS server for one test; resolves with its origin. */
export async function serveTls(options: ServerOptions, listener: RequestListener): Promise<string> {
  return (await served(createHttps(options, listener))).replace('http:', 'https:');
}

export const portOf = (origin: string) => Number(new URL(origin).port);

/** Connects a socket to another server, beginning with what was already read from it. */
export function pipeTo(port: number, socket: Socket, first: Buffer): void {
  const onward = connect(port, '127.0.0.1', () => {
    onward.write(first);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  socket.on('close', () => onward.destroy());
}

interface ProxyOptions {
  /** As in a Basic credential; anybody may use the proxy when absent. */
  readonly credentials?: string;
  /** The answer to CONNECT, instead of a tunnel. */
  readonly refusesTunnelsWith?: number;
  /** Where tunnels lead, whatever they are asked for. */
  readonly leadsTo?: number;
  /** For a proxy that speaks TLS itself. */
  readonly tls?: Pair;
}

/** A forward proxy: absolute form for plain requests, CONNECT for the rest. `asked` has the first line of each. */
export async function serveProxy({ credentials, refusesTunnelsWith, leadsTo, tls }: ProxyOptions = {}) {
  const asked: string[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const forwarding: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { 'proxy-authorization': given, ...headers } = request.headers;
    if (expected && given !== expected) return void response.writeHead(407).end();
    const { hostname, port, origin } = new URL(request.url ?? '');
    const path = request.url?.slice(origin.length);
    const onward = forward({ hostname, port, path, method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  };
  const server = tls ? createHttps(tls, forwarding) : createHttp(forwarding);
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const isAllowed = !expected || request.headers['proxy-authorization'] === expected;
    const refusal = isAllowed ? refusesTunnelsWith : 407;
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    pipeTo(leadsTo ?? Number(new URL(`http://${request.url}`).port), socket, Buffer.alloc(0));
  });
  const url = await served(server);
  return { url: tls ? url.replace('http:', 'https:') : url, asked };
}
