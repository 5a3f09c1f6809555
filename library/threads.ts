import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Ran } from './archive.ts';
import type { Decide, Order } from './worker-messages.ts';

const SCRIPT = new URL('./worker.js', import.meta.url);
/** In megabytes: enough for the largest record that is kept. */
export const HEAP = 200;

let spare: Worker | undefined;

/** Starts the thread of the next run, which loads the suite while the command still reads its settings. */
export function prepareWorker(): void {
  spare = startWorker();
  spare.unref();
}

export function takeWorker(script?: URL): Worker {
  const worker = (script ? undefined : spare) ?? startWorker(script);
  spare = undefined;
  worker.ref();
  return worker;
}

function startWorker(script = SCRIPT): Worker {
  return new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP } });
}

/** How long it may take to decide a record after a signal. */
const HURRY_MS = 2_500;

/**
 * Decides what was recorded so far, in a thread of its own: that may take seconds, and the thread that asks for it has to
 * hear signals meanwhile.
 */
export class Decider {
  readonly #record: readonly Exchange[];
  readonly #worker: Worker;
  /** How much of the record the thread has. */
  #given = 0;

  constructor(record: readonly Exchange[], script: URL = SCRIPT) {
    this.#record = record;
    this.#worker = new Worker(script);
    // Whoever waits for an answer gets the error.
    this.#worker.on('error', () => undefined);
  }

  /** One at a time. Undefined if it takes too long, also after the signal, or more memory than there is. */
  async decide(wanted: Omit<Decide, 'record'>, timeoutMs: number, hurry?: AbortSignal): Promise<Ran | undefined> {
    const decide: Decide = { ...wanted, record: this.#record.slice(this.#given) };
    this.#given = this.#record.length;
    this.#worker.postMessage({ decide } satisfies Order);
    const over = endOf(timeoutMs, hurry);
    try {
      const [{ facts: _facts, ...ran }] = await once(this.#worker, 'message', { signal: over });
      return ran;
    } catch (error) {
      if (over.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function endOf(timeoutMs: number, hurry?: AbortSignal): AbortSignal {
  const over = new AbortController();
  const endIn = (ms: number) => void setTimeout(() => over.abort(), ms).unref();
  endIn(timeoutMs);
  if (hurry?.aborted) endIn(HURRY_MS);
  else hurry?.addEventListener('abort', () => endIn(HURRY_MS), { once: true });
  return over.signal;
}
