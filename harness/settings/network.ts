import { type NetworkSettings, networkTable } from './table.ts';

/** A proxy, and the variable that a command line can take it from again. */
export interface ProxySetting {
  /** With the user name and password, if there are any. */
  readonly url: string;
  readonly variable: string;
}

/** A network with nothing in between. */
export const DIRECT = Object.fromEntries(
  Object.entries(networkTable).map(([key, { fallback }]) => [key, fallback()]),
) as unknown as NetworkSettings;

/** The network as anybody may see it: no credentials, no header values, no paths of this machine. */
export interface ShownNetwork {
  readonly proxy?: string;
  readonly connectTo?: string;
  readonly insecure: boolean;
  readonly headers: readonly string[];
}

export function shownNetwork({ proxy, connectTo, insecure, headers }: NetworkSettings): ShownNetwork {
  return {
    ...(proxy && { proxy: originOf(proxy) }),
    ...(connectTo !== undefined && { connectTo }),
    insecure,
    headers: headers.map(([name]) => name),
  };
}

/** The same settings without the secrets and paths of this machine, for files that leave it. */
export function publicNetwork({ proxy, connectTo, insecure, headers }: NetworkSettings): NetworkSettings {
  return {
    ...DIRECT,
    proxy: proxy && { ...proxy, url: originOf(proxy) },
    connectTo,
    insecure,
    headers: headers.map(([name]) => [name, ''] as const),
  };
}

/** Without the credentials. A shard that comes from elsewhere may have anything here. */
function originOf({ url }: ProxySetting): string {
  return URL.canParse(url) ? new URL(url).origin : 'not an address';
}

/** Shorter secrets occur in ordinary text, such as "true" or "staging", and cannot be found in an echo. */
const SHORTEST_SECRET = 8;

/** Secrets that a server could send back, each with its placeholder in reports. */
export function networkSecrets({ proxy, clientKeyPassphrase, headers }: NetworkSettings) {
  const password = proxy && decodeURIComponent(new URL(proxy.url).password);
  return [
    ...headers.map(([, value]) => ({ secret: value, placeholder: '$PETSTORE_HEADERS' })),
    ...(proxy && password ? [{ secret: password, placeholder: `$${proxy.variable}` }] : []),
    ...(clientKeyPassphrase ? [{ secret: clientKeyPassphrase, placeholder: '$PETSTORE_CLIENT_KEY_PASSPHRASE' }] : []),
  ].filter(({ secret }) => secret.length >= SHORTEST_SECRET);
}
