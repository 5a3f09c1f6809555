import { readFileSync } from 'node:fs';
import type { Fault, Variant } from '../reference/change.ts';
import { faults } from '../reference/faults/index.ts';
import { variants } from '../reference/variants/index.ts';
import { catalogue, type Requirement } from '../suites/catalogue.ts';
import { type Explanation, readExplanations } from './mutation/explanations.ts';
import { type MutationSummary, SUMMARY_FILE } from './mutation/result.ts';

export interface Evidence {
  readonly requirements: readonly Requirement[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly mutation: MutationSummary;
  readonly explanations: readonly Explanation[];
  readonly measurements: readonly Measurement[];
}

/** The last result of a command that takes too long for `npm test`. */
export interface Measurement {
  readonly what: string;
  readonly result: string;
  readonly command: string;
}

/** Run from the project's root. */
export function readEvidence(): Evidence {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  return {
    requirements: catalogue,
    faults,
    variants,
    mutation: read(SUMMARY_FILE) as MutationSummary,
    explanations: readExplanations(),
    measurements: read('proof/measurements.json') as readonly Measurement[],
  };
}
