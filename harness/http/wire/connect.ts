import { once } from 'node:events';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { failureOf, NamedFailure } from '../../model/failure.ts';
import type { Headers } from '../../model/wire.ts';
import { portOf } from '../../settings/hosts.ts';
import { basicOf } from '../../settings/network.ts';
import type { NetworkSettings } from '../../settings/table.ts';
import { secureContextOf } from './tls-files.ts';

type Connect = buildConnector.connector;
type Network = Partial<NetworkSettings>;

/**
 * undici's ProxyAgent keeps only the last of repeated headers, sends no user name without a password, cannot forward
 * plain requests to an https proxy, and says only in a sentence why a tunnel was refused. So this uses its parts.
 */
export function routeTo(origin: string, network: Network, timeoutMs: number) {
  const { proxy, connectTo, ca, insecure = false } = network;
  const url = new URL(origin);
  const place = connectTo === undefined ? url : new URL(`${url.protocol}//${connectTo}`);
  const open = connectorTo(place, url, network, timeoutMs);
  const direct = { origin, place, forwarder: undefined, headers: [], connect: open, close: async () => undefined };
  if (!proxy) return direct;
  const forwarder = new URL(proxy.url);
  const basic = basicOf(forwarder);
  const headers: Headers = basic === undefined ? [] : [['Proxy-Authorization', `Basic ${basic}`]];
  const reach = connectorTo(forwarder, forwarder, { ca, insecure }, timeoutMs);
  const connect: Connect = (options, done) =>
    reach(options, (...[error, socket]) => (error ? done(unreachable(forwarder, error), null) : done(null, socket)));
  // Plain for the pool even if the proxy speaks TLS: the connector does that.
  const proxyOrigin = `http://${forwarder.hostname}:${portOf(proxy.url)}`;
  const isForwarded = url.protocol === 'http:' && connectTo === undefined;
  if (isForwarded) return { ...direct, origin: proxyOrigin, forwarder, headers, connect };
  const pool = new Pool(proxyOrigin, { connect, headersTimeout: timeoutMs });
  return { ...direct, connect: throughTunnel(pool, forwarder, headers, open, place), close: () => pool.destroy() };
}

/** Connects to a place; the certificate is for the host that is named in the address, wherever the connection goes. */
function connectorTo(place: URL, named: URL, network: Network, timeoutMs: number): Connect {
  const secureContext = secureContextOf(network);
  const open = buildConnector({
    checkServerIdentity: (_dialled, certificate) => tls.checkServerIdentity(bareHost(named), certificate),
    rejectUnauthorized: !network.insecure,
    ...(secureContext && { secureContext }),
    timeout: timeoutMs,
  });
  const { protocol, host } = named;
  return (options, done) => open({ ...options, protocol, host, hostname: bareHost(place), port: place.port }, done);
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

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether an address for plain HTTP leads to a port for TLS. */
export async function speaksTls(place: URL, timeoutMs: number): Promise<boolean> {
  if (place.protocol !== 'http:') return false;
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
