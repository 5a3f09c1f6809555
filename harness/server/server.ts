import { systemClock } from '../basics/clock.ts';
import { UsageError } from '../basics/usage-error.ts';
import { endInWords } from '../model/process-end.ts';
import { type Ended, Program, type Workplace } from './program.ts';
import { ServerLog } from './server-log.ts';

/** `starting` if something is there that does not answer yet. */
export type Presence = 'absent' | 'starting' | 'there';

export interface ServerOptions extends Workplace {
  /** Starts the server; without one, somebody else does. */
  readonly command?: readonly string[] | undefined;
  /** Without secrets. */
  readonly shownUrl: string;
  /** How long it may take until it answers. */
  readonly waitMs: number;
  readonly look: () => Promise<Presence>;
  /** That of a server that somebody else starts. */
  readonly logFile?: string | undefined;
}

const POLL_MS = 50;
const LAST_LINES = 20;

/** How runtimes begin what they print when they end. */
const NAMES_FAILURE =
  /^(fatal error: |panic: |Exception in thread |thread '.*' panicked |Uncaught |\w*(Error|Exception): )/;

/** Somebody stopped it, maybe by way of a shell, which makes an exit code of the signal. */
function isStopped({ signal, exitCode }: Ended): boolean {
  return ['SIGHUP', 'SIGINT', 'SIGTERM'].includes(signal ?? '') || [129, 130, 143].includes(exitCode ?? 0);
}

/** The program ended, and nobody here had stopped it. */
export interface Crash extends Ended {
  readonly lines: readonly string[];
}
/** A program that ends is started again so often in one run. */
const RESTARTS = 100;

/** What is tested: an address, or a program that is started, started again when it ends, and stopped. */
export class Server {
  readonly log = new ServerLog();
  readonly #options: ServerOptions;
  /** Whether it is started and stopped here. */
  readonly isOwn: boolean;
  /** Whether what it prints is read. */
  readonly isLogged: boolean;
  readonly #following = new AbortController();
  #isFollowed = false;
  #program: Program | undefined;
  /** Resolves when a program that ended is started again. */
  #restarted = Promise.resolve();
  #restarts = 0;
  readonly #crashes: Crash[] = [];

  constructor(options: ServerOptions) {
    this.#options = options;
    this.isOwn = options.command !== undefined;
    this.isLogged = this.isOwn || options.logFile !== undefined;
  }

  /**
   * Starts the program, again if it runs already, and waits until it answers. Resolves with the reason if there is
   * nothing to test. An address that does not answer is left to the run, which says what is wrong with it.
   */
  async start(signal: AbortSignal): Promise<string | undefined> {
    const { command, waitMs, logFile } = this.#options;
    if (logFile !== undefined && !this.#isFollowed) await this.log.follow(logFile, this.#following.signal);
    this.#isFollowed = true;
    if (command !== undefined) return this.#startProgram(command, signal);
    if (waitMs > 0) await this.#untilThere(signal, new Promise(() => undefined));
    return undefined;
  }

  /** Resolves when no process of the program is left. */
  async stop(): Promise<void> {
    this.#following.abort();
    await this.#stopProgram();
  }

  /** How often the program ended by itself, the first time first. */
  get crashes(): readonly Crash[] {
    return this.#crashes;
  }

  /** Resolves when the last lines of a program that has just ended are read. */
  async isRead(): Promise<void> {
    if (this.#program?.isOver) await this.#program.ended;
  }

  async #startProgram(command: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const { shownUrl, look, waitMs } = this.#options;
    await this.#stopProgram();
    // Otherwise the server of yesterday would be tested.
    if ((await look()) === 'there') {
      throw new UsageError(
        `Something answers at ${shownUrl} before the command is started: stop it, or choose another port.`,
      );
    }
    const printed = this.log.lines.length;
    const program = await Program.start(command, this.#options, this.log);
    this.#program = program;
    this.#restarts = 0;
    const found = await this.#untilThere(signal, program.ended);
    if (found === 'there' || signal.aborted) {
      void this.#startAgain(command, program, printed);
      return undefined;
    }
    const what =
      found === 'silent'
        ? `The command runs, but ${shownUrl} did not answer within ${waitMs / 1000} s: check its port, or give it more time with --wait SECONDS.`
        : `The command ${endInWords(found)} before ${shownUrl} answered.`;
    const lines = this.#lastLines(printed);
    return [`${what} ${lines.length === 0 ? 'It printed nothing.' : 'Its last lines:'}`, ...lines].join('\n');
  }

  /** The line that names the failure is never cut off: in Go and Java, all goroutines or causes follow it. */
  #lastLines(from: number): readonly string[] {
    const printed = this.log.lines.slice(from).map(({ text }) => text);
    const last = printed.slice(-LAST_LINES);
    const named = printed.slice(0, -LAST_LINES).findLast((line) => NAMES_FAILURE.test(line));
    return named === undefined ? last : [named, '…', ...last.slice(2)];
  }

  /** A program that ends has crashed. The run goes on. */
  async #startAgain(command: readonly string[], ended: Program, printed: number): Promise<void> {
    const end = await ended.ended;
    if (this.#program !== ended) return;
    if (!isStopped(end)) this.#crashes.push({ ...end, lines: this.#lastLines(printed) });
    this.log.add(`(the command ${endInWords(end)})`);
    if (this.#restarts >= RESTARTS) return;
    this.#restarts += 1;
    this.#restarted = this.#replace(command, ended).catch(() => undefined);
  }

  async #replace(command: readonly string[], ended: Program): Promise<void> {
    await ended.stop();
    if (this.#program !== ended) return;
    const printed = this.log.lines.length;
    this.#program = await Program.start(command, this.#options, this.log);
    void this.#startAgain(command, this.#program, printed);
  }

  async #stopProgram(): Promise<void> {
    await this.#restarted;
    const program = this.#program;
    this.#program = undefined;
    await program?.stop();
  }

  async #untilThere(signal: AbortSignal, ended: Promise<Ended>): Promise<'there' | 'silent' | Ended> {
    const { look, waitMs } = this.#options;
    const until = systemClock.now() + waitMs;
    while (!signal.aborted && systemClock.now() < until) {
      const found = await Promise.race([ended, look()]);
      if (typeof found === 'object' || found === 'there') return found;
      await systemClock.sleep(POLL_MS, signal);
    }
    return 'silent';
  }
}
