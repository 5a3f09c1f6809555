import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GRACE_MS = 5_000;
const KEPT_OUTPUT = 4_000;

/** A process in a group of its own, so that it can be ended with all that it starts, and nothing else. */
export interface OwnProcess {
  readonly hasEnded: () => boolean;
  /** The end of what it printed. */
  readonly output: () => string;
  /** Politely, unless another signal is given. */
  readonly stop: (first?: NodeJS.Signals) => Promise<void>;
}

function startProcess(command: string, args: readonly string[], options: SpawnOptions): OwnProcess {
  const child = spawnUnlessClosing(command, args, { ...options, detached: true });
  let output = '';
  let hasEnded = false;
  const print = (text: unknown) => (output = `${output}${text}`.slice(-KEPT_OUTPUT));
  child.stdout?.on('data', print);
  child.stderr?.on('data', print);
  const end = once(child, 'exit').catch(print);
  end.then(() => (hasEnded = true));
  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // Nobody is left in the group.
    }
  };
  const stop = async (first: NodeJS.Signals = 'SIGTERM') => {
    signal(first);
    const timer = setTimeout(signal, GRACE_MS, 'SIGKILL');
    await end;
    clearTimeout(timer);
    // What it started and left behind.
    signal('SIGKILL');
  };
  return { hasEnded: () => hasEnded, output: () => output, stop };
}

let isClosing = false;
/** Those that are expected to end by themselves. */
const finishing = new Set<ChildProcess>();

function spawnUnlessClosing(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  if (isClosing) throw new Error('The run was stopped.');
  return spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Processes and a folder that end together. */
export class Scope {
  static readonly #open = new Set<Scope>();
  readonly folder = mkdtempSync(join(tmpdir(), 'stacks-'));
  readonly #processes: OwnProcess[] = [];

  /** Ends everything that runs, and keeps anything else from being started. */
  static async closeAll(): Promise<void> {
    isClosing = true;
    for (const child of finishing) child.kill('SIGKILL');
    await Promise.all([...Scope.#open].map((scope) => scope.#close()));
  }

  static async within<T>(use: (scope: Scope) => Promise<T>): Promise<T> {
    const scope = new Scope();
    Scope.#open.add(scope);
    try {
      return await use(scope);
    } finally {
      await scope.#close();
    }
  }

  start(command: string, args: readonly string[], options: SpawnOptions): OwnProcess {
    const started = startProcess(command, args, options);
    this.#processes.push(started);
    return started;
  }

  async #close(): Promise<void> {
    // A client before the service that it uses.
    for (const started of this.#processes.toReversed()) await started.stop();
    rmSync(this.folder, { recursive: true, force: true });
    Scope.#open.delete(this);
  }
}

export interface Finished {
  /** Undefined if it did not end in time. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export async function finish(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  options: SpawnOptions = {},
): Promise<Finished> {
  const timeout = { signal: AbortSignal.timeout(timeoutMs), killSignal: 'SIGKILL' } as const;
  const child = spawnUnlessClosing(command, args, { ...options, ...timeout });
  finishing.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  const exitCode = await new Promise<number | undefined>((resolve) => {
    child.on('error', (error) => (stderr += error.message));
    child.on('close', (code) => resolve(code ?? undefined));
  });
  finishing.delete(child);
  return { exitCode, stdout, stderr };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}

const PAUSE_MS = 50;

/** Whether it becomes true in time. */
export async function eventually(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/** Runs a command whose servers end with it, also after a signal. */
export async function runCommand(main: () => Promise<number>, usage: string): Promise<void> {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => Scope.closeAll().finally(() => process.exit(code)));
  process.exitCode = await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`);
    return 2;
  });
}
