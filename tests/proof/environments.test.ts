import { describe } from 'vitest';
import { casesIn, ENVIRONMENTS } from '../../proof/environments.ts';
import { prove } from './support.ts';

/** Another fault in each; the proof has all of them. */
const cases = ENVIRONMENTS.flatMap((environment, index) => {
  const all = casesIn(environment);
  return all.slice(Math.floor((index * all.length) / ENVIRONMENTS.length)).slice(0, 1);
});

describe('a fault does not pass in any environment', () => prove(cases));
