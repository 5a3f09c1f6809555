import { readLedger } from '../archive/ledger.ts';
import { type Clock, systemClock } from '../basics/clock.ts';
import { codeOf } from '../basics/usage-error.ts';
import { Stopped, Transport } from '../http/transport.ts';
import { openWire } from '../http/wire/client.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Interruption } from '../model/report.ts';
import type { Wire } from '../model/wire.ts';
import { withServerLog } from '../report/server-log.ts';
import { Redactor } from '../secrets/redact.ts';
import type { Crash, Server } from '../server/server.ts';
import { networkSecrets } from '../settings/network.ts';
import type { RunSettings } from '../settings/settings.ts';
import { budgetsOf } from './budgets.ts';
import { type Composed, composeReport, redactorFor } from './compose.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { NOTICED_LATE_MS, withProcessEnds } from './process-ends.ts';
import { RunEnd } from './run-end.ts';
import { factsAtStart, type RunFacts } from './run-facts.ts';
import { userAgentOf } from './run-id.ts';
import { RunRecord } from './run-record.ts';
import type { Session, Suite } from './suite.ts';

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

/** Sends everything that a run sends. It decides nothing: the record does. */
export async function sendRun(settings: RunSettings, suite: Suite, options: EngineParts = {}) {
  const { clock = systemClock, wire = openWire(settings), onExchange, onPause } = options;
  const startedAt = clock.now();
  const end = new RunEnd(clock, settings, options.signal);
  const record = new RunRecord();
  const userAgent = userAgentOf(settings.runId);
  const { lines, warnings } = readLedger(settings.ledger);
  const initial: RunFacts = { ...factsAtStart(settings, startedAt), ledger: lines, warnings };
  const redactor = new Redactor(settings.apiKey, networkSecrets(settings));
  const hidden = new Map<string, string>();
  const ledger = new LedgerWriter(initial, suite, redactor);
  /** What is created must be listed. */
  const toLedger = (write: () => void) => {
    try {
      write();
    } catch (error) {
      end.stop({ kind: 'ledger-unwritable', code: codeOf(error) });
    }
  };
  const transport = new Transport({
    ...settings,
    ...budgetsOf(settings),
    wire,
    clock,
    startedAt,
    signal: end.signal,
    cutOff: end.cutOff,
    controls: suite.controls(settings, userAgent),
    isOwnError: suite.isOwnError,
    kindsOf: suite.kindsOf(initial, record.all),
    onExchange: (exchange) => {
      record.add(exchange);
      onExchange?.(exchange);
      if (record.bytes > MAX_BODIES * 1_000_000) end.stop({ kind: 'out-of-memory', megabytes: MAX_BODIES });
      const { entries, write } = ledger.listed(exchange);
      toLedger(write);
      return entries.length;
    },
    onCreation: (creation) => toLedger(() => ledger.writeExpected(creation)),
    attempt: () => record.attempt,
    losses: suite.lossesIn(initial, () => withProcessEnds(record.ofAttempt, options.server?.crashes ?? [], startedAt)),
  });
  const session: Session = {
    settings,
    clock,
    signal: end.signal,
    userAgent,
    get record() {
      return record.ofAttempt;
    },
    get answered() {
      return record.answered;
    },
    get creationsLeft() {
      return transport.writes.left;
    },
    get badCredentialsLeft() {
      return transport.badCredentials.left;
    },
    readsLog: options.readsLog === true,
    elapsed: () => clock.now() - startedAt,
    send: (ask) => transport.send(ask),
    pause: () => onPause?.(record.all, initial),
    hasLost: () => transport.hasLost(),
    beginAttempt: () => {
      record.beginAttempt();
      transport.beginAttempt();
    },
    hide: (text, shown) => {
      hidden.set(text, shown);
      redactor.add(text, shown);
    },
  };
  const driven = await driveToEnd(() => suite.drive(session, initial), end).finally(async () => {
    await end.after(() => transport.settled());
    await wire.close();
  });
  const { reason: stopped } = end;
  const facts: RunFacts = {
    ...initial,
    ...driven,
    ...(stopped && { stopped }),
    spent: spentIn(transport),
    interruptions: transport.interruptions,
    durationMs: Math.round(clock.now() - startedAt),
    waitedMs: transport.waitedMs,
    hidden: [...hidden],
  };
  return { record: record.all, facts };
}

type Driven = Awaited<ReturnType<Suite['drive']>>;

/** A run that cannot go on has a reason, and what was sent until then counts. */
async function driveToEnd(drive: () => Promise<Driven>, end: RunEnd): Promise<Driven> {
  try {
    return await drive();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    end.stop(error.reason);
    return { missingIds: [] };
  }
}

/** What was not sent because a budget is spent, or a limit on guesses known. */
function spentIn(transport: Transport): RunFacts['spent'] {
  const budgets = { creations: transport.writes, 'bad-credentials': transport.badCredentials };
  const spent = (['creations', 'bad-credentials'] as const)
    .filter((budget) => budgets[budget].isSpent)
    .map((budget) => ({ kind: 'budget-spent' as const, budget, limit: budgets[budget].limit }));
  const { guessesLimitedAfter: badCredentials } = transport;
  return badCredentials === undefined ? spent : [{ kind: 'guesses-limited', badCredentials }, ...spent];
}
