import type { NetworkSettings } from './network.ts';

export interface NetworkSecret {
  readonly secret: string;
  readonly placeholder: string;
}

/** Shorter ones occur in ordinary text: "true", "staging". They are not recorded, but cannot be found in an echo. */
const SHORTEST_SECRET = 8;

/** What a server could send back and no report may contain. */
export function networkSecrets({ proxy, clientKeyPassphrase, headers }: NetworkSettings): readonly NetworkSecret[] {
  const password = proxy && decodeURIComponent(new URL(proxy.url).password);
  return [
    ...headers.map(([, value]) => ({ secret: value, placeholder: '$PETSTORE_HEADERS' })),
    ...(proxy && password ? [{ secret: password, placeholder: `$${proxy.variable}` }] : []),
    ...(clientKeyPassphrase ? [{ secret: clientKeyPassphrase, placeholder: '$PETSTORE_CLIENT_KEY_PASSPHRASE' }] : []),
  ].filter(({ secret }) => secret.length >= SHORTEST_SECRET);
}
