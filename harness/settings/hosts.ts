import { matchesAny } from './selection.ts';

/** Whether the host of an address is one of these, with its port or without. */
export function isListed(baseUrl: string | undefined, patterns: readonly string[]): boolean {
  if (baseUrl === undefined) return false;
  const { host, hostname } = new URL(baseUrl);
  // The dot at the end of a full name changes nothing about where it leads.
  const name = hostname.replace(/\.$/, '');
  return [host, name, `${name}:${portOf(baseUrl)}`].some((written) => matchesAny(written, patterns));
}

/** Whether it is this machine that is asked, where nobody else's pets are. */
export function isLoopback(baseUrl: string): boolean {
  const name = new URL(baseUrl).hostname.replace(/\.$/, '');
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(name);
}

export function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return port || (protocol === 'https:' ? '443' : '80');
}
