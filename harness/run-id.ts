import { randomInt } from 'node:crypto';

const LENGTH = 7;

/**
 * Not made from the seed: what an earlier run with the same seed left on the target must not be taken for this one's.
 */
export function newRunId(): string {
  return randomInt(36 ** LENGTH)
    .toString(36)
    .padStart(LENGTH, '0');
}
