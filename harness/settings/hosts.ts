import { UsageError } from '../basics/usage-error.ts';
import { type Parse, quoted } from './parsers.ts';

/** The text is never quoted in a message: it may contain credentials, or be a key in the wrong place. */
export const parseBaseUrl: Parse<string> = (text, name) => {
  const url = httpUrl(text);
  if (url === undefined) {
    throw new UsageError(`${name} is not an http or https address: write it like https://api.example.com/v1.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${name} contains a user name or password: remove it and give the API key separately.`);
  }
  if (/[?#]/.test(text)) {
    throw new UsageError(`${name} contains a query or a fragment: end it at the path, like https://a.example.com/v1.`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** A proxy, and the variable that a command line can take it from again. */
export interface ProxySetting {
  /** With the user name and password, if there are any. */
  readonly url: string;
  readonly variable: string;
}

/** The text is never part of a message: it may contain a password. */
export const parseProxy: Parse<ProxySetting> = (text, name) => {
  const url = httpUrl(text.includes('://') ? text : `http://${text}`);
  if (url === undefined) {
    throw new UsageError(`${name} is not the address of an HTTP proxy: write it like http://proxy.example.com:3128.`);
  }
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    throw new UsageError(`${name} has a % in its user name or password: write it as %25.`);
  }
  return { url: url.href, variable: 'PETSTORE_PROXY' };
};

/** A name or an address as in a URL, without scheme and path. */
export const parseHostPattern: Parse<string> = (text, name) => {
  const [, host, port = ''] = /^(\[[\da-f:.*?]+\]|[\w.*?-]+)(:[\d*?]+)?$/i.exec(text) ?? [];
  if (host === undefined) {
    throw new UsageError(`${name} contains ${quoted(text)}, which is not a host: write names such as *.example.com.`);
  }
  // An address can be written in many ways, and a URL turns all of them into one.
  const isName = !/[*?]/.test(host) && URL.canParse(`http://${host}`);
  return `${(isName ? new URL(`http://${host}`).hostname : host.toLowerCase()).replace(/\.$/, '')}${port}`;
};

export const parseHostAndPort: Parse<string> = (text, name) => {
  const hasPort = /^(\[[\da-f:.]+\]|[\w.-]+):(?!0+$)\d{1,5}$/i.test(text);
  if (hasPort && URL.canParse(`http://${text}`)) return text.toLowerCase();
  // In front of an @ there is a password.
  const what = text.includes('@') ? 'contains more than a host' : `is ${quoted(text)}`;
  throw new UsageError(`${name} ${what}: write a host and a port, like 10.0.0.7:8443 or [::1]:8443.`);
};

export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostOf(url));
}

/** Without the dot at the end of a full name, which does not change where it leads. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '');
}

export function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === 'https:' ? '443' : '80');
}
