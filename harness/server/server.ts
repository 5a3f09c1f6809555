import { systemClock } from '../basics/clock.ts';
import { UsageError } from '../basics/usage-error.ts';
import { type Ended, type Place, Program } from './program.ts';

/** `starting` if something is there that does not answer yet. */
export type Presence = 'absent' | 'starting' | 'there';

export interface ServerOptions extends Place {
  /** Starts the server; without one, somebody else does. */
  readonly command?: readonly string[] | undefined;
  /** Without secrets. */
  readonly shownUrl: string;
  /** How long it may take until it answers. */
  readonly waitMs: number;
  readonly look: () => Promise<Presence>;
}

const POLL_MS = 50;
const LAST_LINES = 20;

/** What is tested: an address, or a program that is started and stopped. */
export class Server {
  readonly #options: ServerOptions;
  /** Whether it is started and stopped here. */
  readonly isOwn: boolean;
  #program: Program | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.isOwn = options.command !== undefined;
  }

  /**
   * Starts the program, again if it runs already, and waits until it answers. Resolves with the reason if there is
   * nothing to test. An address that does not answer is left to the run, which says what is wrong with it.
   */
  async start(signal: AbortSignal): Promise<string | undefined> {
    const { command, shownUrl, look, waitMs } = this.#options;
    if (command === undefined) {
      if (waitMs > 0) await this.#untilThere(signal, new Promise(() => undefined));
      return undefined;
    }
    await this.stop();
    // Otherwise the server of yesterday would be tested.
    if ((await look()) === 'there') {
      throw new UsageError(
        `Something answers at ${shownUrl} before the command is started: stop it, or choose another port.`,
      );
    }
    const program = await Program.start(command, this.#options);
    this.#program = program;
    const found = await this.#untilThere(signal, program.ended);
    if (found === 'there' || signal.aborted) return undefined;
    const what =
      found === 'silent'
        ? `The command runs, but ${shownUrl} did not answer within ${waitMs / 1000} s: check its port, or give it more time with --wait SECONDS.`
        : `The command ${found.how} before ${shownUrl} answered.`;
    const lines = program.log.lines.slice(-LAST_LINES).map(({ text }) => text);
    return [`${what} ${lines.length === 0 ? 'It printed nothing.' : 'Its last lines:'}`, ...lines].join('\n');
  }

  /** Resolves when no process of the program is left. */
  async stop(): Promise<void> {
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
