import { type Clock, systemClock } from '../clock.ts';
import { openWire } from '../http/client.ts';
import { traceparentOf } from '../http/traceparent.ts';
import { Stopped, Transport } from '../http/transport.ts';
import type { Wire } from '../http/wire.ts';
import type { Exchange } from '../record/exchange.ts';
import { type Composed, composeReport } from '../report/compose.ts';
import type { Reason } from '../report/reasons.ts';
import { Redactor } from '../secrets/redact.ts';
import { networkSecrets } from '../settings/network.ts';
import type { RunSettings } from '../settings/settings.ts';
import { codeOf } from '../settings/usage-error.ts';
import { appendToLedger, readLedger } from './ledger.ts';
import { limitsOf } from './limits.ts';
import { userAgentOf } from './run-id.ts';
import type { Again, RunEnd, RunState, Session, Suite } from './suite.ts';

export interface RunOptions {
  /** Over sockets unless given. */
  readonly wire?: Wire;
  readonly clock?: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Requests of an earlier run, to be sent once more. */
  readonly again?: readonly Again[] | undefined;
  /** Called with every exchange, as soon as it is known. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called when nothing is to be sent for a while. */
  readonly onPause?: (record: readonly Exchange[], state: RunState) => void;
  /** Called with every text that gives the key away, and what reports show in its place. */
  readonly onHidden?: (text: string, shown: string) => void;
}

/** In megabytes: how much a run reads. Beyond that a target only keeps the suite busy. */
const MAX_BODIES = 128;

/** A whole run inside the calling process, and its report. */
export async function runSuite(settings: RunSettings, suite: Suite, options: RunOptions = {}): Promise<Composed> {
  const { record, end } = await sendRun(settings, suite, options);
  return composeReport(record, end, suite);
}

/** A service may answer with anything. What is not as the service has it says so: it cannot be compared later. */
function withoutSecrets(entry: Readonly<Record<string, unknown>>, redactor: Redactor) {
  const all = Object.entries(entry);
  const shown = all.map(([name, value]) => [name, typeof value === 'string' ? redactor.text(value) : value] as const);
  const isRedacted = shown.some(([, value], index) => value !== all[index]?.[1]);
  return { ...Object.fromEntries(shown), ...(isRedacted && { redacted: true }) };
}

/** Sends everything that a run sends. It decides nothing: the record does. */
export async function sendRun(settings: RunSettings, suite: Suite, options: RunOptions = {}) {
  const { clock = systemClock, wire = openWire(settings) } = options;
  const startedAt = clock.now();
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
  let stopped: Reason | undefined;
  const stop = (reason: Reason) => {
    stopped ??= reason;
    ending.abort();
  };
  const { maxDurationMs, ledger } = settings;
  void clock.sleep(maxDurationMs, ending.signal).then(() => {
    if (!ending.signal.aborted) stop({ kind: 'out-of-time', maxDurationMs });
  });

  const record: Exchange[] = [];
  let bytes = 0;
  const hidden = new Map<string, string>();
  const userAgent = userAgentOf(settings.runId);
  const { lines, warnings } = readLedger(ledger);
  const known = { settings, ledger: lines, warnings, ...(options.again && { again: options.again }) };
  const initial: RunState = { ...known, missingIds: [], spent: [], interruptions: [] };
  const ledgerOf = suite.ledgerOf(initial);
  const redactor = new Redactor(settings.apiKey, networkSecrets(settings));
  const baseUrl = redactor.address(settings.baseUrl);
  const transport = new Transport({
    ...settings,
    ...limitsOf(settings),
    wire,
    clock,
    startedAt,
    signal,
    control: suite.control(settings, userAgent),
    isOwnError: suite.isOwnError,
    kindsOf: suite.kindsOf(initial, record),
    traceparentOf: settings.trace ? (number) => traceparentOf(settings, number) : undefined,
    onExchange: (exchange) => {
      record.push(exchange);
      options.onExchange?.(exchange);
      bytes += exchange.body.length;
      if (bytes > MAX_BODIES * 1_000_000) stop({ kind: 'out-of-memory', megabytes: MAX_BODIES });
      const entries = ledgerOf(exchange);
      const at = new Date(startedAt + exchange.sentAt).toISOString();
      try {
        for (const entry of ledger === undefined ? [] : entries) {
          const line = { at, baseUrl, run: settings.runId, ...withoutSecrets(entry, redactor), probe: exchange.probe };
          appendToLedger(ledger ?? '', line);
        }
      } catch (error) {
        // What is created must be listed.
        stop({ kind: 'ledger-unwritable', code: codeOf(error) });
      }
      return entries.filter((entry) => !('removed' in entry)).length;
    },
  });
  const session: Session = {
    settings,
    clock,
    signal,
    userAgent,
    record,
    elapsed: () => clock.now() - startedAt,
    send: (ask) => transport.send(ask),
    pause: () => options.onPause?.(record, initial),
    hide: (text, shown) => {
      hidden.set(text, shown);
      redactor.add(text, shown);
      options.onHidden?.(text, shown);
    },
  };
  let driven: Awaited<ReturnType<Suite['drive']>> = { missingIds: [] };
  try {
    driven = await suite.drive(session, initial);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped ??= error.reason;
  } finally {
    ending.abort();
    await wire.close();
  }
  const budgets = { creations: transport.writes, 'bad-credentials': transport.badCredentials };
  const spent = (['creations', 'bad-credentials'] as const)
    .filter((budget) => budgets[budget].isSpent)
    .map((budget) => ({ kind: 'budget-spent' as const, budget, limit: budgets[budget].limit }));
  const end: RunEnd = {
    state: { ...initial, ...driven, spent, interruptions: transport.interruptions, ...(stopped && { stopped }) },
    startedAt,
    durationMs: Math.round(clock.now() - startedAt),
    hidden: [...hidden],
  };
  return { record, end };
}
