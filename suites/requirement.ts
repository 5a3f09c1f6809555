import type { Check, Stage } from '../harness/check.ts';
import type { CheckContext } from '../harness/context.ts';
import { rowOf } from '../harness/report/model.ts';
import { type RequirementId, requirementOf } from './catalogue.ts';

export interface Needs {
  readonly stage: Stage;
  readonly writes?: boolean;
  readonly getsPets?: boolean;
  readonly after?: readonly RequirementId[];
  readonly unlessFailed?: readonly RequirementId[];
  readonly asks?: readonly RequirementId[];
  readonly property?: boolean;
  readonly traffic?: readonly RequirementId[] | 'everything';
}

/** One requirement and how it is decided. */
export function requirement(
  id: RequirementId,
  needs: Needs,
  decide: (context: CheckContext) => Promise<string | undefined> | Promise<void>,
): Check {
  return {
    ...rowOf(requirementOf(id)),
    stage: needs.stage,
    writes: needs.writes ?? false,
    getsPets: needs.getsPets ?? false,
    after: needs.after ?? [],
    unlessFailed: needs.unlessFailed ?? [],
    asks: needs.asks ?? [],
    property: needs.property ?? false,
    traffic: needs.traffic ?? [],
    decide: async (context) => (await decide(context)) ?? undefined,
  };
}
