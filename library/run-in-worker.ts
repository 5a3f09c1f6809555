import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { readLedger } from '../harness/archive/ledger.ts';
import { type Again, factsAtStart, type RunFacts } from '../harness/engine/run-facts.ts';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Reason } from '../harness/model/reasons.ts';
import type { Report } from '../harness/model/report.ts';
import { withServerLog } from '../harness/report/server-log.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { Server } from '../harness/server/server.ts';
import { networkSecrets } from '../harness/settings/network.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { isArchived, type Ran, type Wanted } from './archive.ts';
import { Decider, HEAP, takeWorker } from './threads.ts';
import type { DecidedRun, Message, Order } from './worker-messages.ts';

/** How long the thread of a run may take to end it by itself: after a signal, and when its time is over. */
const STOP_MS = 3_500;
const GRACE_MS = 5_000;
/** How long it may take to decide a record anew. */
const DECIDE_MS = 30_000;
/** How long an archive with all bodies may take after the report. */
const ARCHIVE_MS = 10_000;
/** A few times a second is enough to follow a run. */
const PROGRESS_MS = 300;
/** In bytes: what is left out of a record if it takes too long to decide. */
const LONG_BODY = 16 * 1024;

export interface WorkerOptions {
  readonly signal: AbortSignal;
  /** Started before anything is sent; whoever gives it stops it. */
  readonly server?: Server | undefined;
  /** Sent instead of the usual probes. */
  readonly again?: readonly Again[];
  /**
   * The report is that of a moment before, or absent if there is no later one. A service is gone if nobody accepts
   * connections any more.
   */
  readonly onProgress?: (requests: number, soFar?: { readonly report: Report }, isGone?: boolean) => void;
  /** Between two calls of it; a few times a second unless given. */
  readonly progressMs?: number | undefined;
}

/** The scripts of its threads. */
export interface Scripts {
  readonly send?: URL;
  readonly decide?: URL;
}

/**
 * Sends and decides a run in a thread of its own. A server that blocks or bloats that thread ends it: then another one
 * decides what was sent until then. This thread only waits, so that it hears every signal.
 */
export function runInWorker(settings: RunSettings, options: WorkerOptions, scripts: Scripts = {}): Promise<Ran> {
  return new WatchedRun(settings, options, scripts).ran();
}

class WatchedRun {
  readonly #settings: RunSettings;
  readonly #options: WorkerOptions;
  readonly #scripts: Scripts;
  readonly #wanted: Wanted;
  readonly #facts: RunFacts;
  readonly #record: Exchange[] = [];
  readonly #hidden: RunFacts['hidden'][number][] = [];
  /** Creations, by their numbers. Nobody knows what became of them if the thread is ended. */
  readonly #underWay = new Map<number, Exchange>();

  constructor(settings: RunSettings, options: WorkerOptions, scripts: Scripts) {
    this.#settings = settings;
    this.#options = options;
    this.#scripts = scripts;
    this.#wanted = { isArchived: isArchived(settings), isReplay: options.again !== undefined };
    const { lines: ledger, warnings } = readLedger(settings.ledger);
    this.#facts = { ...factsAtStart(settings, Date.now()), ledger, warnings };
  }

