import { readFileSync } from 'node:fs';
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  rootCertificates,
  type SecureContextOptions,
} from 'node:tls';
import { DIRECT } from '../settings/network.ts';
import type { NetworkSettings } from '../settings/table.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export type ProxyAddress = ReturnType<typeof proxyAddressOf>;

export type TlsOptions = Pick<ConnectionOptions, 'secureContext' | 'rejectUnauthorized' | 'checkServerIdentity'>;

export type Network = ReturnType<typeof networkTo>;

export function networkTo(origin: string, settings: NetworkSettings = DIRECT) {
  const { proxy, connectTo, ca, insecure } = settings;
  return {
    origin,
    /** Replaces the host of the origin, on the wire only. */
    connectTo: connectTo === undefined ? undefined : addressOf(new URL(`http://${connectTo}`), 80),
    proxy: proxy && proxyAddressOf(new URL(proxy.url)),
    tls: targetTlsOf(new URL(origin), settings),
    /** The same authorities, and no client certificate. */
    proxyTls: { ...contextOf(authoritiesOf(ca)), ...(insecure && { rejectUnauthorized: false }) } as TlsOptions,
  };
}

export function addressOf({ hostname, port }: URL, standardPort: number): Address {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? standardPort : Number(port) };
}

function proxyAddressOf(url: URL) {
  const isSecure = url.protocol === 'https:';
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':');
  return {
    ...addressOf(url, isSecure ? 443 : 80),
    isSecure,
    /** Without credentials, as it may be shown. */
    origin: url.origin,
    authorization: credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

function targetTlsOf(origin: URL, settings: NetworkSettings): TlsOptions {
  const { ca, clientCert, clientKey, clientKeyPassphrase, insecure } = settings;
  const { host } = addressOf(origin, 443);
  const own: SecureContextOptions = {
    ...authoritiesOf(ca),
    ...(clientCert !== undefined && { cert: readFileSync(clientCert) }),
    ...(clientKey !== undefined && { key: readFileSync(clientKey) }),
    ...(clientKeyPassphrase !== undefined && { passphrase: clientKeyPassphrase }),
  };
  return {
    // The name in the base URL counts, wherever the connection goes.
    checkServerIdentity: (_dialled, certificate) => checkServerIdentity(host, certificate),
    ...contextOf(own),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** Made once: reading all authorities takes longer than a connection. */
function contextOf(own: SecureContextOptions): TlsOptions {
  return Object.keys(own).length === 0 ? {} : { secureContext: createSecureContext(own) };
}

function authoritiesOf(ca: string | undefined): SecureContextOptions {
  return ca === undefined ? {} : { ca: [...rootCertificates, ...extraCertificates(), readFileSync(ca, 'utf8')] };
}

/** Node ignores its own variable as soon as other certificates are given. */
function extraCertificates(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  try {
    return file ? [readFileSync(file, 'utf8')] : [];
  } catch {
    // Node has warned about it at its start.
    return [];
  }
}
