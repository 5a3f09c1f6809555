import { describe } from 'vitest';
import { caseIn, ENVIRONMENTS, permanent } from '../../proof/environments.ts';
import { prove } from './support.ts';

const FAULTS = 45;

const chosen = permanent.filter(
  (_, index) =>
    Math.floor((index * FAULTS) / permanent.length) !== Math.floor(((index - 1) * FAULTS) / permanent.length),
);

describe.each(ENVIRONMENTS)('$label: a fault does not pass, and fails no other MUST', (environment) => {
  prove(chosen.map((fault, index) => caseIn(environment, fault, index + 1)));
});
