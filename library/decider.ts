import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../harness/model/exchange.ts';
import type { Ran } from './archive.ts';
import { SCRIPT } from './spare-worker.ts';
import type { Decide, Order } from './worker-messages.ts';

/**
 * Decides what was recorded so far, in a thread of its own: that may take seconds, and the thread that asks for it has to
 * hear signals meanwhile.
 */
export class Decider {
  readonly #record: readonly Exchange[];
  readonly #worker: Worker;
  /** How much of the record the thread has. */
  #kept = 0;

  constructor(record: readonly Exchange[], script: URL = SCRIPT) {
    this.#record = record;
    this.#worker = new Worker(script);
    // Whoever waits for an answer gets the error.
    this.#worker.on('error', () => undefined);
  }

  /** One at a time. Undefined if it takes too long, or more memory than there is. */
  async decide(decide: Decide, timeoutMs: number, hurry?: AbortSignal): Promise<Ran | undefined> {
    this.#order({ keep: this.#record.slice(this.#kept) });
    this.#kept = this.#record.length;
    this.#order({ decide });
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(hurry ? [hurry] : [])]);
    try {
      const [ran] = await once(this.#worker, 'message', { signal });
      const [withArchive] = decide.isArchived ? await once(this.#worker, 'message', { signal }) : [ran];
      return withArchive;
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }
}
