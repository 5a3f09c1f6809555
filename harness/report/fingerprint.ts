import { createHash } from 'node:crypto';

const LENGTH = 11;

/** The same for the same parts, which are data of a violation and never words of a sentence. */
export function fingerprintOf(parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // The letter keeps YAML from reading it as a number.
  return `f${digest.slice(0, LENGTH)}`;
}
