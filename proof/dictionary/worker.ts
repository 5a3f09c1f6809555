import { parentPort, workerData } from 'node:worker_threads';
import type { Seen } from './make.ts';
import { checkedRun, seenIn } from './seen.ts';

export interface Work {
  readonly next: Int32Array;
  readonly runs: readonly { readonly name: string; readonly seed: number }[];
}

export interface Answer extends Seen {
  readonly name: string;
}

const { next, runs } = workerData as Work;
for (;;) {
  const run = runs[Atomics.add(next, 0, 1)];
  if (!run) break;
  const seen = seenIn(await checkedRun({ seed: run.seed, faults: [run.name] }));
  parentPort?.postMessage({ name: run.name, ...seen } satisfies Answer);
}
