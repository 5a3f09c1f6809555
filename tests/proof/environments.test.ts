import { describe } from 'vitest';
import { casesIn, ENVIRONMENTS } from '../../proof/environments.ts';
import { prove } from './support.ts';

/** The proof has all of them. */
const FAULTS = 3;

describe.each(ENVIRONMENTS)('$label: a fault does not pass', (environment) => {
  const cases = casesIn(environment);
  prove(cases.filter((_, index) => index % Math.floor(cases.length / FAULTS) === 0));
});
