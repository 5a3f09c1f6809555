import { parentPort, workerData } from 'node:worker_threads';
import { faults } from '../../reference/faults/index.ts';
import type { Signature } from '../../suites/diagnosis/signature.ts';
import { SEEDS } from './make.ts';
import { signatureOfRun } from './signature-of.ts';

export interface Answer {
  readonly key: string;
  readonly signature: Signature;
}

const next = workerData as Int32Array;
const runs = SEEDS.flatMap((seed) => faults.map(({ name }) => ({ name, seed })));
for (;;) {
  const run = runs[Atomics.add(next, 0, 1)];
  if (!run) break;
  const signature = await signatureOfRun({ seed: run.seed, faults: [run.name] });
  parentPort?.postMessage({ key: `${run.name} ${run.seed}`, signature } satisfies Answer);
}
