import { connect as connectTls } from 'node:tls';
import { buildConnector } from 'undici';
import type { Headers } from '../report/model.ts';
import { addressOf, type Network, type ProxyAddress } from './network.ts';
import { openTunnel, unreachable } from './tunnel.ts';

type Connect = buildConnector.connector;

export interface Route {
  readonly origin: string;
  readonly connect: Connect;
  /** For a proxy that expects the whole address as path. */
  readonly pathPrefix: string;
  readonly headers: Headers;
}

/** A proxy forwards plain requests. It tunnels TLS, and requests that go elsewhere than their address says. */
export function routeOf(network: Network, timeoutMs: number): Route {
  const { origin, proxy, connectTo } = network;
  if (!proxy) return { origin, connect: directly(network, timeoutMs), pathPrefix: '', headers: [] };
  if (origin.startsWith('https:') || connectTo) {
    return { origin, connect: throughTunnel(network, proxy, timeoutMs), pathPrefix: '', headers: [] };
  }
  const credentials = proxy.authorization ? [['Proxy-Authorization', proxy.authorization] as const] : [];
  return {
    // Plain for the pool even if the proxy speaks TLS: the connector does that.
    origin: `http://${new URL(proxy.origin).hostname}:${proxy.port}`,
    connect: toProxy(network, proxy, timeoutMs),
    pathPrefix: origin,
    headers: [['Host', new URL(origin).host], ...credentials],
  };
}

function directly({ connectTo, tls }: Network, timeoutMs: number): Connect {
  const open = buildConnector({ ...tls, timeout: timeoutMs });
  if (!connectTo) return open;
  return (options, done) => open({ ...options, hostname: connectTo.host, port: String(connectTo.port) }, done);
}

function throughTunnel({ origin, connectTo, tls, proxyTls }: Network, proxy: ProxyAddress, timeoutMs: number): Connect {
  const open = buildConnector({ ...tls, timeout: timeoutMs });
  const url = new URL(origin);
  const isSecure = url.protocol === 'https:';
  const destination = connectTo ?? addressOf(url, isSecure ? 443 : 80);
  return (options, done) => {
    openTunnel(proxy, destination, proxyTls, timeoutMs).then(
      (socket) => (isSecure ? open({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

function toProxy({ proxyTls }: Network, proxy: ProxyAddress, timeoutMs: number): Connect {
  const open = buildConnector({ ...proxyTls, timeout: timeoutMs });
  const { host, port, isSecure } = proxy;
  const place = { protocol: isSecure ? 'https:' : 'http:', host, hostname: host, port: String(port), servername: '' };
  return (options, done) =>
    open({ ...options, ...place }, (...[error, socket]) =>
      error ? done(unreachable(proxy, error), null) : done(null, socket),
    );
}

/** Reports errors of open connections: the pool only says that they were closed. */
export function watched(connect: Connect, onSocketError: (error: Error) => void): Connect {
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null);
      socket.on('error', onSocketError);
      done(null, socket);
    });
}

export function speaksTls({ origin, connectTo }: Network, timeoutMs: number): Promise<boolean> {
  const { host, port } = connectTo ?? addressOf(new URL(origin), 80);
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, rejectUnauthorized: false, timeout: timeoutMs });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
