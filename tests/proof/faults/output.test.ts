import { describe, test } from 'vitest';
import { faults } from '../../../reference/faults/index.ts';
import { failsExactly, isAboutInput, named } from './fails-exactly.ts';

describe('a server with one defect of lists, fetches or errors fails exactly its requirements', () => {
  const chosen = faults.filter((fault) => !fault.intermittent && !isAboutInput(fault));
  test.concurrent.each(named(chosen))('%s', failsExactly);
});
