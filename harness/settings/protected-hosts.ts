import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isListed, portOf } from './hosts.ts';
import { matchesAny } from './selection.ts';

/** The addresses of a host name; none where it cannot be resolved. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Whether a server is one of the hosts that are never written to: by its name, or because its name leads to the address
 * of one. There are many names for one machine.
 */
export async function isProtected(
  baseUrl: string | undefined,
  patterns: readonly string[],
  resolve: Resolve = resolveName,
): Promise<boolean> {
  if (baseUrl === undefined || patterns.length === 0) return false;
  if (isListed(baseUrl, patterns)) return true;
  const addresses = await addressesOf(new URL(baseUrl).hostname, resolve);
  if (addresses.some((address) => isListed(withHost(baseUrl, address), patterns))) return true;
  const port = portOf(baseUrl);
  for (const pattern of patterns) {
    const [, host = '', portPattern] = /^(.+?)(?::([\d*?]+))?$/.exec(pattern) ?? [];
    if (portPattern !== undefined && !matchesAny(port, [portPattern])) continue;
    const listed = await addressesOf(host, resolve);
    if (listed.some((address) => addresses.includes(address))) return true;
  }
  return false;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Every address of a host as a URL writes it, and for this machine all that it is usually known by. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (/[*?]/.test(bare)) return [];
  const found = isIP(bare) ? [bare] : await resolve(bare);
  const addresses = found.map(canonical);
  return addresses.some(isThisMachine) ? [...addresses, ...LOOPBACK] : addresses;
}

/** As a URL writes it, and an IPv4 address that is wrapped in an IPv6 one by itself. */
function canonical(address: string): string {
  const { hostname } = new URL(isIP(address) === 6 ? `http://[${address.replace(/%.*$/, '')}]` : `http://${address}`);
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join('.');
}

/** Loopback, and "any address", which a client takes for loopback. */
function isThisMachine(address: string): boolean {
  return /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(address);
}

function withHost(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.href;
}

const resolveName: Resolve = async (name) => {
  // What cannot be resolved cannot be written to either.
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};
