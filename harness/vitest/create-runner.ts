import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Vitest } from 'vitest/node';

export interface RunnerOptions {
  /** The compiled file whose tests are run. */
  readonly file: URL;
  readonly provide?: Readonly<Record<string, unknown>>;
  readonly reporters: NonNullable<InlineConfig['reporters']>;
  /** The same file so many times over, one after the other, each with something of its own provided. */
  readonly projects?: readonly { readonly name: string; readonly provide?: Readonly<Record<string, unknown>> }[];
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The client bounds the requests; the runner is to let every check of a stage wait for its turn there. */
const TESTS_AT_ONCE = 1_000;

/** The test runner, with one worker thread and no say in anything else of the process. */
export async function createRunner({ file, provide = {}, reporters, projects }: RunnerOptions): Promise<Vitest> {
  const listeners = signalListeners();
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
    // All but the entry is plain JavaScript already: Node loads it faster than the runner would transform it.
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
          // In the order given: by itself the runner would sort them by name.
          test: { ...tests, name, sequence: { groupOrder }, provide: own },
        })),
      }),
    },
    { logLevel: 'silent', envDir: false, server: { ws: false, watch: null } },
    { stdout: new Nowhere() },
  );
  // It starts to listen at once, and a signal may arrive while it loads.
  listeners.removeNew();
  const vitest = await creating;
  listeners.removeNew();
  return vitest;
}

/** A stop signal is the caller's to handle: the runner's own listeners would end the process without a report. */
function signalListeners(): { removeNew(): void } {
  const before = new Map(STOP_SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  return {
    removeNew: () => {
      for (const [signal, known] of before) {
        for (const listener of process.listeners(signal)) {
          if (!known.includes(listener)) process.removeListener(signal, listener);
        }
      }
    },
  };
}

/** What the runner has to say is reported by the reporters. */
class Nowhere extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}
