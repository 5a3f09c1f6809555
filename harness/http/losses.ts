import type { Exchange } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Breaker } from './breaker.ts';
import { controlOf } from './controls.ts';
import type { Sender, TransportOptions } from './sender.ts';

/** A service that stops loses what it does not keep in a file. The first request after an absence notices it. */
export class Losses {
  /** Until the next attempt begins. */
  isLost = false;
  #isInQuestion = false;
  readonly #options: TransportOptions;
  readonly #sender: Sender;
  readonly #breaker: Breaker;

  constructor(options: TransportOptions, sender: Sender, breaker: Breaker) {
    this.#options = options;
    this.#sender = sender;
    this.#breaker = breaker;
  }

  note({ status }: Exchange, doubt: Doubt | undefined): void {
    const isOfGateway = doubt !== undefined && status >= 502 && status <= 504;
    if (status === 0 || isOfGateway) this.#isInQuestion = true;
  }

  /** Asks only if the service may have been away since the last time. It has to be there. */
  async look(): Promise<void> {
    const { losses: rules, clock, signal, consistencyWindowMs } = this.#options;
    if (this.isLost || !this.#isInQuestion || !rules) return;
    await this.#ask();
    if (!rules.isLost()) return;
    // Reads may lag.
    await clock.sleep(consistencyWindowMs + 1, signal);
    await this.#ask();
    this.isLost = rules.isLost();
  }

  /** A fetch of a pet that is gone is not the request that it was. */
  hides(request: WireRequest): boolean {
    return this.isLost && this.#options.losses?.isOfPet(request) === true;
  }

  /** A new attempt begins, without what was lost. */
  forget(): void {
    this.isLost = false;
    this.#isInQuestion = false;
  }

  /** Once, unless they meet the next absence themselves. */
  async #ask(): Promise<void> {
    const asks = (this.#options.losses?.witnesses() ?? []).map((request) => ({ ...controlOf(request), probe: PROBE }));
    this.#isInQuestion = false;
    await Promise.all(asks.filter((ask) => !this.#breaker.stops(ask)).map((ask) => this.#sender.sendInTurn(ask)));
  }
}

const PROBE = 'attempt';
