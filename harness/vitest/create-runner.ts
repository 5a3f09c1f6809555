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
  /** Which of the projects are run, as the runner shares them out: I/N. */
  readonly shard?: string;
}

/** The client bounds the requests; the runner is to let every check of a stage wait for its turn there. */
const TESTS_AT_ONCE = 1_000;

/** The test runner, with one worker thread and no say in anything else of the process. */
export async function createRunner({ file, provide = {}, reporters, projects, shard }: RunnerOptions): Promise<Vitest> {
  const listeners = process.listeners('SIGINT');
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
  const vitest = await createVitest(
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
      ...(shard !== undefined && { shard }),
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
  // An interruption is the caller's to handle: the runner's own would end the process without a report.
  for (const listener of process.listeners('SIGINT')) {
    if (!listeners.includes(listener)) process.removeListener('SIGINT', listener);
  }
  return vitest;
}

/** What the runner has to say is told by the reporters. */
class Nowhere extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}
