import { parentPort, workerData } from 'node:worker_threads';
import type { Problems } from './expected.ts';
import type { Options } from './part.ts';
import { queueOf } from './queue.ts';

export interface Work {
  readonly options: Options;
  /** Shared by all threads: the first case that none of them has taken. */
  readonly next: Int32Array;
  /** In milliseconds since the epoch. */
  readonly deadline: number;
}

export interface Answer {
  readonly part: string;
  readonly name: string;
  readonly problems: Problems;
}

const { options, next, deadline } = workerData as Work;
const failed = (error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)];
const queue = queueOf(options);
while (Date.now() < deadline) {
  const taken = queue[Atomics.add(next, 0, 1)];
  if (!taken) break;
  const { part, name, run } = taken;
  parentPort?.postMessage({ part, name, problems: await run().catch(failed) } satisfies Answer);
}
