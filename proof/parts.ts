import { environments } from './environments.ts';
import { intermittent, singleFaults } from './faults.ts';
import { mutants } from './mutants.ts';
import { manyNights } from './nights.ts';
import type { Part } from './part.ts';
import { faultySoak, pairs, soak } from './random-worlds.ts';
import { singleVariants } from './variants.ts';

export const parts: readonly Part[] = [
  singleFaults,
  singleVariants,
  manyNights,
  mutants,
  environments,
  intermittent,
  pairs,
  soak,
  faultySoak,
];
