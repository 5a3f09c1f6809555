import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from './part.ts';
import type { Answer, Task } from './worker.ts';

/** Takes tasks from the front of the queue, on every core, until it is empty or the time is over. */
export async function runTasks(
  queue: readonly Task[],
  options: Options,
  deadline: number,
  onEnd: (task: Task, answer: Answer) => void,
): Promise<void> {
  const waiting = queue.values();
  const work = async () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: options,
      // A run makes much that is soon garbage: with more room it is collected less often.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    });
    for (const task of waiting) {
      if (performance.now() > deadline) break;
      worker.postMessage(task);
      const [answer] = await once(worker, 'message');
      onEnd(task, answer as Answer);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}
