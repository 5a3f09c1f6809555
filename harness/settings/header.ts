import { UsageError } from '../basics/usage-error.ts';
import { type Parse, quoted } from './parsers.ts';

type Header = readonly [name: string, value: string];

/** Headers that the suite or HTTP itself sets. A second value would make every answer ambiguous. */
export const RESERVED_HEADERS: readonly string[] = [
  'Accept Accept-Encoding Api-Key Authorization Connection Content-Length Content-Type Expect Host Keep-Alive',
  'Proxy-Authorization Proxy-Connection TE Trailer Transfer-Encoding Upgrade User-Agent X-API-Key X-Auth-Token',
].flatMap((names) => names.split(' '));

/** The value is a secret and never part of a message. */
export const parseHeader: Parse<Header> = (text, name) => {
  const [, header = '', value = ''] = /^([^:\s]+):[ \t]*(.*)$/s.exec(text) ?? [];
  if (header === '' || value === '') throw new UsageError(`${name} is not a header: write it as "Name: value".`);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) {
    throw new UsageError(`${name} has a character in a header name that HTTP does not allow: use letters and hyphens.`);
  }
  if (!/^[\t -~]+$/.test(value)) {
    throw new UsageError(`${name} has characters in the value of ${header} that are not printable ASCII: encode them.`);
  }
  const reserved = RESERVED_HEADERS.find((candidate) => candidate.toLowerCase() === header.toLowerCase());
  if (reserved === undefined) return [header, value];
  throw new UsageError(`${name} sets ${quoted(reserved)}, which the suite sets itself: remove it.`);
};

/** A key in every request would also be in those that check what happens without it. */
export function checkHeadersWithoutKey(headers: readonly Header[], apiKey: string): void {
  const [header] = headers.find(([, value]) => value.includes(apiKey)) ?? [];
  if (header === undefined) return;
  throw new UsageError(`The header ${header} contains the API key: remove it, the suite sends the key itself.`);
}
