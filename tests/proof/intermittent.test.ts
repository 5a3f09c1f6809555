import { describe } from 'vitest';
import { caseOf, rare } from '../../proof/faults.ts';
import type { Fault } from '../../reference/faults/index.ts';
import { prove } from './support.ts';

/** The proof has all of them with ten seeds, each in a whole run. */
const SHARE = 30;

/**
 * Clients that act at once disagree more often where all others have acted too, lists meet more creations, and neighbours
 * need all kinds.
 */
const needsAll = ({ violates, anyOf }: Fault) =>
  anyOf === true || violates.includes('history.agrees') || violates.includes('list.limit.honoured');

describe('a fault that shows only now and then is reported whatever the seed', () =>
  prove(rare.filter((_, index) => index % SHARE === 0).map((fault) => caseOf(fault, 1, needsAll(fault)))));
