import { environments } from './environments.ts';
import { intermittent } from './intermittent.ts';
import { mutants } from './mutants.ts';
import { manyNights } from './nights.ts';
import { pairs } from './pairs.ts';
import type { Part } from './part.ts';
import { soak } from './soak.ts';

export const parts: readonly Part[] = [manyNights, mutants, environments, intermittent, pairs, soak];
