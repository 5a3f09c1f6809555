import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../basics/clock.ts';
import { codeOf, UsageError } from '../basics/usage-error.ts';
import type { ProcessEnd } from '../model/report.ts';
import type { Environment } from '../settings/settings.ts';
import type { ServerLog } from './server-log.ts';

/** How long a program may take to end by itself. */
const GRACE_MS = 5_000;
/** How long the system may take to remove one that was killed. */
const KILL_MS = 1_000;
const POLL_MS = 20;
/** What a program printed last may arrive so long after its end. */
const LAST_LINES_MS = 200;

export interface Workplace {
  readonly cwd: string;
  readonly env: Environment;
}

/** With which exit code or signal a program ended, and when, in milliseconds since the epoch. */
export interface Ended extends Pick<ProcessEnd, 'exitCode' | 'signal'> {
  readonly at: number;
}

/** A command with everything that it starts: a group of processes, which ends as a whole. */
export class Program {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #killAtExit = () => this.#signal('SIGKILL');

  private constructor(child: ChildProcess, log: ServerLog) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) if (stream) log.read(stream);
    this.ended = new Promise((resolve) => {
      const closed = once(child, 'close');
      child.once('exit', async (code, signal) => {
        const at = systemClock.now();
        await Promise.race([closed, sleep(LAST_LINES_MS)]);
        resolve({ at, ...(signal === null ? { exitCode: code ?? 0 } : { signal }) });
      });
    });
    // Whatever ends this process, also a second Ctrl-C, ends the program.
    process.on('exit', this.#killAtExit);
  }

  /** It ended, and may still be read. */
  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Without a shell: each word arrives as it was given. */
  static async start(command: readonly string[], { cwd, env }: Workplace, log: ServerLog): Promise<Program> {
    const [file = '', ...args] = command;
    try {
      const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      await once(child, 'spawn');
      return new Program(child, log);
    } catch (error) {
      const advice = 'name a program, and write each of its arguments as a word of its own';
      throw new UsageError(`The command ${JSON.stringify(file)} cannot be started (${codeOf(error)}): ${advice}.`);
    }
  }

  /** Resolves when no process of it is left. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    if (!(await this.#isGoneWithin(GRACE_MS))) {
      this.#signal('SIGKILL');
      await this.#isGoneWithin(KILL_MS);
    }
    process.off('exit', this.#killAtExit);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  async #isGoneWithin(ms: number): Promise<boolean> {
    for (let waited = 0; waited < ms; waited += POLL_MS) {
      if (!this.#signal(0)) return true;
      await sleep(POLL_MS);
    }
    return !this.#signal(0);
  }

  /** Whether a process of the group was there to get it. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    try {
      return pid !== undefined && process.kill(-pid, signal);
    } catch (error) {
      // It may belong to another user.
      return codeOf(error) === 'EPERM';
    }
  }
}
