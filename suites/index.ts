import type { Suite } from '../harness/run/check.ts';
import { authChecks } from './auth.suite.ts';
import { createChecks } from './create.suite.ts';
import { deprecationChecks } from './deprecation.suite.ts';
import { errorChecks } from './errors.suite.ts';
import { getChecks } from './get.suite.ts';
import { historyChecks } from './history.suite.ts';
import { credentialInvariants } from './invariants/credentials.ts';
import { errorInvariants } from './invariants/errors.ts';
import { pageInvariants } from './invariants/pages.ts';
import { petInvariants } from './invariants/pets.ts';
import { limitChecks } from './limit.suite.ts';
import { listChecks } from './list.suite.ts';
import { lookAgain } from './look-again.ts';
import { observationChecks } from './observations.suite.ts';
import { journalObservations } from './observations-of-journal.suite.ts';

/** In the order in which they get their turn: first those that others wait for. */
export const checks = [
  ...createChecks,
  ...deprecationChecks,
  ...listChecks,
  ...limitChecks,
  ...historyChecks,
  ...authChecks,
  ...getChecks,
  ...errorChecks,
  ...observationChecks,
  ...journalObservations,
];

/** All that is checked of a Pet Store service. */
export const petStore: Suite = {
  checks,
  invariants: () => [...credentialInvariants, ...pageInvariants, ...petInvariants, ...errorInvariants()],
  lookAgain,
};
