import type { Fault } from '../change.ts';

import { authCredentialFaults } from './auth-credentials.ts';
import { authOperationFaults } from './auth-operations.ts';
import { clientFaults } from './clients.ts';
import { createAnswerFaults } from './create-answers.ts';
import { createBodyFaults } from './create-bodies.ts';
import { createCombinationFaults } from './create-combinations.ts';
import { createFieldFaults } from './create-fields.ts';
import { createLenientFaults } from './create-lenient.ts';
import { createNameFaults } from './create-names.ts';
import { deprecationFaults } from './deprecation.ts';
import { errorFaults } from './errors.ts';
import { getFaults } from './get.ts';
import { historyFaults, raceFaults } from './history.ts';
import { intermittentAnswerFaults } from './intermittent-answers.ts';
import { intermittentRefusalFaults } from './intermittent-refusals.ts';
import { listContentFaults } from './list-content.ts';
import { listLimitFaults, listOddLimitFaults } from './list-limits.ts';
import { noEffectFaults } from './no-effect.ts';
import { orderFaults } from './order.ts';
import { unansweredFaults } from './unanswered.ts';

export type { Fault } from '../change.ts';

/** Every known way of breaking the specification. */
export const faults: readonly Fault[] = [
  ...authOperationFaults,
  ...authCredentialFaults,
  ...noEffectFaults,
  ...listLimitFaults,
  ...listOddLimitFaults,
  ...listContentFaults,
  ...createAnswerFaults,
  ...createNameFaults,
  ...createFieldFaults,
  ...createBodyFaults,
  ...createLenientFaults,
  ...createCombinationFaults,
  ...getFaults,
  ...errorFaults,
  ...clientFaults,
  ...unansweredFaults,
  ...deprecationFaults,
  ...historyFaults,
  ...intermittentAnswerFaults,
  ...intermittentRefusalFaults,
  ...raceFaults,
  ...orderFaults,
];
