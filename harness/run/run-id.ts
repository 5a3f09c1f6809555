import { randomInt } from 'node:crypto';
import { SUITE_NAME, SUITE_VERSION } from '../report/suite-version.ts';

const LENGTH = 7;

/**
 * Not made from the seed: what an earlier run with the same seed left on the target must not be taken for this one's.
 */
export function newRunId(): string {
  return randomInt(36 ** LENGTH)
    .toString(36)
    .padStart(LENGTH, '0');
}

/** How an operator tells the run's requests in a log. */
export function userAgentOf(runId: string): string {
  return `${SUITE_NAME}/${SUITE_VERSION} (run ${runId})`;
}

/** How an operator tells the run's pets: their names start with it, wherever that does not hide the point. */
export function nameMarkOf(runId: string): string {
  return `conformance-${runId}`;
}
