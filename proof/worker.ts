import { parentPort, workerData } from 'node:worker_threads';
import type { Problems } from './expected.ts';
import type { Options, ProblemsByClaim } from './part.ts';
import { queueOf } from './queue.ts';
import type { Row } from './table.ts';

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
  /** By the name of the claim; the first claim of a part has its name. */
  readonly problems: ProblemsByClaim;
  readonly row: Row | undefined;
}

const { options, next, deadline } = workerData as Work;
const failed = (error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)];
const isList = (found: Problems | ProblemsByClaim): found is Problems => Array.isArray(found);
const queue = queueOf(options);
while (Date.now() < deadline) {
  const taken = queue[Atomics.add(next, 0, 1)];
  if (!taken) break;
  const { part, name, run, row } = taken;
  const found = await run().catch(failed);
  const problems = isList(found) ? { [part]: found } : found;
  parentPort?.postMessage({ part, name, problems, row: row?.() } satisfies Answer);
}
