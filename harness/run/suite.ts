import type { Check } from './check.ts';
import type { CheckContext } from './context.ts';
import type { Invariant } from './invariants.ts';

/** What is checked: the checks drive the server, the invariants watch everything that comes back. */
export interface Suite {
  readonly checks: readonly Check[];
  /** Made anew for every run, since some remember what they have seen. */
  readonly invariants: () => readonly Invariant[];
  /** Reads what was created earlier once more, after the consistency window, for the invariants to see. */
  readonly lookAgain: (context: CheckContext) => Promise<void>;
}

/** These checks, and all that they need, directly or through others. */
export function withNeeds(ids: readonly string[], checks: readonly Check[]): readonly Check[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const reached = new Set(ids);
  // A set that grows while it is walked is walked to its end.
  for (const id of reached) for (const need of byId.get(id)?.needs ?? []) reached.add(need.id);
  return checks.filter(({ id }) => reached.has(id));
}
