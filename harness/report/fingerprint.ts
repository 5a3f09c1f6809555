import { createHash } from 'node:crypto';

const LENGTH = 11;

/** The same for the same parts, which are data of a violation and never words of a sentence. */
export function fingerprintOf(parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // The letter keeps YAML from reading it as a number.
  return `f${digest.slice(0, LENGTH)}`;
}

const INTERMITTENT = '-intermittent';

/** Of violations that do not show each time. */
export function intermittentFingerprint(fingerprint: string): string {
  return `${fingerprint}${INTERMITTENT}`;
}

export function isIntermittent(fingerprint: string): boolean {
  return fingerprint.endsWith(INTERMITTENT);
}

/** Who accepts what fails only now and then does not accept that it fails each time, nor the other way round. */
export function isAcceptedBy(fingerprint: string, accepted: readonly string[]): boolean {
  return accepted.includes(fingerprint);
}
