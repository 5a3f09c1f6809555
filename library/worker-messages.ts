import type { Again, RunFacts } from '../harness/engine/run-facts.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import type { Ran, Wanted } from './archive.ts';

/** A whole run. */
export interface Send {
  readonly settings: RunSettings;
  readonly readsLog: boolean;
  readonly again?: readonly Again[] | undefined;
}

/** What to make of a record, which another thread sent. */
export interface Decide extends Wanted {
  /** What follows on the record that was given before. */
  readonly record: readonly Exchange[];
  readonly facts: RunFacts;
  /** Creations that nobody waits for any more: what they ask for may exist, and is listed. */
  readonly unanswered: readonly Exchange[];
}

/** What a thread is to do; to stop is to end the run now. */
export type Order = { readonly send: Send } | { readonly stop: true } | { readonly decide: Decide };

/** What it answers. */
export type Message =
  | { readonly exchange: Exchange }
  /** It is about to be sent. */
  | { readonly creation: Exchange }
  | { readonly hidden: RunFacts['hidden'][number] }
  | DecidedRun;

export interface DecidedRun extends Ran {
  readonly facts: RunFacts;
}
