import { Worker } from 'node:worker_threads';

export const SCRIPT = new URL('./worker.js', import.meta.url);
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
