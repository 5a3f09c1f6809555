import { describe } from 'vitest';
import { caseOf, permanent } from '../../proof/faults.ts';
import { prove } from './support.ts';

/** The proof repeats each of them in a whole run. */
describe('a fault is reported by every requirement that it violates, where only what they need is sent', () =>
  prove(permanent.map((fault) => caseOf(fault, 1, false))));
