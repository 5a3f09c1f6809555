import { rowOf } from '../harness/report/model.ts';
import type { Check, Finding, Need, Stage } from '../harness/run/check.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { Inconclusive, Violation } from '../harness/verdict/verdicts.ts';
import { type RequirementId, requirementOf } from './catalogue.ts';

export interface Plan {
  readonly stage: Stage;
  readonly writes?: boolean;
  readonly getsPets?: boolean;
  /** A plain id stops the check unless it passed; the two helpers below say otherwise. */
  readonly needs?: readonly (RequirementId | Need)[];
  readonly property?: boolean;
  readonly explains?: readonly RequirementId[];
}

type Decision = Promise<Finding | string | undefined> | Promise<void>;

/** One requirement and how it is decided. */
export function requirement(id: RequirementId, plan: Plan, decide: (context: CheckContext) => Decision): Check {
  return {
    ...rowOf(requirementOf(id)),
    stage: plan.stage,
    writes: plan.writes ?? false,
    getsPets: plan.getsPets ?? false,
    needs: (plan.needs ?? []).map((need) => (typeof need === 'string' ? { id: need, stopsOn: 'undecided' } : need)),
    watches: false,
    explains: plan.explains ?? [],
    property: plan.property ?? false,
    decide: async (context) => {
      const finding = (await decide(context)) ?? {};
      return typeof finding === 'string' ? { remark: finding } : finding;
    },
  };
}

/** Where one of these failed, the check would only report the same defect again. */
export function unlessFailed(...ids: readonly RequirementId[]): readonly Need[] {
  return ids.map((id) => ({ id, stopsOn: 'failure' }));
}

/** Runs after these, and looks at how they ended itself. */
export function after(...ids: readonly RequirementId[]): readonly Need[] {
  return ids.map((id) => ({ id, stopsOn: 'nothing' }));
}

/** Tries every input, which its label names, and reports all that fail. */
export function tryEach<Input extends { readonly label: string }>(
  { tryAll }: CheckContext,
  inputs: readonly Input[],
  attempt: (input: Input) => Promise<unknown>,
): Promise<void> {
  return tryAll(inputs.map((input) => ({ input: input.label, attempt: async () => void (await attempt(input)) })));
}

/** Waits for all of them. A violation says more than whatever else went wrong. */
export async function allOf(parts: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(parts);
  const thrown = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const first = thrown.find((error) => error instanceof Violation) ?? thrown[0];
  if (first !== undefined) throw first;
}

/** Nothing seen is not a pass. The failed requirements may be why. */
export function nothingSeen(what: string, because?: readonly string[]): Inconclusive {
  return new Inconclusive({ kind: 'nothing-seen', what, ...(because && { because }) });
}

/** Pets of every kind: what is lost or altered may be only one of them. */
export const PETS_OF_EVERY_KIND = after('create.with-status', 'create.int64', 'create.echo');

/** Where one of these fails, pets that were created may be of no use to others. */
export const SPOILS_CREATIONS: readonly RequirementId[] = [
  'create.minimal',
  'create.with-status',
  'create.id.int64',
  'create.id.unique',
  'body.pet-shape',
  'body.json',
  'errors.no-5xx',
];

interface WatchPlan extends Omit<Plan, 'stage' | 'property' | 'explains'> {
  /** What must be seen at least once for the requirement to pass. */
  readonly what: string;
  /** Whose failure explains that it was not seen. */
  readonly drawnBy?: readonly RequirementId[];
  /** A conforming server may never send it: a remark instead of an open question. */
  readonly orElse?: string;
  /** What else says why it was not seen. */
  readonly whyNothing?: (context: CheckContext) => Error | undefined;
}

/** A requirement that only its invariant decides, over the exchanges of the whole run. */
export function watched(id: RequirementId, { what, drawnBy = [], orElse, whyNothing, ...plan }: WatchPlan): Check {
  const check = requirement(id, { ...plan, stage: 'end' }, async (context) => {
    if (context.tally.applied > 0) return undefined;
    if (orElse !== undefined) return orElse;
    throw whyNothing?.(context) ?? nothingSeen(what, context.failedAmong(drawnBy));
  });
  return { ...check, watches: true };
}
