import type { Operation, Row } from '../report/model.ts';
import type { Settings } from '../settings/settings.ts';
import type { Reason } from '../verdict/reasons.ts';
import type { CheckContext } from './context.ts';
import type { Invariant } from './invariants.ts';

/**
 * When a check runs. Each stage waits for the one before: pets of every kind are created; lists are read while pages
 * are still short; pets are fetched, since a fetch may change what a faulty server lists; more pets are added than a
 * page can hold; several clients act at once. Checks that depend on none of that run at any time. The last stage runs
 * after everything else and after the consistency window.
 */
export const STAGES = ['create', 'list', 'fetch', 'crowd', 'history', 'anytime', 'end'] as const;
export type Stage = (typeof STAGES)[number];

/** Another requirement, which is always decided before this one. */
export interface Need {
  readonly id: string;
  /** The outcome of the other requirement that makes this one undecidable. */
  readonly stopsOn: 'undecided' | 'failure' | 'nothing';
}

/** The result of a check that found no violation. */
export interface Finding {
  /** The observed value, or a remark on a pass. */
  readonly remark?: string;
  /** The operations that were checked, if there was a choice. */
  readonly covered?: readonly Operation[];
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Check extends Row {
  readonly stage: Stage;
  /** It sends requests that create a pet, or that a faulty server could take as such. */
  readonly writes: boolean;
  /** It calls getPet, which may be removed on its removal date. */
  readonly getsPets: boolean;
  readonly needs: readonly Need[];
  /** It checks the exchanges of all other checks and sends none itself. */
  readonly watches: boolean;
  /** If this check fails, breaches of these from its stage on have the same cause. */
  readonly explains: readonly string[];
  /** It tries --runs inputs or more, so it may take long. */
  readonly property: boolean;
  readonly decide: (context: CheckContext) => Promise<Finding>;
}

/** The checks drive the server, the invariants watch every response. */
export interface Suite {
  readonly checks: readonly Check[];
  /** New ones for every run, since some have state. */
  readonly invariants: () => readonly Invariant[];
  /** Reads the created pets again after the consistency window, for the invariants. */
  readonly lookAgain: (context: CheckContext) => Promise<void>;
}

/** These checks, and all that they need, directly or through others. */
export function withNeeds(ids: readonly string[], checks: readonly Check[]): readonly Check[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const reached = new Set(ids);
  // The loop also visits the ids that it adds.
  for (const id of reached) for (const need of byId.get(id)?.needs ?? []) reached.add(need.id);
  return checks.filter(({ id }) => reached.has(id));
}

/** The day from which getPet may be gone. */
export const REMOVAL_DATE = '2030-12-05';

/** Why the settings rule a check out, apart from the selection. */
export function skipReason(check: Check, settings: Settings): Reason | undefined {
  if (settings.readOnly && check.writes) return { kind: 'read-only', needs: 'requests that could create a pet' };
  if (check.getsPets && settings.now >= REMOVAL_DATE) {
    return { kind: 'removal-date', date: REMOVAL_DATE, now: settings.now };
  }
  return undefined;
}
