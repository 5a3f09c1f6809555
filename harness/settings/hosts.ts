import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { matchesAny } from './selection.ts';

/** Whether the host of an address is one of these, with its port or without. */
export function isListed(baseUrl: string | undefined, patterns: readonly string[]): boolean {
  if (baseUrl === undefined) return false;
  const name = hostOf(baseUrl);
  return [new URL(baseUrl).host, name, `${name}:${portOf(baseUrl)}`].some((written) => matchesAny(written, patterns));
}

export function isLoopback(baseUrl: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostOf(baseUrl));
}

/** Without the dot at the end of a full name, which does not change where it leads. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/\.$/, '');
}

export function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return port || (protocol === 'https:' ? '443' : '80');
}

/** The addresses of a host name; none if it cannot be resolved. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Whether a server is one of the hosts that are never written to, by its name or by its address: one machine can have
 * many names.
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

/** Every address of a host as a URL writes it; for this machine, all its usual ones. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (/[*?]/.test(bare)) return [];
  const found = isIP(bare) ? [bare] : await resolve(bare);
  const addresses = found.map(canonical);
  // "Any address" is loopback for a client.
  const isLocal = addresses.some((address) => /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(address));
  return isLocal ? [...addresses, ...LOOPBACK] : addresses;
}

/** As a URL writes it; an IPv4 address inside an IPv6 one is taken out. */
function canonical(address: string): string {
  const { hostname } = new URL(isIP(address) === 6 ? `http://[${address.replace(/%.*$/, '')}]` : `http://${address}`);
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join('.');
}

function withHost(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.href;
}

const resolveName: Resolve = async (name) => {
  // A name that cannot be resolved cannot be written to either.
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};
