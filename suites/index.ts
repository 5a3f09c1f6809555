import { authChecks } from './auth.suite.ts';
import { createChecks } from './create.suite.ts';
import { deprecationChecks } from './deprecation.suite.ts';
import { errorChecks } from './errors.suite.ts';
import { getChecks } from './get.suite.ts';
import { historyChecks } from './history.suite.ts';
import { limitChecks } from './limit.suite.ts';
import { listChecks } from './list.suite.ts';
import { observationChecks } from './observations.suite.ts';
import { journalObservations } from './observations-of-journal.suite.ts';

export const checks = [
  ...authChecks,
  ...listChecks,
  ...limitChecks,
  ...createChecks,
  ...getChecks,
  ...errorChecks,
  ...deprecationChecks,
  ...historyChecks,
  ...observationChecks,
  ...journalObservations,
];
