import { describe } from 'vitest';
import { prove } from './support.ts';
import { readOnly } from './variants.ts';

describe('a read-only run fails no conforming server, and sends nothing that could write', () => prove(readOnly));
