import type { Clock } from '../basics/clock.ts';
import type { Ask, LossRules, TransportOptions } from '../http/transport.ts';
import type { Decision } from '../model/decision.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Reason } from '../model/reasons.ts';
import type { Created, Occupancy, Report, ReportRow, ShownExample } from '../model/report.ts';
import type { WireRequest } from '../model/wire.ts';
import type { RunSettings } from '../settings/settings.ts';
import type { RunFacts } from './run-facts.ts';

/** What probes see of a run. */
export interface Session {
  readonly settings: RunSettings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Names the run in the log of the service. */
  readonly userAgent: string;
  /** Every exchange of this attempt so far, in the order of the answers. */
  readonly record: readonly Exchange[];
  /** Values that an earlier attempt got an answer to; undefined in the first one. */
  readonly answered: ReadonlySet<string> | undefined;
  /** How much more may be created in all attempts. */
  readonly creationsLeft: number;
  /** Requests with a missing or wrong key that may still be sent. */
  readonly badCredentialsLeft: number;
  /** The log of the service is read. */
  readonly readsLog: boolean;
  /** Milliseconds since the start of the run. */
  elapsed(): number;
  /** Undefined if a budget is spent, or if such requests get no answer. Throws if the run cannot go on. */
  send(ask: Ask): Promise<Exchange | undefined>;
  /** Nothing is to be sent for a while. */
  pause(): void;
  /** Whether the service stopped and came back without its pets. Then nothing more is sent until an attempt begins. */
  hasLost(): Promise<boolean>;
  /** Everything is sent again. */
  beginAttempt(): void;
  /** A text that gives the key away, and what reports show in its place. */
  hide(text: string, shown: string): void;
}

/** Everything that a record shows. */
export interface Decisions {
  readonly decided: readonly Decision[];
  readonly created: readonly Created[];
  /** The lines of the ledger that the decisions rest on. */
  readonly ledger: readonly string[];
  readonly population?: Occupancy;
  readonly lost?: NonNullable<Report['run']['lost']>;
  /** Why only the record before some moment counts. */
  readonly stopped?: Reason;
  readonly attempts?: number;
  /** What limits the decisions, in sentences. */
  readonly warnings?: readonly string[];
  /** Why an exchange says nothing about the service. */
  readonly labelOf: (exchange: Exchange) => string | undefined;
}

/** A line of the ledger. */
export type LedgerEntry = Created & Readonly<Record<string, unknown>>;

/** What is tested: probes that send, and a specification that decides. */
export interface Suite {
  readonly rows: readonly ReportRow[];
  /** An example of a right answer. */
  readonly exampleOf: (id: string) => ShownExample | undefined;
  /** Plain requests of different shapes that the service answers with success while it is up and accepts the key. */
  readonly controls: (settings: RunSettings, userAgent: string) => readonly WireRequest[];
  /** Whether an error is in the service's own format. */
  readonly isOwnError: (exchange: Exchange) => boolean;
  /** What requests of a run have in common with others (see there); the record grows meanwhile. */
  readonly kindsOf: (facts: RunFacts, record: readonly Exchange[]) => TransportOptions['kindsOf'];
  /** How to see in the record of an attempt that the service has lost what the run created. */
  readonly lossesIn: (facts: RunFacts, record: () => readonly Exchange[]) => LossRules;
  readonly operationOf: (exchange: Pick<Exchange, 'request'>) => string | undefined;
  /** What a creation that is about to be sent adds if it is carried out: a run that is killed gets no answer to it. */
  readonly expectedOf: (facts: RunFacts) => (exchange: Exchange) => readonly LedgerEntry[];
  /** For the exchanges of one run, in order: what each shows to exist because of the run. */
  readonly ledgerOf: (facts: RunFacts) => (exchange: Exchange) => readonly LedgerEntry[];
  readonly drive: (session: Session, facts: RunFacts) => Promise<Pick<RunFacts, 'untested' | 'missingIds'>>;
  readonly decide: (record: readonly Exchange[], facts: RunFacts) => Decisions;
}
