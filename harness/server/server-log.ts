import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { systemClock } from '../basics/clock.ts';

/** What a server printed, and when it arrived here, in milliseconds since the epoch. */
export interface LogLine {
  readonly at: number;
  readonly text: string;
}

/** The last lines are kept: what fails is repeated at the end of a run. */
const KEPT_LINES = 5_000;
/** In characters: the rest of a longer line is left out. */
const LONGEST_LINE = 500;

/** Reads what a server prints, line by line, without colours. */
export class ServerLog {
  #lines: LogLine[] = [];

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  read(stream: Readable): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      const [first = '', ...others] = chunk.split('\n');
      const texts = [rest + first, ...others];
      // A line without an end does not fill the memory.
      rest = (texts.pop() ?? '').slice(0, 2 * LONGEST_LINE);
      for (const text of texts) this.#add(text);
    });
    stream.on('close', () => this.#add(rest));
    stream.on('error', () => undefined);
  }

  #add(text: string): void {
    const shown = stripVTControlCharacters(text).trimEnd();
    if (shown === '') return;
    const cut = shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown;
    this.#lines.push({ at: systemClock.now(), text: cut });
    if (this.#lines.length > 2 * KEPT_LINES) this.#lines = this.#lines.slice(-KEPT_LINES);
  }
}
