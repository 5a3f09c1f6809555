import { parseHeader } from './header.ts';
import type { NetworkSettings } from './network.ts';
import { parseBoolean, parseHostAndPort } from './parsers.ts';
import { parseProxy } from './proxy.ts';
import { file, last, lines, type Setting } from './setting.ts';

/** The settings of the network between the suite and the target. */
export const networkTable: { readonly [Key in keyof NetworkSettings]: Setting<NetworkSettings[Key]> } = {
  proxy: {
    flag: 'proxy',
    variable: 'PETSTORE_PROXY',
    placeholder: 'URL',
    description: 'HTTP proxy that every request goes through, such as http://user:password@proxy.example.com:3128.',
    default: 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, unless the host is in NO_PROXY or is this machine',
    fallback: () => undefined,
    parse: last((text, name) => ({ url: parseProxy(text, name), variable: 'PETSTORE_PROXY' })),
  },
  ca: file({
    flag: 'ca',
    variable: 'PETSTORE_CA',
    placeholder: 'FILE',
    description: 'PEM file of certificate authorities to trust, besides those that Node trusts.',
    default: 'none',
  }),
  clientCert: file({
    flag: 'client-cert',
    variable: 'PETSTORE_CLIENT_CERT',
    placeholder: 'FILE',
    description: 'PEM file of the client certificate, for a server that asks for one; needs --client-key.',
    default: 'none',
  }),
  clientKey: file({
    flag: 'client-key',
    variable: 'PETSTORE_CLIENT_KEY',
    placeholder: 'FILE',
    description: 'PEM file of the private key of the client certificate.',
    default: 'none',
  }),
  clientKeyPassphrase: {
    variable: 'PETSTORE_CLIENT_KEY_PASSPHRASE',
    placeholder: 'TEXT',
    description: 'Passphrase of the private key, if it has one.',
    default: 'none',
    fallback: () => undefined,
    parse: last((text) => text),
  },
  insecure: {
    flag: 'insecure',
    variable: 'PETSTORE_INSECURE',
    description: 'Do not verify the certificate of the server; every report carries a warning.',
    default: 'false',
    fallback: () => false,
    parse: last(parseBoolean),
  },
  connectTo: {
    flag: 'connect-to',
    variable: 'PETSTORE_CONNECT_TO',
    placeholder: 'HOST:PORT',
    description: 'Connect to this address instead of the host of the base URL, which stays in Host and in TLS.',
    default: 'the host of the base URL',
    fallback: () => undefined,
    parse: last(parseHostAndPort),
  },
  headers: {
    flag: 'header',
    variable: 'PETSTORE_HEADERS',
    placeholder: 'HEADER',
    description: 'Header to send with every request, as "Name: value"; repeat the flag, or write one on each line.',
    default: 'none',
    fallback: () => [],
    parse: lines(parseHeader),
  },
};
