import { describe } from 'vitest';
import { caseOf, permanent } from '../../proof/faults.ts';
import { prove } from './support.ts';

/** The proof has all of them, and each in a whole run as well. */
const SHARE = 100;

describe('a fault is reported by every requirement that it violates, where only what they need is sent', () =>
  prove(permanent.filter((_, index) => index % SHARE === 0).map((fault) => caseOf(fault, 1, false))));
