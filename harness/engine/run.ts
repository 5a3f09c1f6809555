import { isDeepStrictEqual } from 'node:util';
import { appendToLedger, readLedger } from '../archive/ledger.ts';
import { type Clock, systemClock } from '../basics/clock.ts';
import { codeOf } from '../basics/usage-error.ts';
import { Stopped, Transport } from '../http/transport.ts';
import { openWire } from '../http/wire/client.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Reason } from '../model/reasons.ts';
import type { Interruption } from '../model/report.ts';
import type { Wire } from '../model/wire.ts';
import { withServerLog } from '../report/server-log.ts';
import { Redactor } from '../secrets/redact.ts';
import type { Crash, Server } from '../server/server.ts';
import { networkSecrets } from '../settings/network.ts';
import type { RunSettings } from '../settings/settings.ts';
import { type Composed, composeReport, redactorFor } from './compose.ts';
import { limitsOf } from './limits.ts';
import { NOTICED_LATE_MS, withProcessEnds } from './process-ends.ts';
import { factsAtStart, type RunFacts } from './run-facts.ts';
import { userAgentOf } from './run-id.ts';
import type { LedgerEntry, Session, Suite } from './suite.ts';

export interface EngineParts {
  /** Over sockets unless given. */
  readonly wire?: Wire;
  readonly clock?: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Started before anything is sent; whoever gives it stops it. */
  readonly server?: Server | undefined;
  /** The log of the service is read, so a request that is repeated alone leaves time for it. */
  readonly readsLog?: boolean | undefined;
  /** Called with every exchange, as soon as it is known. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called when nothing is to be sent for a while. */
  readonly onPause?: (record: readonly Exchange[], facts: RunFacts) => void;
}

/** In megabytes: how much a run reads. Beyond that a target only keeps the suite busy. */
const MAX_BODIES = 128;

/** How long a run that ends waits for what is under way. */
const LAST_ANSWERS_MS = 2_000;

/** A whole run inside the calling process, and its report. */
export async function runSuite(settings: RunSettings, suite: Suite, options: EngineParts = {}): Promise<Composed> {
  const untested = await options.server?.start(options.signal ?? new AbortController().signal);
  if (untested !== undefined) return composeReport([], { ...factsAtStart(settings, Date.now()), untested }, suite);
  const sent = await sendRun(settings, suite, { ...options, readsLog: options.server?.isLogged });
  await options.server?.isRead();
  const { record, facts } = withCrashes(sent, options.server?.crashes ?? []);
  const composed = composeReport(record, facts, suite);
  const lines = options.server?.log.lines ?? [];
  return { ...composed, report: withServerLog(composed.report, record, lines, redactorFor(facts)) };
}

/** Whoever knows that the program ended asks for nothing else that interrupted it. */
function withCrashes({ record, facts }: Awaited<ReturnType<typeof sendRun>>, crashes: readonly Crash[]) {
  const { startedAt, interruptions } = facts;
  const isOfCrash = ({ startedAt: begun, durationMs }: Interruption) => {
    const from = Date.parse(begun) - NOTICED_LATE_MS;
    return crashes.some(({ at }) => at >= from && at <= from + NOTICED_LATE_MS + durationMs);
  };
  return {
    record: withProcessEnds(record, crashes, startedAt),
    facts: { ...facts, interruptions: interruptions.filter((one) => !isOfCrash(one)) },
  };
}

/** A service may answer with anything. What is not as the service has it says so: it cannot be compared later. */
function withoutSecrets(entry: LedgerEntry, redactor: Redactor) {
  const shown = redactor.data(entry);
  return { ...shown, ...(!isDeepStrictEqual(shown, entry) && { redacted: true }) };
}

/** For the exchanges of one run, in order: what exists because of each, and how it is written to the ledger. */
function listing(facts: RunFacts, { ledgerOf: entriesOf }: Pick<Suite, 'ledgerOf'>, redactor: Redactor) {
  const ledgerOf = entriesOf(facts);
  const { settings, startedAt } = facts;
  const { ledger, runId, baseUrl } = settings;
  return (exchange: Exchange) => {
    const entries = ledgerOf(exchange);
    const at = new Date(startedAt + exchange.sentAt).toISOString();
    const write = () => {
      for (const entry of ledger === undefined ? [] : entries) {
        const run = { at, baseUrl: redactor.address(baseUrl), run: runId };
        appendToLedger(ledger ?? '', { ...run, ...withoutSecrets(entry, redactor), probe: exchange.probe });
      }
    };
    return { entries, write };
  };
}

