import { memoize } from '../../harness/basics/memoize.ts';
import type { ShownExample } from '../../harness/model/report.ts';
import type { Asked } from '../reading/request.ts';
import { authRequirements } from './auth.ts';
import { createRequirements } from './create.ts';
import { deprecationRequirements } from './deprecation.ts';
import { errorRequirements } from './errors.ts';
import { shownExample } from './example.ts';
import { getRequirements } from './get.ts';
import { historyRequirements } from './history.ts';
import { listRequirements } from './list.ts';
import { observations } from './observations.ts';
import type { Requirement } from './requirement.ts';
import type { Row, TopicalRow } from './row.ts';

export { observations } from './observations.ts';
export type { Requirement } from './requirement.ts';
export { type Area, areas, type Row } from './row.ts';

const declared = [
  ...authRequirements,
  ...listRequirements,
  ...createRequirements,
  ...getRequirements,
  ...errorRequirements,
  ...deprecationRequirements,
  ...historyRequirements,
] as const;

export type RequirementId = (typeof declared)[number]['id'];
export type ObservationId = (typeof observations)[number]['id'];

/** Every requirement, in the order of the reports. */
export const REQUIREMENTS: readonly (Requirement & { readonly id: RequirementId })[] = declared;

const byId = new Map<string, Requirement>(REQUIREMENTS.map((requirement) => [requirement.id, requirement]));

export function idsWith(isIt: (requirement: Requirement) => boolean | undefined): readonly RequirementId[] {
  return REQUIREMENTS.filter(isIt).map(({ id }) => id);
}

export const requirementOf = (id: string): Requirement => byId.get(id) as Requirement;

/** The requirements that a request is about. */
export const requirementsAbout = memoize((asked: Asked): readonly (Requirement & { readonly id: RequirementId })[] =>
  asked.operation === undefined ? [] : REQUIREMENTS.filter(({ about }) => about(asked)),
);

/** A request and its right answer, in words; an observation has none. */
export function exampleOf(id: string): ShownExample | undefined {
  const requirement = REQUIREMENTS.find((one) => one.id === id);
  return requirement && shownExample(requirement.example);
}

/** Every row of a report: the requirements, and what is only observed. */
export const catalogue: readonly (TopicalRow & { readonly id: RequirementId | ObservationId })[] = [
  ...declared,
  ...observations,
];

export const allIds: readonly string[] = catalogue.map(({ id }) => id);
/** What may be waived: an observation never fails. */
export const idsThatCanFail: readonly RequirementId[] = REQUIREMENTS.map(({ id }) => id);

/** What the outside sees of a row: everything that it says, and nothing that it does. */
export function catalogueRowOf({ id, level, area, operation, statement, cites, section, checked, usually }: Row): Row {
  return {
    id,
    level,
    area,
    ...(operation && { operation }),
    statement,
    cites,
    section,
    checked,
    ...(usually && { usually }),
  };
}
