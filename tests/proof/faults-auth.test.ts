import { describe } from 'vitest';
import { casesOf } from './faults.ts';
import { prove } from './support.ts';

describe('a fault is reported by exactly the requirements that it violates', () => prove(casesOf(0)));
