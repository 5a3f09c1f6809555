import { describe } from 'vitest';
import { caseOf, rare } from '../../proof/faults.ts';
import { numbersTo } from '../../proof/part.ts';
import { prove } from './support.ts';

/** The proof has 40. */
const SEEDS = 5;

describe('a fault that shows only now and then is reported whatever the seed', () =>
  prove(rare.flatMap((fault) => numbersTo(SEEDS).map((seed) => caseOf(fault, seed, true)))));
