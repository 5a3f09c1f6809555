import { BlockList, isIP } from 'node:net';
import { hostOf, isLoopback, type ProxySetting, parseProxy, portOf } from '../../settings/hosts.ts';
import type { Environment, Settings } from '../../settings/settings.ts';

type Target = Partial<Pick<Settings, 'baseUrl' | 'connectTo'>>;

/** The proxy that other programs use for this address. This machine is reached without one. */
export function proxyFromEnvironment({ baseUrl, connectTo }: Target, env: Environment): ProxySetting | undefined {
  if (baseUrl === undefined || isLoopback(connectTo === undefined ? baseUrl : `http://${connectTo}`)) return undefined;
  const scheme = new URL(baseUrl).protocol.replace(':', '_proxy');
  const variable = [scheme, scheme.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((name) => env[name]) ?? '';
  const url = env[variable];
  if (!url || isExempt(baseUrl, env.no_proxy || env.NO_PROXY || '')) return undefined;
  return { ...parseProxy(url, variable), variable };
}

/** NO_PROXY names hosts with their subdomains, addresses and networks, each with a port or without. */
function isExempt(baseUrl: string, noProxy: string): boolean {
  const host = hostOf(baseUrl).replace(/^\[|\]$/g, '');
  return noProxy.split(/[\s,]+/).some((entry) => {
    // An address of IPv6 has a port only if it is in brackets.
    const [, name = '', port = portOf(baseUrl)] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
    const bare = name.toLowerCase().replace(/^(\*?\.|\[)|[.\]]$/g, '');
    const isParent = isIP(host) === 0 && bare !== '' && host.endsWith(`.${bare}`);
    return port === portOf(baseUrl) && (name === '*' || host === bare || isParent || isInNetwork(host, bare));
  });
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(prefix), family);
    return prefix !== '' && list.check(host, family);
  } catch {
    // Not a network, or a host of the other family.
    return false;
  }
}
