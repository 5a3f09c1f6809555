import { setTimeout as sleep } from 'node:timers/promises';
import { createRunner, type RunnerOptions } from './create-runner.ts';

export interface FileRun extends RunnerOptions {
  readonly signal: AbortSignal;
}

/** How long tests under way may take to notice an interruption. */
const GRACE_MS = 2_000;

/** Runs one file of tests in one worker thread. */
export async function runFile({ signal, ...options }: FileRun): Promise<void> {
  const vitest = await createRunner(options);
  try {
    await Promise.race([vitest.start(), interruption(signal, () => vitest.cancelCurrentRun('keyboard-input'))]);
  } finally {
    await Promise.race([vitest.close(), sleep(GRACE_MS, undefined, { ref: false })]);
  }
}

async function interruption(signal: AbortSignal, cancel: () => Promise<void>): Promise<void> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  void cancel();
  await sleep(GRACE_MS);
}
