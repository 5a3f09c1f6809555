import { describe } from 'vitest';
import { crashOf } from '../../proof/crashes.ts';
import { prove } from './support.ts';

/* The proof ends a server with every common value in turn; `attempts.test.ts` has a body of null. */

describe('one input that ends a server in memory is the culprit, and the rest is decided without it', () =>
  prove([crashOf('limit/abc'), crashOf('pet-id/text'), crashOf('name/emoji')]));
