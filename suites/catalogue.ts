import { authRequirements } from './catalogue/auth.ts';
import { createRequirements } from './catalogue/create.ts';
import { deprecationRequirements } from './catalogue/deprecation.ts';
import { errorRequirements } from './catalogue/errors.ts';
import { getRequirements } from './catalogue/get.ts';
import { historyRequirements } from './catalogue/history.ts';
import { listRequirements } from './catalogue/list.ts';
import { observations } from './catalogue/observations.ts';
import type { Requirement } from './catalogue/requirement.ts';

export { type Area, areas, type Requirement } from './catalogue/requirement.ts';

const entries = [
  ...authRequirements,
  ...listRequirements,
  ...createRequirements,
  ...getRequirements,
  ...errorRequirements,
  ...deprecationRequirements,
  ...historyRequirements,
  ...observations,
] as const;

export type RequirementId = (typeof entries)[number]['id'];

/** Every requirement, in the order of the reports. */
export const catalogue: readonly (Requirement & { readonly id: RequirementId })[] = entries;

export const allIds: readonly string[] = catalogue.map(({ id }) => id);
/** What may be waived: an observation never fails. */
export const idsThatCanFail: readonly string[] = catalogue.filter(({ level }) => level !== 'INFO').map(({ id }) => id);
