import type { Fault } from '../change.ts';
import { authFaults } from './auth.ts';
import { authEffectFaults } from './auth-effects.ts';
import { authLooseFaults } from './auth-loose.ts';
import { authOperationFaults } from './auth-operations.ts';
import { bodyFaults } from './body.ts';
import { createFaults } from './create.ts';
import { createBodyFaults } from './create-body.ts';
import { createFieldFaults } from './create-fields.ts';
import { createLooseFaults } from './create-loose.ts';
import { createNameKindFaults } from './create-name-kinds.ts';
import { createNameFaults } from './create-names.ts';
import { createStatusFaults } from './create-status.ts';
import { deprecationFaults } from './deprecation.ts';
import { errorFaults } from './errors.ts';
import { errorStatusFaults } from './errors-status.ts';
import { getFaults } from './get.ts';
import { getLooseFaults } from './get-loose.ts';
import { historyFaults } from './history.ts';
import { intermittentConnectionFaults } from './intermittent-connections.ts';
import { intermittentListFaults } from './intermittent-lists.ts';
import { intermittentPetFaults } from './intermittent-pets.ts';
import { intermittentRaceFaults } from './intermittent-races.ts';
import { intermittentRefusalFaults } from './intermittent-refusals.ts';
import { lenientJsonFaults } from './lenient-json.ts';
import { listContentFaults } from './list-content.ts';
import { listLimitFaults, listOddLimitFaults } from './list-limit.ts';
import { listLooseFaults } from './list-loose.ts';
import { listStatusFaults } from './list-status.ts';
import { parsingFaults } from './parsing.ts';
import { transportFaults } from './transport.ts';

export type { Fault } from '../change.ts';

/** Every known way of breaking the specification. */
export const faults: readonly Fault[] = [
  ...authOperationFaults,
  ...authFaults,
  ...authEffectFaults,
  ...listLimitFaults,
  ...listOddLimitFaults,
  ...listStatusFaults,
  ...listContentFaults,
  ...createFaults,
  ...createNameFaults,
  ...createFieldFaults,
  ...createStatusFaults,
  ...createBodyFaults,
  ...parsingFaults,
  ...getFaults,
  ...errorFaults,
  ...errorStatusFaults,
  ...bodyFaults,
  ...deprecationFaults,
  ...historyFaults,
  ...transportFaults,
  ...authLooseFaults,
  ...listLooseFaults,
  ...createLooseFaults,
  ...createNameKindFaults,
  ...lenientJsonFaults,
  ...getLooseFaults,
  ...intermittentListFaults,
  ...intermittentPetFaults,
  ...intermittentRefusalFaults,
  ...intermittentConnectionFaults,
  ...intermittentRaceFaults,
];
