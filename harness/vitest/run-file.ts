import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Reporter } from 'vitest/node';

export interface FileRun {
  /** The compiled file whose tests are run. */
  readonly file: URL;
  readonly provide: Readonly<Record<string, unknown>>;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}

/** How long tests under way may take to notice an interruption. */
const GRACE_MS = 2_000;
/** The client bounds the requests; the runner is to let every check of a stage wait for its turn there. */
const TESTS_AT_ONCE = 1_000;

/** Runs one file of tests in one worker thread. */
export async function runFile({ file, provide, reporter, signal }: FileRun): Promise<void> {
  const listeners = process.listeners('SIGINT');
  const { createVitest } = await import('vitest/node');
  const path = fileURLToPath(file);
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: fileURLToPath(new URL('../..', import.meta.url)),
      dir: dirname(path),
      include: [path],
      watch: false,
      cache: false,
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      maxConcurrency: TESTS_AT_ONCE,
      testTimeout: 0,
      hookTimeout: 0,
      // All but the entry is plain JavaScript already: Node loads it faster than the runner would transform it.
      server: { deps: { external: [/\/(harness|schemas|suites)\/(?!vitest-entry)/] } },
      reporters: [reporter],
      provide,
    },
    { logLevel: 'silent', envDir: false, server: { ws: false, watch: null } },
  );
  // An interruption is the caller's to handle: the runner's own would end the process without a report.
  for (const listener of process.listeners('SIGINT')) {
    if (!listeners.includes(listener)) process.removeListener('SIGINT', listener);
  }
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