  async ran(): Promise<Ran> {
    const { server, signal } = this.#options;
    const untested = await server?.start(signal);
    if (untested !== undefined) return this.#decided({ untested });
    const worker = takeWorker(this.#scripts.send);
    const unfollow = this.#follow();
    try {
      const ended = await this.#sent(worker);
      if ('report' in ended) return this.#withLog(await this.#withArchive(ended));
      await worker.terminate();
      return this.#withLog(await this.#decided({ stopped: ended }));
    } finally {
      unfollow();
      void worker.terminate();
    }
  }

  /** The report, or why the thread does not write one. */
  #sent(worker: Worker): Promise<DecidedRun | Reason> {
    const { signal, server, again } = this.#options;
    const { maxDurationMs } = this.#settings;
    const order = (what: Order) => worker.postMessage(what);
    const over = new AbortController();
    const sent = new Promise<DecidedRun | Reason>((resolve, reject) => {
      const endWith = (reason: Reason) => resolve(reason);
      const endAfter = (ms: number, reason: Reason) => {
        const timer = setTimeout(endWith, ms, reason);
        over.signal.addEventListener('abort', () => clearTimeout(timer));
      };
      const stop = () => {
        order({ stop: true });
        endAfter(STOP_MS, { kind: 'interrupted' });
      };
      worker.on('message', (message: Message) => {
        if ('hidden' in message) this.#hidden.push(message.hidden);
        else if ('creation' in message) this.#underWay.set(message.creation.number, message.creation);
        else if ('exchange' in message) this.#note(message.exchange);
        else resolve(message);
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') endWith({ kind: 'out-of-memory', megabytes: HEAP });
        else reject(error);
      });
      worker.on('exit', () => endWith({ kind: 'not-reached' }));
      // The thread ends a run in time by itself, unless it is too busy to notice.
      endAfter(maxDurationMs + GRACE_MS, { kind: 'out-of-time', maxDurationMs });
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true, signal: over.signal });
      const readsLog = server?.isLogged === true;
      order({ send: { settings: this.#settings, readsLog, again } });
    });
    return sent.finally(() => over.abort());
  }

  /** Made by another thread: an archive needs more memory than a thread has that sends. */
  async #withArchive({ facts, ...ran }: DecidedRun): Promise<Ran> {
    if (!this.#wanted.isArchived) return ran;
    const { signal } = this.#options;
    const archived =
      (await this.#decideOnce(this.#record, facts, ARCHIVE_MS, signal)) ??
      (await this.#decideOnce(this.#record.map(withoutLongBody), facts, DECIDE_MS, signal));
    return { ...ran, archive: archived?.archive };
  }

  #note(exchange: Exchange): void {
    this.#underWay.delete(exchange.number);
    this.#record.push(exchange);
  }

  #withLog(ran: Ran): Ran {
    const lines = this.#options.server?.log.lines ?? [];
    const redactor = new Redactor(this.#settings.apiKey, networkSecrets(this.#settings));
    for (const [text, shown] of this.#hidden) redactor.add(text, shown);
    return { ...ran, report: withServerLog(ran.report, this.#record, lines, redactor) };
  }

  /** From the record alone; without what is in long bodies, if they take too long. */
  async #decided(ended: Pick<RunFacts, 'stopped' | 'untested'>): Promise<Ran> {
    const facts = this.#factsSoFar(ended);
    const ran =
      (await this.#decideOnce(this.#record, facts, DECIDE_MS, this.#options.signal)) ??
      (await this.#decideOnce(this.#record.map(withoutLongBody), facts, DECIDE_MS));
    if (ran) return ran;
    throw new Error('What the run recorded cannot be decided.');
  }

  async #decideOnce(record: readonly Exchange[], facts: RunFacts, timeoutMs: number, hurry?: AbortSignal) {
    const decider = new Decider(record, this.#scripts.decide);
    const unanswered = [...this.#underWay.values()];
    return decider.decide({ facts, unanswered, ...this.#wanted }, timeoutMs, hurry).finally(() => void decider.end());
  }

  #factsSoFar(ended: Pick<RunFacts, 'stopped' | 'untested'> = {}): RunFacts {
    const durationMs = Date.now() - this.#facts.startedAt;
    return { ...this.#facts, ...ended, durationMs, hidden: this.#hidden };
  }

  /** Says how far the run is, until the function that it returns is called. */
  #follow(): () => void {
    const { onProgress, progressMs = PROGRESS_MS } = this.#options;
    if (!onProgress) return () => undefined;
    const decider = new Decider(this.#record, this.#scripts.decide);
    let isOver = false;
    let [read, restsUntil] = [0, 0];
    const look = async () => {
      onProgress(this.#record.length, undefined, isGone(this.#record));
      if (read === this.#record.length || performance.now() < restsUntil) return;
      read = this.#record.length;
      // Not again while this one is made.
      restsUntil = Number.POSITIVE_INFINITY;
      const began = performance.now();
      const reportOnly = { facts: this.#factsSoFar(), unanswered: [], isArchived: false, isReplay: false };
      const soFar = await decider.decide(reportOnly, DECIDE_MS).catch(() => undefined);
      if (!isOver && soFar) onProgress(this.#record.length, soFar, isGone(this.#record));
      // It takes only a share of the processor, which the run needs.
      restsUntil = performance.now() + 5 * (performance.now() - began);
    };
    const timer = setInterval(() => void look(), progressMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      void decider.end();
    };
  }
}

/** Controls in a row that nobody listened to. */
const GONE = 3;

function isGone(record: readonly Exchange[]): boolean {
  const last = record.slice(-GONE);
  return last.length === GONE && last.every(({ probe, failure }) => probe === 'control' && failure?.kind === 'refused');
}

function withoutLongBody(exchange: Exchange): Exchange {
  const { body } = exchange;
  if (body.length <= LONG_BODY) return exchange;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const message = `there was no time to read the body of ${body.length} bytes (SHA-256 ${sha256})`;
  return { ...exchange, body: body.slice(0, LONG_BODY), unreadable: { kind: 'oversized', message } };
}
