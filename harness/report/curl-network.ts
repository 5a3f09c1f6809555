import type { NetworkSettings } from '../settings/table.ts';

/** The words that send curl the same way. Secrets and paths come from the variables that the suite reads, too. */
export function curlNetwork(settings: NetworkSettings): readonly string[] {
  const { proxy, ca, clientCert, clientKey, clientKeyPassphrase, insecure, connectTo, headers } = settings;
  const isSecureProxy = proxy?.url.startsWith('https:') ?? false;
  return [
    ...(proxy ? ['-x', `"$${proxy.variable}"`] : []),
    ...(ca === undefined ? [] : ['--cacert', '"$PETSTORE_CA"']),
    ...(ca === undefined || !isSecureProxy ? [] : ['--proxy-cacert', '"$PETSTORE_CA"']),
    ...(clientCert === undefined ? [] : ['--cert', '"$PETSTORE_CLIENT_CERT"']),
    ...(clientKey === undefined ? [] : ['--key', '"$PETSTORE_CLIENT_KEY"']),
    ...(clientKeyPassphrase === undefined ? [] : ['--pass', '"$PETSTORE_CLIENT_KEY_PASSPHRASE"']),
    ...(insecure ? ['-k'] : []),
    ...(insecure && isSecureProxy ? ['--proxy-insecure'] : []),
    // An empty host and port stand for those of the address.
    ...(connectTo === undefined ? [] : ['--connect-to', `'::${connectTo}'`]),
    // One header on each line, which curl reads as it reads a file.
    ...(headers.length === 0 ? [] : ['-H', '@<(printf \'%s\\n\' "$PETSTORE_HEADERS")']),
  ];
}
