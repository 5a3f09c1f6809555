import type { Again, RunFacts } from '../harness/engine/run-facts.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import type { Ran, Wanted } from './archive.ts';

/** What a thread is to do. */
export type Order =
  /** A whole run. */
  | { readonly send: { readonly settings: RunSettings; readonly readsLog: boolean; readonly again?: readonly Again[] } }
  /** The run ends now. */
  | { readonly stop: true }
  /** For later: what another thread recorded. */
  | { readonly keep: readonly Exchange[] }
  /** What to make of all that was kept. */
  | { readonly decide: Decide };

export interface Decide extends Wanted {
  readonly facts: RunFacts;
  /** Creations that nobody waits for any more: what they ask for may exist, and is listed. */
  readonly unanswered?: readonly Exchange[];
}

/** What it answers: the report first, then once more with the archive where one is asked for. */
export type Message =
  | { readonly exchange: Exchange }
  /** It is about to be sent. */
  | { readonly creation: Exchange }
  | { readonly hidden: RunFacts['hidden'][number] }
  | DecidedRun;

export interface DecidedRun extends Ran {
  readonly facts: RunFacts;
}
