import { type Clock, systemClock } from '../clock.ts';
import { Stopped, Transport } from '../http/transport.ts';
import type { Wire } from '../http/wire.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Reason } from '../report/reasons.ts';
import { Redactor } from '../secrets/redact.ts';
import { codeOf } from '../settings/error-code.ts';
import type { RunSettings } from '../settings/run-settings.ts';
import { appendToLedger, readLedger } from './ledger.ts';
import { userAgentOf } from './run-id.ts';
import type { Session } from './session.ts';
import type { Again, RunState, Suite } from './suite.ts';

export interface EngineOptions {
  readonly wire: Wire;
  readonly clock?: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Requests of an earlier run, to be sent once more. */
  readonly again?: readonly Again[] | undefined;
  /** Called with every exchange, as soon as it is known. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with every text that gives the key away, and what reports show in its place. */
  readonly onHidden?: (text: string, shown: string) => void;
}

/** How a run ended. */
export interface RunEnd {
  readonly state: RunState;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Texts that give the key away, and what reports show in their place. */
  readonly hidden: readonly (readonly [text: string, shown: string])[];
  readonly warnings: readonly string[];
}

/** Sends everything that a run sends. It decides nothing: the record does. */
export async function runEngine(settings: RunSettings, suite: Suite, options: EngineOptions): Promise<RunEnd> {
  const { wire, clock = systemClock, onExchange = () => undefined } = options;
  const startedAt = clock.now();
  const end = new AbortController();
  const interrupt = () => end.abort();
  if (options.signal?.aborted) interrupt();
  options.signal?.addEventListener('abort', interrupt, { once: true });
  let stopped: Reason | undefined;
  const stop = (reason: Reason) => {
    stopped ??= reason;
    end.abort();
  };
  const done = new AbortController();
  void clock.sleep(settings.maxDurationMs, done.signal).then(() => {
    if (!done.signal.aborted) stop({ kind: 'out-of-time', maxDurationMs: settings.maxDurationMs });
  });

  const record: Exchange[] = [];
  const hidden = new Map<string, string>();
  const warnings: string[] = [];
  const ledger = ledgerOf(settings, warnings);
  const userAgent = userAgentOf(settings.runId);
  const transport = new Transport({
    ...settings,
    ...(settings.thorough && thoroughBudgets(settings)),
    wire,
    clock,
    startedAt,
    signal: end.signal,
    control: suite.control(settings, userAgent),
    isOwnError: suite.isOwnError,
    onExchange: (exchange) => {
      record.push(exchange);
      onExchange(exchange);
      const failure = noteInLedger(exchange, settings, suite, startedAt);
      if (failure !== undefined) stop({ kind: 'ledger-unwritable', code: failure });
    },
  });
  const session: Session = {
    settings,
    clock,
    signal: end.signal,
    userAgent,
    record,
    elapsed: () => clock.now() - startedAt,
    send: (ask) => transport.send(ask),
    hide: (text, shown) => {
      hidden.set(text, shown);
      options.onHidden?.(text, shown);
    },
  };
  const { again } = options;
  const initial: RunState = { settings, ledger, missingIds: [], spent: [], interruptions: [], ...(again && { again }) };
  let driven: Awaited<ReturnType<Suite['drive']>> = { missingIds: [] };
  try {
    driven = await suite.drive(session, initial);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped ??= error.reason;
  } finally {
    done.abort();
    options.signal?.removeEventListener('abort', interrupt);
  }
  const { writes, badCredentials } = transport;
  const spent: RunState['spent'] = [
    ...(writes.isSpent ? [{ kind: 'budget-spent', budget: 'creations', limit: writes.limit } as const] : []),
    ...(badCredentials.isSpent
      ? [{ kind: 'budget-spent', budget: 'bad-credentials', limit: badCredentials.limit } as const]
      : []),
  ];
  return {
    state: { ...initial, ...driven, spent, interruptions: transport.interruptions, ...(stopped && { stopped }) },
    startedAt,
    durationMs: Math.round(clock.now() - startedAt),
    hidden: [...hidden],
    warnings,
  };
}

/** All pairs of input values need more than the default allows. */
function thoroughBudgets({ maxCreates, maxBadCredentials }: RunSettings) {
  return { maxCreates: Math.max(maxCreates, 400), maxBadCredentials: Math.max(maxBadCredentials, 900) };
}

function ledgerOf({ ledger }: RunSettings, warnings: string[]): readonly string[] {
  try {
    return readLedger(ledger);
  } catch (error) {
    warnings.push(`The ledger cannot be read (${codeOf(error)}).`);
    return [];
  }
}

/** The code of the error if the ledger cannot be written: what is created must be listed. */
function noteInLedger(exchange: Exchange, settings: RunSettings, suite: Suite, startedAt: number): string | undefined {
  const entry = settings.ledger === undefined ? undefined : suite.ledgerEntry(exchange);
  if (entry === undefined || settings.ledger === undefined) return undefined;
  const at = new Date(startedAt + exchange.sentAt).toISOString();
  const baseUrl = new Redactor(settings.apiKey).address(settings.baseUrl);
  try {
    appendToLedger(settings.ledger, { at, baseUrl, run: settings.runId, ...entry, probe: exchange.probe });
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}