/** Sends everything that a run sends. It decides nothing: the record does. */
export async function sendRun(settings: RunSettings, suite: Suite, options: EngineParts = {}) {
  const { clock = systemClock, wire = openWire(settings) } = options;
  const startedAt = clock.now();
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
  let stopped: Reason | undefined;
  const stop = (reason: Reason) => {
    stopped ??= reason;
    ending.abort();
  };
  const { maxDurationMs, timeoutMs } = settings;
  const over = new AbortController();
  const cutOff = new AbortController();
  const waitForLast = async () => {
    await clock.sleep(Math.min(LAST_ANSWERS_MS, timeoutMs), over.signal);
    cutOff.abort();
  };
  signal.addEventListener('abort', () => void waitForLast(), { once: true });
  void clock.sleep(maxDurationMs, ending.signal).then(() => {
    if (!ending.signal.aborted) stop({ kind: 'out-of-time', maxDurationMs });
  });

  const record: Exchange[] = [];
  /** Of the attempt that is under way. */
  let ofAttempt = record;
  let attempt = 1;
  let answered: Session['answered'];
  let bytes = 0;
  const hidden = new Map<string, string>();
  const userAgent = userAgentOf(settings.runId);
  const { lines, warnings } = readLedger(settings.ledger);
  const initial: RunFacts = {
    ...factsAtStart(settings, startedAt),
    ledger: lines,
    warnings,
  };
  const redactor = new Redactor(settings.apiKey, networkSecrets(settings));
  const list = listing(initial, suite, redactor);
  const listExpected = listing(initial, { ledgerOf: suite.expectedOf }, redactor);
  /** What is created must be listed. */
  const toLedger = (write: () => void) => {
    try {
      write();
    } catch (error) {
      stop({ kind: 'ledger-unwritable', code: codeOf(error) });
    }
  };
  const hide = (text: string, shown: string) => {
    hidden.set(text, shown);
    redactor.add(text, shown);
  };
  const transport = new Transport({
    ...settings,
    ...limitsOf(settings),
    wire,
    clock,
    startedAt,
    signal,
    cutOff: cutOff.signal,
    controls: suite.controls(settings, userAgent),
    isOwnError: suite.isOwnError,
    operationOf: suite.operationOf,
    kindsOf: suite.kindsOf(initial, record),
    onExchange: (exchange) => {
      record.push(exchange);
      if (ofAttempt !== record) ofAttempt.push(exchange);
      options.onExchange?.(exchange);
      bytes += exchange.body.length;
      if (bytes > MAX_BODIES * 1_000_000) stop({ kind: 'out-of-memory', megabytes: MAX_BODIES });
      const { entries, write } = list(exchange);
      toLedger(write);
      return entries.length;
    },
    onCreation: (creation) => {
      if (settings.ledger !== undefined) toLedger(listExpected(creation).write);
    },
    attempt: () => attempt,
    losses: suite.lossesIn(initial, () => withProcessEnds(ofAttempt, options.server?.crashes ?? [], startedAt)),
  });
  const session: Session = {
    settings,
    clock,
    signal,
    userAgent,
    get record() {
      return ofAttempt;
    },
    get answered() {
      return answered;
    },
    get creationsLeft() {
      return transport.writes.left;
    },
    readsLog: options.readsLog === true,
    elapsed: () => clock.now() - startedAt,
    send: (ask) => transport.send(ask),
    pause: () => options.onPause?.(record, initial),
    hasLost: () => transport.hasLost(),
    beginAttempt: () => {
      attempt += 1;
      answered = new Set(record.filter(({ status }) => status > 0).flatMap(({ input = [] }) => input));
      ofAttempt = [];
      transport.beginAttempt();
    },
    hide: (text, shown) => {
      hide(text, shown);
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
    await transport.settled();
    over.abort();
    await wire.close();
  }
  const budgets = { creations: transport.writes, 'bad-credentials': transport.badCredentials };
  const spent: RunFacts['spent'][number][] = (['creations', 'bad-credentials'] as const)
    .filter((budget) => budgets[budget].isSpent)
    .map((budget) => ({ kind: 'budget-spent', budget, limit: budgets[budget].limit }));
  const { guessesLimitedAfter: badCredentials } = transport;
  if (badCredentials !== undefined) spent.unshift({ kind: 'guesses-limited', badCredentials });
  const facts: RunFacts = {
    ...initial,
    ...driven,
    ...(stopped && { stopped }),
    spent,
    interruptions: transport.interruptions,
    durationMs: Math.round(clock.now() - startedAt),
    waitedMs: transport.waitedMs,
    hidden: [...hidden],
  };
  return { record, facts };
}
