import type { Composed } from '../../harness/engine/compose.ts';
import type { RunFacts } from '../../harness/engine/run-facts.ts';
import type { LedgerEntry } from '../../harness/engine/suite.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import type { Fault } from '../../reference/change.ts';
import type { Pet } from '../../reference/model.ts';
import type { StoreEvent } from '../../reference/store.ts';

/** Both sides of a simulated run: what the suite sent, got and produced, and what the server stored. */
export interface Seen extends Composed {
  readonly settings: RunSettings;
  /** Which the suite got, to decide. */
  readonly facts: RunFacts;
  /** With everything that a report redacts. */
  readonly exchanges: readonly Exchange[];
  /** What the run wrote, or would have written, to a ledger. */
  readonly ledger: readonly LedgerEntry[];
  /** The pets that existed before the run. */
  readonly existing: readonly Pet[];
  /** What is wrong with the server, by its own list. */
  readonly faults: readonly Fault[];
  /** Something in this world keeps the faults from being seen. */
  readonly mayHide: boolean;
  /** Absent for a server that is not the reference. */
  readonly log: readonly StoreEvent[] | undefined;
}
