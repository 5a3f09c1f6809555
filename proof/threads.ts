import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A counter that threads share: the first piece of work that none of them has taken. */
export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Runs a module in a thread for every core, and hands on what they post. */
export async function onEveryCore<Work, Answer>(
  module: URL,
  work: Work,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  const threads = Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    const worker = new Worker(module, {
      workerData: work,
      // A run makes much that is soon garbage: with more room it is collected less often.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    });
    worker.on('message', onAnswer);
    await once(worker, 'exit');
  });
  await Promise.all(threads);
}
