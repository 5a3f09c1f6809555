import type { Invariant } from '../../harness/run/invariants.ts';
import { credentialInvariants } from './credentials.ts';
import { errorInvariants } from './errors.ts';
import { pageInvariants } from './pages.ts';
import { petInvariants } from './pets.ts';

/** What holds for every response, whoever asked for it. */
export function invariants(): readonly Invariant[] {
  return [...credentialInvariants, ...pageInvariants, ...petInvariants, ...errorInvariants()];
}
