import { readLedger } from '../harness/archive/ledger.ts';
import type { Composed, Ran } from '../harness/engine/compose.ts';
import type { Again, RunEnd, RunState } from '../harness/engine/suite.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Reason } from '../harness/model/reasons.ts';
import type { Report } from '../harness/model/report.ts';
import type { Server } from '../harness/server/server.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { HEAP, takeWorker } from './spare-worker.ts';

/** How long a thread may take to end by itself before it is ended. */
const GRACE_MS = 5_000;
/** A few times a second is enough to follow a run. */
const PROGRESS_MS = 300;

export interface WorkerOptions {
  readonly signal: AbortSignal;
  /** Started before anything is sent; whoever gives it stops it. */
  readonly server?: Server | undefined;
  /** Sent instead of the usual probes. */
  readonly again?: readonly Again[];
  /** The report is that of a moment before, or absent if there is no later one. */
  readonly onProgress?: (requests: number, soFar?: Pick<Ran, 'report'>) => void;
  /** Between two calls of it; a few times a second unless given. */
  readonly progressMs?: number | undefined;
}

/** Few need more than the report, which the thread of the run composes, so this thread seldom loads the suite. */
async function composeHere(record: readonly Exchange[], end: RunEnd): Promise<Composed> {
  const [{ composeReport }, { petStore }] = await Promise.all([
    import('../harness/engine/compose.ts'),
    import('../suites/index.ts'),
  ]);
  return composeReport(record, end, petStore);
}

/** Adds creations without an answer to the record and to the ledger: what they ask for may exist. */
async function listUnanswered(creations: readonly Exchange[], record: Exchange[], end: RunEnd): Promise<void> {
  if (creations.length === 0) return;
  const [{ listing }, { petStore }, { redactorFor }] = await Promise.all([
    import('../harness/engine/run.ts'),
    import('../suites/index.ts'),
    import('../harness/engine/compose.ts'),
  ]);
  const list = listing(end.state, petStore, end.startedAt, redactorFor(end));
  for (const exchange of record) list(exchange);
  record.push(...creations);
  try {
    for (const creation of creations) list(creation).write();
  } catch {
    // The report lists them all the same.
  }
}

export interface Work extends Pick<WorkerOptions, 'again'> {
  readonly settings: RunSettings;
}

export type Message =
  | { readonly exchange: Exchange }
  /** It is about to be sent. */
  | { readonly creation: Exchange }
  | { readonly hidden: RunEnd['hidden'][number] }
  | { readonly end: RunEnd; readonly report: Report };

/**
 * Sends and decides a run in a thread of its own. A server that blocks or bloats that thread ends it: then the run is
 * decided here, from what it had sent until then.
 */
export async function runInWorker(settings: RunSettings, options: WorkerOptions, script?: URL): Promise<Ran> {
  const { signal, server, again, onProgress, progressMs = PROGRESS_MS } = options;
  const record: Exchange[] = [];
  const hidden: RunEnd['hidden'][number][] = [];
  const { lines: ledger, warnings } = readLedger(settings.ledger);
  const state: RunState = { settings, ledger, warnings, missingIds: [], spent: [], interruptions: [] };
  const startedAt = Date.now();
  const endSoFar = (stopped?: Reason): RunEnd => ({
    state: { ...state, ...(stopped && { stopped }) },
    startedAt,
    durationMs: Date.now() - startedAt,
    hidden,
  });
  const composed = (end: RunEnd) => composeHere(record, end);
  const untested = await server?.start(signal);
  if (untested !== undefined) return composed({ ...endSoFar(), state: { ...state, untested } });
  const worker = takeWorker(script);
  const underWay = new Map<number, Exchange>();
  /** It may send until it is ended. Nobody knows what became of the creations under way by then. */
  const endThread = async (reason: Reason) => {
    await worker.terminate();
    await listUnanswered([...underWay.values()], record, endSoFar());
    return composed(endSoFar(reason));
  };
  worker.postMessage({ settings, ...(again && { again }) } satisfies Work);
  const timers: NodeJS.Timeout[] = [];
  let stop = (): void => undefined;
  const decided = new Promise<() => Ran | Promise<Ran>>((resolve, reject) => {
    const { maxDurationMs } = settings;
    const endWith = (reason: Reason) => resolve(() => endThread(reason));
    const endAfter = (ms: number, reason: Reason) => timers.push(setTimeout(endWith, ms, reason));
    // The thread ends a run in time by itself, unless it is too busy to notice.
    endAfter(maxDurationMs + GRACE_MS, { kind: 'out-of-time', maxDurationMs });
    stop = () => {
      worker.postMessage('stop');
      endAfter(GRACE_MS, { kind: 'interrupted' });
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: Message) => {
      if ('hidden' in message) hidden.push(message.hidden);
      else if ('creation' in message) underWay.set(message.creation.number, message.creation);
      else if ('exchange' in message) {
        underWay.delete(message.exchange.number);
        record.push(message.exchange);
      } else {
        const { end, report } = message;
        resolve(() => ({
          report,
          record: async () => (await composed(end)).record(),
          known: async () => (await composed(end)).known(),
        }));
      }
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') endWith({ kind: 'out-of-memory', megabytes: HEAP });
      else reject(error);
    });
    worker.on('exit', () => endWith({ kind: 'not-reached' }));
  });
  let isOver = false;
  let [read, restsUntil] = [0, 0];
  const look = async () => {
    if (!onProgress) return;
    if (read === record.length || performance.now() < restsUntil) return onProgress(record.length);
    read = record.length;
    // Not again while this one is made.
    restsUntil = Number.POSITIVE_INFINITY;
    const began = performance.now();
    const soFar = await composed(endSoFar());
    if (isOver) return;
    onProgress(record.length, soFar);
    // It takes only a share of the time, so that the run can be ended.
    restsUntil = performance.now() + 5 * (performance.now() - began);
  };
  timers.push(setInterval(() => void look(), progressMs));
  try {
    return await (await decided)();
  } finally {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    void worker.terminate();
  }
}
