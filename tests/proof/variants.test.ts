import { describe } from 'vitest';
import { readOnly, writing } from '../../proof/variants.ts';
import { packed } from '../../reference/variants/index.ts';
import { prove } from './support.ts';

/** The proof repeats each of them alone. */
const servers = packed(4);

describe('a conforming server does not fail, however it uses its freedom', () => prove(servers.map(writing)));

describe('a read-only run fails none, and sends nothing that could write', () => prove(servers.map(readOnly)));
