import type { Exchange } from '../model/exchange.ts';
import type { Session } from './suite.ts';

/** All exchanges of a run, and those of the attempt that is under way. */
export class RunRecord {
  readonly all: Exchange[] = [];
  /** Of all answers. */
  bytes = 0;
  attempt = 1;
  #ofAttempt = this.all;
  #answered: Session['answered'];

  get ofAttempt(): readonly Exchange[] {
    return this.#ofAttempt;
  }

  /** Values that an earlier attempt got an answer to. */
  get answered(): Session['answered'] {
    return this.#answered;
  }

  add(exchange: Exchange): void {
    this.all.push(exchange);
    if (this.#ofAttempt !== this.all) this.#ofAttempt.push(exchange);
    this.bytes += exchange.body.length;
  }

  beginAttempt(): void {
    this.attempt += 1;
    this.#answered = new Set(this.all.filter(({ status }) => status > 0).flatMap(({ input = [] }) => input));
    this.#ofAttempt = [];
  }
}
