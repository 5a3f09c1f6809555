import type { Operation, Row } from '../report/model.ts';
import type { CheckContext } from './context.ts';

/**
 * When a check runs. Each stage waits for the one before: pets of every kind are created; lists are read while pages
 * are still short; pets are fetched, since a fetch may change what a faulty server lists; more pets are added than a
 * page can hold; several clients act at once. What depends on none of that runs at any time, in the gaps.
 * The last stage is after everything else and after the consistency window.
 */
export const STAGES = ['create', 'list', 'fetch', 'crowd', 'history', 'anytime', 'end'] as const;
export type Stage = (typeof STAGES)[number];

/** How a check depends on another requirement, which is always decided before it. */
export interface Need {
  readonly id: string;
  /** What of the other requirement makes this one undecidable. */
  readonly stopsOn: 'undecided' | 'failure' | 'nothing';
}

/** What a check that found no violation has to say. */
export interface Finding {
  /** The observed value, or a remark on what passed. */
  readonly remark?: string;
  /** The operations that were checked, where there was a choice. */
  readonly covered?: readonly Operation[];
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Check extends Row {
  readonly stage: Stage;
  /** It sends requests that create a pet, or that a faulty server could take as such. */
  readonly writes: boolean;
  /** It asks getPet, which may be removed on its removal date. */
  readonly getsPets: boolean;
  readonly needs: readonly Need[];
  /** It checks the exchanges of all other checks and sends none of its own. */
  readonly watches: boolean;
  /** Where this check fails, what the invariants of these see only from its stage on is the same story. */
  readonly explains: readonly string[];
  /** It tries a property with as many inputs as --runs or more, so that it may take long. */
  readonly property: boolean;
  readonly decide: (context: CheckContext) => Promise<Finding>;
}
