import { describe } from 'vitest';
import { readOnly, writing } from '../../proof/variants.ts';
import { packed } from '../../reference/variants/index.ts';
import { prove } from './support.ts';

/** The proof repeats each of them alone, with and without writing. */
const servers = packed(4);
/** Of the read-only runs, which send the same requests in a smaller number. */
const SHARE = 3;

describe('a conforming server does not fail, however it uses its freedom', () => prove(servers.map(writing)));

describe('a read-only run fails none, and sends nothing that could write', () =>
  prove(servers.filter((_, index) => index % SHARE === 0).map(readOnly)));
