import { defined } from '../basics/defined.ts';
import { secretsOf } from '../secrets/credentials.ts';
import type { NetworkSettings } from './table.ts';

/** The network as anybody may see it: no credentials, no header values, no paths of this machine. */
export function shownNetwork({ proxy, connectTo, insecure, headers }: NetworkSettings) {
  return defined({
    proxy: proxy && new URL(proxy.url).origin,
    connectTo,
    insecure,
    headers: headers.map(([name]) => name),
  });
}

/** What a server or a proxy could send back, each with the shell expression that stands for it in reports. */
export function networkSecrets({ proxy, headers }: Pick<NetworkSettings, 'proxy' | 'headers'>) {
  const values = headers.flatMap(([name, value]) => secretsOf(name, value));
  return [
    ...values.map((text) => ({ text, shell: '$PETSTORE_HEADERS' })),
    ...(proxy ? proxySecrets(new URL(proxy.url)).map((text) => ({ text, shell: `$${proxy.variable}` })) : []),
  ];
}

/** Some proxies take a token as user name, without a password. */
function proxySecrets(url: URL): readonly string[] {
  const written = url.password || url.username;
  return [basicOf(url) ?? '', written, decodeURIComponent(written)];
}

/** The credentials of a URL, as a header has them. */
export function basicOf({ username, password }: URL): string | undefined {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return credentials === ':' ? undefined : Buffer.from(credentials).toString('base64');
}
