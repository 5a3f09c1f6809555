import type { Headers } from '../report/model.ts';

/** A proxy, and the variable that a command line can take it from again. */
export interface ProxySetting {
  /** With the user name and password, if there are any. */
  readonly url: string;
  readonly variable: string;
}

/** How the target is reached. */
export interface NetworkSettings {
  readonly proxy: ProxySetting | undefined;
  readonly ca: string | undefined;
  readonly clientCert: string | undefined;
  readonly clientKey: string | undefined;
  readonly clientKeyPassphrase: string | undefined;
  readonly insecure: boolean;
  /** HOST:PORT. */
  readonly connectTo: string | undefined;
  /** Sent with every request. */
  readonly headers: Headers;
}

/** A network with nothing in between. */
export const DIRECT: NetworkSettings = {
  proxy: undefined,
  ca: undefined,
  clientCert: undefined,
  clientKey: undefined,
  clientKeyPassphrase: undefined,
  insecure: false,
  connectTo: undefined,
  headers: [],
};

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

/** The same settings without what only this machine may know, for files that leave it. */
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
