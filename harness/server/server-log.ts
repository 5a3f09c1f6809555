import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { systemClock } from '../basics/clock.ts';
import { codeOf, UsageError } from '../basics/usage-error.ts';

/** What a server printed, and when it arrived here, in milliseconds since the epoch. */
export interface LogLine {
  readonly at: number;
  readonly text: string;
}

/** The last lines are kept: what fails is repeated at the end of a run. */
const KEPT_LINES = 5_000;
/** In characters: the rest of a longer line is left out. */
const LONGEST_LINE = 500;
const POLL_MS = 20;
/** In bytes, for each look at a file. */
const CHUNK = 64 * 1024;

/** Reads what a server prints, line by line, without colours. */
export class ServerLog {
  #lines: LogLine[] = [];

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  add(text: string): void {
    const shown = stripVTControlCharacters(text).trimEnd();
    if (shown === '') return;
    const cut = shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown;
    this.#lines.push({ at: systemClock.now(), text: cut });
    if (this.#lines.length > 2 * KEPT_LINES) this.#lines = this.#lines.slice(-KEPT_LINES);
  }

  read(stream: Readable): void {
    const split = this.#splitter();
    stream.setEncoding('utf8');
    stream.on('data', split);
    stream.on('close', () => split('\n'));
    stream.on('error', () => undefined);
  }

  /** Reads what is appended to a file from now on, until the signal. */
  async follow(file: string, signal: AbortSignal): Promise<void> {
    const handle = await open(file).catch((error: unknown) => {
      throw new UsageError(
        `The server log ${file} cannot be read (${codeOf(error)}): name the file that the server writes.`,
      );
    });
    const split = this.#splitter();
    const decoder = new TextDecoder();
    const buffer = Buffer.alloc(CHUNK);
    let { size: position } = await handle.stat();
    const poll = async () => {
      while (!signal.aborted) {
        const { size } = await handle.stat();
        // It was emptied.
        if (size < position) position = 0;
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
        position += bytesRead;
        split(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
        if (bytesRead < CHUNK) await sleep(POLL_MS);
      }
    };
    void poll()
      .catch(() => undefined)
      .finally(() => handle.close());
  }

  #splitter(): (chunk: string) => void {
    let rest = '';
    return (chunk) => {
      const [first = '', ...others] = chunk.split('\n');
      const texts = [rest + first, ...others];
      // A line without an end does not fill the memory.
      rest = (texts.pop() ?? '').slice(0, 2 * LONGEST_LINE);
      for (const text of texts) this.add(text);
    };
  }
}
