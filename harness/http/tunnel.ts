import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { failureOf, NamedFailure } from './failure.ts';
import type { Address, ProxyAddress, TlsOptions } from './network.ts';

export function openTunnel(proxy: ProxyAddress, to: Address, proxyTls: TlsOptions, timeoutMs: number): Promise<Socket> {
  const destination = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
  const request = (proxy.isSecure ? requestSecurely : requestPlainly)({
    method: 'CONNECT',
    host: proxy.host,
    port: proxy.port,
    path: destination,
    headers: { host: destination, ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }) },
    agent: false,
    timeout: timeoutMs,
    ...proxyTls,
  });
  return new Promise((resolve, reject) => {
    request.on('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode >= 300) {
        socket.destroy();
        reject(refusal(proxy, statusCode, `CONNECT ${destination}`));
        return;
      }
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => reject(unreachable(proxy, error)));
    request.end();
  });
}

export function unreachable({ origin }: ProxyAddress, error: unknown): NamedFailure {
  return new NamedFailure('proxy-unreachable', `the proxy ${origin} cannot be reached: ${failureOf(error).message}`);
}

export function refusal({ origin }: ProxyAddress, status: number, request: string): NamedFailure {
  return status === 407
    ? new NamedFailure('proxy-credentials', `the proxy ${origin} answers 407 to ${request}`)
    : new NamedFailure('proxy-refused', `the proxy ${origin} answers ${status} to ${request}`);
}
