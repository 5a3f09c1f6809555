import { createHash } from 'node:crypto';
import { UsageError } from '../basics/usage-error.ts';
import { isObject } from '../json/exact-json.ts';

/** Far deeper than any archive; what recurses much deeper ends the process. */
const MAX_DEPTH = 100;

/** The digest of an archive, whatever its white space and the order of its fields: of its canonical JSON. */
export function recordDigest(archive: unknown, name = 'The archive'): string {
  const text = JSON.stringify(sorted(archive, () => new UsageError(`${name} is nested too deep to be a HAR file.`)));
  return createHash('sha256').update(text).digest('hex');
}

function sorted(value: unknown, tooDeep: () => UsageError, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) return value.map((one) => sorted(one, tooDeep, depth + 1));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([field, inner]) => [field, sorted(inner, tooDeep, depth + 1)] as const);
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}
