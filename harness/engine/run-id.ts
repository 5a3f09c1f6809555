import { randomInt } from 'node:crypto';
import { SUITE_NAME, SUITE_VERSION } from '../report/suite-version.ts';

const LENGTH = 7;

/** Random whatever the seed: pets of an earlier run with the same seed must not be taken for this run's. */
export function newRunId(): string {
  return randomInt(36 ** LENGTH)
    .toString(36)
    .padStart(LENGTH, '0');
}

/** Lets an operator find the run's requests in a log. */
export function userAgentOf(runId: string): string {
  return `${SUITE_NAME}/${SUITE_VERSION} (run ${runId})`;
}
