import { describe, test } from 'vitest';
import { faults } from '../../../reference/faults/index.ts';
import { failsExactly, named } from './fails-exactly.ts';

describe('a server whose defect shows only now and then fails exactly its requirements', () => {
  test.concurrent.each(named(faults.filter(({ intermittent }) => intermittent)))('%s', failsExactly);
});
