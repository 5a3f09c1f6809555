import { describe } from 'vitest';
import { prove } from './support.ts';
import { writing } from './variants.ts';

describe('a conforming server does not fail, however it uses its freedom', () => prove(writing));
