import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { hostOf, portOf } from '../../settings/hosts.ts';
import { matchesAny } from '../../settings/selection.ts';
import type { Settings } from '../../settings/settings.ts';

/** The addresses of a host name; none if it cannot be resolved. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Whether requests go to, or through, a host that is never written to, by name or by address: one machine can have many
 * names.
 */
export async function meetsProtectedHost(
  { baseUrl, connectTo, proxy, readOnlyHosts }: Pick<Settings, 'baseUrl' | 'connectTo' | 'proxy' | 'readOnlyHosts'>,
  resolve: Resolve = resolveName,
): Promise<boolean> {
  if (readOnlyHosts.length === 0) return false;
  const listed = (await Promise.all(readOnlyHosts.map((pattern) => withAddresses(pattern, resolve)))).flat();
  for (const url of [baseUrl, connectTo && `http://${connectTo}`, proxy?.url].filter((one) => one !== undefined)) {
    const names = [hostOf(url), ...(await addressesOf(hostOf(url), resolve))];
    if (names.some((name) => matchesAny(name, listed) || matchesAny(`${name}:${portOf(url)}`, listed))) return true;
  }
  return false;
}

/** Says which patterns of names cannot protect a target that is given by its address: nobody can list their names. */
export function uncheckedPatterns({
  baseUrl = '',
  connectTo,
  readOnlyHosts,
}: Parameters<typeof meetsProtectedHost>[0]) {
  // Only a bracket begins an address with letters.
  const patterns = readOnlyHosts.filter((pattern) => /[*?]/.test(pattern) && /^[^[]*[a-z]/i.test(pattern));
  const hosts = [baseUrl, connectTo && `http://${connectTo}`].flatMap((url) => (url ? hostOf(url) : []));
  const address = hosts.find((host) => isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0);
  if (address === undefined || patterns.length === 0) return undefined;
  return `PETSTORE_READ_ONLY_HOSTS cannot protect ${address} by ${patterns.join(' or ')}: a pattern matches names, so add the address.`;
}

/** The pattern, and those of the addresses of a name. */
async function withAddresses(pattern: string, resolve: Resolve): Promise<readonly string[]> {
  const [, host = '', port = ''] = /^(.+?)(:[\d*?]+)?$/.exec(pattern) ?? [];
  return [pattern, ...(await addressesOf(host, resolve)).map((address) => `${address}${port}`)];
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Every address of a host as a URL writes it; for this machine, all its usual ones. */
async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (/[*?]/.test(bare)) return [];
  const addresses = (isIP(bare) ? [bare] : await resolve(bare)).map(canonical);
  // "Any address" is loopback for a client.
  const isLocal = addresses.some((address) => /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(address));
  return isLocal ? [...addresses, ...LOOPBACK] : addresses;
}

/** As a URL writes it; an IPv4 address inside an IPv6 one is taken out. */
function canonical(address: string): string {
  const { hostname } = new URL(isIP(address) === 6 ? `http://[${address.replace(/%.*$/, '')}]` : `http://${address}`);
  const [, high, low = ''] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  // A URL writes an IPv4 address in decimal, also one that is given as a single number.
  return high === undefined ? hostname : new URL(`http://0x${high}${low.padStart(4, '0')}`).hostname;
}

const resolveName: Resolve = async (name) => {
  // A name that cannot be resolved cannot be written to either.
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};
