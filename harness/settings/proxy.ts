import { BlockList, isIP } from 'node:net';
import { hostOf, isLoopback, portOf } from './hosts.ts';
import type { ProxySetting } from './network.ts';
import type { Parse } from './parsers.ts';
import type { Environment, Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** The text is never part of a message: it may contain a password. */
export const parseProxy: Parse<string> = (text, name) => {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.hostname === '' || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`${name} is not the address of an HTTP proxy: write it like http://proxy.example.com:3128.`);
  }
  if (!canDecode(url.username) || !canDecode(url.password)) {
    throw new UsageError(`${name} has a % in its user name or password: write it as %25.`);
  }
  return url.href;
};

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The proxy that other programs use for this address. This machine is reached without one. */
export function proxyFromEnvironment(
  { baseUrl, connectTo }: Pick<Settings, 'baseUrl' | 'connectTo'>,
  env: Environment,
): ProxySetting | undefined {
  if (baseUrl === undefined || isLoopback(connectTo === undefined ? baseUrl : `http://${connectTo}`)) return undefined;
  const scheme = new URL(baseUrl).protocol.replace(':', '_proxy');
  const variable = [scheme, scheme.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((name) => env[name]);
  const url = variable === undefined ? undefined : env[variable];
  if (variable === undefined || url === undefined) return undefined;
  if (isExempt(baseUrl, env.no_proxy || env.NO_PROXY || '')) return undefined;
  return { url: parseProxy(url, variable), variable };
}

/** NO_PROXY names hosts, domains, addresses and networks, each with a port or without. */
function isExempt(baseUrl: string, noProxy: string): boolean {
  const host = unbracketed(hostOf(baseUrl));
  return noProxy.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', onlyPort] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return (onlyPort === undefined || onlyPort === portOf(baseUrl)) && covers(unbracketed(name), host);
  });
}

function covers(entry: string, host: string): boolean {
  const [address = '', prefix] = entry.split('/');
  if (prefix !== undefined) return isIP(address) !== 0 && isInNetwork(host, address, Number(prefix));
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '');
  return host === name || (isIP(host) === 0 && name !== '' && host.endsWith(`.${name}`));
}

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const isPrefix = Number.isInteger(prefix) && prefix >= 0 && prefix <= (family === 'ipv6' ? 128 : 32);
  if (!isPrefix || isIP(host) !== isIP(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, family);
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
