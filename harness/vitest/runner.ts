import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Vitest } from 'vitest/node';

/** The compiled file in which every requirement is a test. */
export const ENTRY = new URL('../../suites/vitest-entry.js', import.meta.url);

interface RunnerOptions {
  readonly file: URL;
  readonly provide?: Readonly<Record<string, unknown>>;
  readonly reporters: NonNullable<InlineConfig['reporters']>;
  /** Runs the file once for each, one after the other. */
  readonly projects?: readonly { readonly name: string; readonly provide?: Readonly<Record<string, unknown>> }[];
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The client bounds the requests; in the runner, every check of a stage may wait for its turn. */
const TESTS_AT_ONCE = 1_000;

/** How long running tests may take to notice an interruption. */
const GRACE_MS = 2_000;

/** Runs one file of tests in one worker thread. */
export async function runFile({ signal, ...options }: RunnerOptions & { readonly signal: AbortSignal }): Promise<void> {
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

/** Vitest with one worker thread and without its effects on the process. */
export async function createRunner({ file, provide = {}, reporters, projects }: RunnerOptions): Promise<Vitest> {
  const removeNewListeners = signalListeners();
  const { createVitest } = await import('vitest/node');
  const path = fileURLToPath(file);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const tests = {
    dir: dirname(path),
    include: [path],
    pool: 'threads',
    isolate: false,
    maxConcurrency: TESTS_AT_ONCE,
    testTimeout: 0,
    hookTimeout: 0,
    // All but the entry is plain JavaScript: Node loads it faster than the runner can transform it.
    server: { deps: { external: [/\/(harness|schemas|suites)\/(?!vitest-entry)/] } },
  } satisfies InlineConfig;
  const creating = createVitest(
    'test',
    {
      ...tests,
      config: false,
      root,
      watch: false,
      cache: false,
      maxWorkers: 1,
      reporters,
      provide,
      ...(projects && {
        projects: projects.map(({ name, provide: own = {} }, groupOrder) => ({
          root,
          envDir: false,
          // Without groupOrder the runner sorts by name.
          test: { ...tests, name, sequence: { groupOrder }, provide: own },
        })),
      }),
    },
    { logLevel: 'silent', envDir: false, server: { ws: false, watch: null } },
    { stdout: new Writable({ write: (_chunk, _encoding, done) => done() }) },
  );
  // It listens from the start, and a signal may arrive while it loads.
  removeNewListeners();
  const vitest = await creating;
  removeNewListeners();
  return vitest;
}

/** The caller handles stop signals: the runner's own listeners would end the process without a report. */
function signalListeners(): () => void {
  const before = new Map(STOP_SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  return () => {
    for (const [signal, known] of before) {
      const added = process.listeners(signal).filter((listener) => !known.includes(listener));
      for (const listener of added) process.removeListener(signal, listener);
    }
  };
}
