import { createServer as createHttp, request as forward, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { connect, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { served } from '../harness/servers.ts';
import { TEST_KEY } from '../support.ts';
import type { Pair } from './certificates.ts';

/** The port of an origin. */
export function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

/** An HTTPS server for one test; resolves with its origin. */
export async function serveTls(options: ServerOptions, listener: RequestListener): Promise<string> {
  return (await served(createHttps(options, listener))).replace('http:', 'https:');
}

/** A server that speaks nothing but HTTP/2. */
export async function serveHttp2Only({ cert, key }: Pair): Promise<string> {
  const server = createSecureServer({ cert, key }, (_request, response) => void response.end('[]'));
  return (await served(server as unknown as Server)).replace('http:', 'https:');
}

/** Hands every request to a reference server of its own, which accepts the key of the tests. */
export async function toReference(): Promise<RequestListener> {
  const reference = await startReference({ apiKey: TEST_KEY });
  onTestFinished(() => reference.close());
  const { hostname, port } = new URL(reference.baseUrl);
  return (request, response) => {
    const { method, url: path, rawHeaders } = request;
    const onward = forward({ hostname, port, method, path, headers: rawHeaders, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}

/** Connects a socket to another server, beginning with what was already read from it. */
export function pipeTo(port: number, socket: Socket, first: Buffer, host = '127.0.0.1'): void {
  const onward = connect(port, host, () => {
    onward.write(first);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  socket.on('close', () => onward.destroy());
}

export interface ForwardProxy {
  readonly url: string;
  /** What it was asked for: the target of each CONNECT, the whole address of each other request. */
  readonly asked: string[];
}

export interface ForwardProxyOptions {
  /** As in a Basic credential; anybody may use the proxy when absent. */
  readonly credentials?: string;
  /** What CONNECT is answered with, instead of a tunnel. */
  readonly refusesTunnelsWith?: number;
  /** Where tunnels lead, whatever they are asked for. */
  readonly leadsTo?: number;
  /** How many tunnels it opens before it refuses more. */
  readonly maxTunnels?: number;
  /** For a proxy that speaks TLS itself. */
  readonly tls?: Pair;
}

/** A forward proxy: absolute form for plain requests, CONNECT for the rest. */
export async function serveProxy(options: ForwardProxyOptions = {}): Promise<ForwardProxy> {
  const { credentials, refusesTunnelsWith, leadsTo, maxTunnels = Number.POSITIVE_INFINITY, tls } = options;
  const asked: string[] = [];
  let tunnels = 0;
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const forwarding: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (expected && request.headers['proxy-authorization'] !== expected) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
      return;
    }
    const { 'proxy-authorization': _own, ...headers } = request.headers;
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
    tunnels += 1;
    const refusal = tunnels > maxTunnels ? 503 : isAllowed ? refusesTunnelsWith : 407;
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${request.url}`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    pipeTo(leadsTo ?? Number(port), socket, Buffer.alloc(0), leadsTo ? '127.0.0.1' : hostname);
  });
  const url = await served(server);
  return { url: tls ? url.replace('http:', 'https:') : url, asked };
}
