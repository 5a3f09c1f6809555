import { describe } from 'vitest';
import { caseIn, ENVIRONMENTS, hidable } from '../../proof/environments.ts';
import { prove } from './support.ts';

/** The proof has all of them. */
const FAULTS = 45;

const chosen = hidable.filter(
  (_, index) => Math.floor((index * FAULTS) / hidable.length) !== Math.floor(((index - 1) * FAULTS) / hidable.length),
);

describe.each(ENVIRONMENTS)('$label: a fault does not pass', (environment) => {
  prove(chosen.map((fault, index) => caseIn(environment, fault, index + 1)));
});
