import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { portOf } from '../settings/hosts.ts';
import { basicOf } from '../settings/network.ts';
import type { NetworkSettings } from '../settings/table.ts';
import { failureOf, NamedFailure } from './failure.ts';
import type { Headers } from './wire.ts';

type Connect = buildConnector.connector;
type Network = Partial<NetworkSettings>;

/**
 * undici's ProxyAgent keeps only the last of repeated headers, sends no user name without a password, cannot forward
 * plain requests to an https proxy, and says only in a sentence why a tunnel was refused. So this uses its parts.
 */
export function routeTo(origin: string, network: Network, timeoutMs: number) {
  const { proxy, connectTo } = network;
  const url = new URL(origin);
  const open = directly(url, network, timeoutMs);
  const direct = { origin, forwarder: undefined, headers: [], connect: open, close: async () => undefined };
  if (!proxy) return direct;
  const proxyUrl = new URL(proxy.url);
  const basic = basicOf(proxyUrl);
  const headers: Headers = basic === undefined ? [] : [['Proxy-Authorization', `Basic ${basic}`]];
  const connect = toProxy(proxyUrl, network, timeoutMs);
  // Plain for the pool even if the proxy speaks TLS: the connector does that.
  const proxyOrigin = `http://${proxyUrl.hostname}:${portOf(proxy.url)}`;
  const isForwarded = url.protocol === 'http:' && connectTo === undefined;
  if (isForwarded) return { ...direct, origin: proxyOrigin, forwarder: proxyUrl, headers, connect };
  const pool = new Pool(proxyOrigin, { connect, headersTimeout: timeoutMs });
  const tunnel = throughTunnel(pool, proxyUrl, headers, open, placeOf(url, connectTo));
  return { ...direct, connect: tunnel, close: () => pool.destroy() };
}

function directly(url: URL, network: Network, timeoutMs: number): Connect {
  const open = buildConnector({
    // The name in the base URL counts, wherever the connection goes.
    checkServerIdentity: (_dialled, certificate) => tls.checkServerIdentity(bareHost(url), certificate),
    ...tlsOf(network),
    timeout: timeoutMs,
  });
  const place = placeOf(url, network.connectTo);
  return (options, done) => open({ ...options, hostname: bareHost(place), port: place.port }, done);
}

function toProxy(proxy: URL, { ca, insecure = false }: Network, timeoutMs: number): Connect {
  const open = buildConnector({ ...tlsOf({ ca, insecure }), timeout: timeoutMs });
  const { protocol, host, port } = proxy;
  return (options, done) =>
    open({ ...options, protocol, host, hostname: bareHost(proxy), port }, (...[error, socket]) =>
      error ? done(unreachable(proxy, error), null) : done(null, socket),
    );
}

function throughTunnel(pool: Pool, proxy: URL, credentials: Headers, open: Connect, place: URL): Connect {
  const path = `${place.hostname}:${portOf(place.href)}`;
  return (options, done) => {
    pool.connect({ path, headers: ['Host', path, ...credentials.flat()] }).then(
      ({ statusCode, socket }) => {
        if (statusCode < 200 || statusCode > 299) {
          socket.destroy();
          done(refusal(proxy, statusCode, `CONNECT ${path}`), null);
        } else if (options.protocol === 'https:') open({ ...options, httpSocket: socket as Socket }, done);
        else done(null, socket as Socket);
      },
      (error: unknown) => done(unreachable(proxy, error), null),
    );
  };
}

function unreachable({ origin }: URL, error: unknown): NamedFailure {
  if (error instanceof NamedFailure) return error;
  return new NamedFailure('proxy-unreachable', `the proxy ${origin} cannot be reached: ${failureOf(error).message}`);
}

export function refusal({ origin }: URL, status: number, request: string): NamedFailure {
  const kind = status === 407 ? 'proxy-credentials' : 'proxy-refused';
  return new NamedFailure(kind, `the proxy ${origin} answers ${status} to ${request}`);
}

function placeOf(url: URL, connectTo: string | undefined): URL {
  return connectTo === undefined ? url : new URL(`${url.protocol}//${connectTo}`);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** With one context for all connections: reading all authorities takes longer than a connection. */
function tlsOf({ ca, clientCert, clientKey, clientKeyPassphrase, insecure = false }: Network) {
  const own: tls.SecureContextOptions = {
    ...(ca !== undefined && { ca: [...tls.rootCertificates, ...extraCertificates(), readFileSync(ca, 'utf8')] }),
    ...(clientCert !== undefined && { cert: readFileSync(clientCert) }),
    ...(clientKey !== undefined && { key: readFileSync(clientKey) }),
    ...(clientKeyPassphrase !== undefined && { passphrase: clientKeyPassphrase }),
  };
  return {
    ...(Object.keys(own).length > 0 && { secureContext: tls.createSecureContext(own) }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** Node ignores its own variable as soon as other certificates are given; it has warned at its start if it is wrong. */
function extraCertificates(): readonly string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS ?? '';
  return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
}

/** Whether an address for plain HTTP leads to a port for TLS. */
export async function speaksTls(origin: string, { proxy, connectTo }: Network, timeoutMs: number): Promise<boolean> {
  if (proxy || !origin.startsWith('http:')) return false;
  const place = placeOf(new URL(origin), connectTo);
  const socket = tls.connect({ host: bareHost(place), port: Number(portOf(place.href)), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
