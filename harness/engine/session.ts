import type { Clock } from '../clock.ts';
import type { Ask } from '../http/transport.ts';
import type { Exchange } from '../record/exchange.ts';
import type { RunSettings } from '../settings/run-settings.ts';

/** What probes see of a run. */
export interface Session {
  readonly settings: RunSettings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Names the run in the log of the service. */
  readonly userAgent: string;
  /** Every exchange so far, in the order of the answers. */
  readonly record: readonly Exchange[];
  /** Milliseconds since the start of the run. */
  elapsed(): number;
  /** Undefined if a budget is spent. Throws if the run cannot go on. */
  send(ask: Ask): Promise<Exchange | undefined>;
  /** A text that gives the key away, and what reports show in its place. */
  hide(text: string, shown: string): void;
}
