import { describe } from 'vitest';
import { crashOf } from '../../proof/crashes.ts';
import { prove } from './support.ts';

/* The proof ends a server with every common value in turn; `attempts.test.ts` has a body of null. */

describe('one input that ends a server in memory is the culprit, and the rest is decided without it', () =>
  prove(['limit/abc', 'name/emoji', 'pet-id/any unknown', 'pet-id/plus-ten-to-3'].map(crashOf)));
