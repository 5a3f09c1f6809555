import { describe } from 'vitest';
import { readOnly, writing } from '../../proof/variants.ts';
import { packed } from '../../reference/variants/index.ts';
import { prove } from './support.ts';

/** The proof runs each of them alone, with and without writing. */
const servers = packed(4);
const every = (count: number) => servers.filter((_, index) => index % count === 0);

describe('a conforming server does not fail, however it uses its freedom', () => prove(every(12).map(writing)));

describe('a read-only run fails none, and sends nothing that could write', () => prove(every(24).map(readOnly)));
