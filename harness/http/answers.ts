import { type Exchange, isOfGateway, isThrottled } from '../model/exchange.ts';
import type { Sending } from './ask.ts';
import { Budget } from './budget.ts';
import { Controls, controlOf } from './controls.ts';
import { Crashes } from './crashes.ts';
import { LockOut } from './lock-out.ts';
import { Outages } from './outages.ts';
import { type Patience, RateLimit } from './rate-limit.ts';
import { type Conclude, type Send, Sender, type TransportOptions } from './sender.ts';
import { Traffic } from './traffic.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1600;
/** Requests that a diagnosis names. */
export const SHOWN = 12;

/**
 * Gets answers of the service: waits for rate limits, for a service that is being restarted and for a key that is locked
 * out, within `--max-wait`. What these have in common is that every request waits, and that controls show when it is over.
 */
export class Answers {
  readonly sender: Sender;
  readonly controls: Controls;
  readonly traffic: Traffic;
  readonly writes: Budget;
  readonly badCredentials: Budget;
  readonly rateLimit: RateLimit;
  readonly lockOut: LockOut;
  readonly outages: Outages;
  readonly crashes = new Crashes();
  readonly #options: TransportOptions;
  /** Paths that are refused with 429 whatever else is sent. */
  readonly #turnedAway = new Set<string | undefined>();
  #hasAnswered = false;
  /** The service is waited for: one request at a time asks whether it is back. */
  #comingBack: Promise<void> | undefined;

  constructor(options: TransportOptions, note: (ask: Sending, exchange: Exchange) => void) {
    const { clock, signal, maxWaitMs } = options;
    this.#options = options;
    this.controls = new Controls(options.controls);
    this.traffic = new Traffic(clock, signal);
    this.writes = new Budget(options.maxCreates);
    this.badCredentials = new Budget(options.maxBadCredentials);
    this.rateLimit = new RateLimit(clock, maxWaitMs);
    this.lockOut = new LockOut(clock, maxWaitMs);
    this.outages = new Outages(clock);
    const { controls, traffic, writes } = this;
    const noteBoth = (ask: Sending, exchange: Exchange) => {
      this.#note(ask, exchange);
      note(ask, exchange);
    };
    this.sender = new Sender(options, { controls, traffic, writes, note: noteBoth });
  }

  /** Waits for rate limits and for a service that is being restarted. */
  async answer(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    const patience = this.rateLimit.patience();
    const throttled: number[] = [];
    for (;;) {
      const exchange = await this.sendPermitted(ask, conclude);
      if (this.isDown(exchange)) {
        await this.untilBack();
        if (this.crashes.isSuspect(ask.request)) return exchange;
        continue;
      }
      if (!isThrottled(exchange)) {
        patience.notePassed();
        return exchange;
      }
      if (this.#options.signal.aborted || !this.mayRepeat(ask)) return exchange;
      throttled.push(exchange.number);
      // A service may slow down whoever guesses keys, unless it refuses the same request with the right one.
      const fetched = ask.request.body === undefined ? ask.request.path : undefined;
      const isGuess = !ask.hasKey && !this.#turnedAway.has(fetched);
      const isSuspicious = patience.isSuspicious(exchange) && !isGuess;
      const others = isSuspicious ? await this.#lookAtOthers(ask, throttled, patience) : 'unknown';
      if (others === 'blame it') {
        if (fetched !== undefined) this.#turnedAway.add(fetched);
        return exchange;
      }
      if (others === 'are answered') {
        await patience.waitAlone(this.#options.signal);
        continue;
      }
      const reason = patience.wait(exchange);
      if (!reason) continue;
      this.sender.stop(reason);
      return exchange;
    }
  }

  /** While others are held. It waits for a rate limit: that one answers says nothing about the request. */
  async answerAlone(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    const { signal } = this.#options;
    const patience = this.rateLimit.patience();
    for (;;) {
      await this.rateLimit.waitOut(signal);
      const exchange = await this.sender.sendInTurn(ask, conclude);
      if (!isThrottled(exchange) || signal.aborted || !this.mayRepeat(ask) || patience.wait(exchange)) return exchange;
    }
  }

  /** Whether all controls are answered while a request is turned away. A creation is compared with a creation too. */
  async #lookAtOthers(ask: Sending, about: readonly number[], patience: Patience) {
    const { isUsual } = this.rateLimit;
    const shapes: Sending[] = this.controls.reliable(ask.request).map(controlOf);
    if (isUsual) shapes.splice(1);
    if (ask.creates && patience.isLastRound && !isUsual) {
      const request = this.controls.creation;
      const share = request && this.writes.share();
      if (!share) return 'unknown';
      shapes.push({ ...controlOf(request), creates: true, share });
    }
    let isBlamed = false;
    try {
      for (const [at, control] of shapes.entries()) {
        const answer = await this.sendPermitted(control, (exchange) => {
          isBlamed = at === shapes.length - 1 && this.isAnswered(exchange) && patience.blames();
          return isBlamed ? { about, cause: 'input' } : undefined;
        });
        if (!this.isAnswered(answer)) return 'unknown';
      }
    } finally {
      for (const { share } of shapes) share?.end();
    }
    return isBlamed ? 'blame it' : 'are answered';
  }

  /** One shape after the other, until one shows what is asked for; the last one if none does. */
  async askControls(
    { request }: Sending,
    isEnough: (control: Exchange) => boolean,
    send: Send = (...args) => this.sendPermitted(...args),
    conclude?: Conclude,
  ): Promise<Exchange> {
    let last: Exchange | undefined;
    for (const shape of this.controls.against(request)) {
      last = await send(controlOf(shape), conclude);
      if (isEnough(last)) return last;
    }
    if (!last) throw new Error('There is no control.');
    return last;
  }

  isAnswered(exchange: Exchange): boolean {
    return exchange.status > 0 && !isThrottled(exchange) && !this.isOfGateway(exchange);
  }

  /** Nobody listens at the address, although somebody did. */
  isDown({ failure }: Exchange): boolean {
    return failure?.kind === 'refused' && this.#hasAnswered;
  }

  untilBack(isExplained = false): Promise<void> {
    this.#comingBack ??= this.#comeBack(isExplained).finally(() => {
      this.#comingBack = undefined;
    });
    return this.#comingBack;
  }

  async #comeBack(isExplained: boolean): Promise<void> {
    const { clock, maxWaitMs, signal } = this.#options;
    const outage = this.outages.begin(0);
    let pause = FIRST_PAUSE_MS;
    for (let control: Exchange | undefined; control === undefined || control.status === 0; ) {
      await clock.sleep(pause, signal);
      this.sender.throwIfStopped();
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      const isLast = clock.now() + pause > outage.since + maxWaitMs;
      const suspects = this.crashes.suspects(outage);
      const about = suspects.map(({ number }) => number);
      control = await this.sender.sendInTurn(this.controls.next(), ({ status }) =>
        isLast && status === 0 && about.length > 0 ? { about, cause: 'crash' } : undefined,
      );
      if (!isLast || control.status > 0) continue;
      this.sender.stop({ kind: 'service-gone', requests: suspects.slice(0, SHOWN).map(lineOf) });
      this.sender.throwIfStopped();
    }
    this.outages.settle(outage, !isExplained);
  }

  /** The key is locked out if every shape refuses it, also those that accepted it before. */
  async isLockedOut(ask: Sending, exchanges: readonly number[]): Promise<boolean> {
    const shapes = this.controls.against(ask.request);
    const hasWorked = shapes.some((shape) => this.controls.wasAccepted(shape));
    const about = [...exchanges];
    for (const [at, shape] of shapes.entries()) {
      const isLast = at === shapes.length - 1;
      const control = await this.sendPermitted(controlOf(shape), ({ number, status }) =>
        isLast && hasWorked && status === 401 ? { about: [...about, number], cause: 'locked-out' } : undefined,
      );
      if (control.status !== 401) return false;
      about.push(control.number);
    }
    if (!hasWorked) this.lockOut.noteRefused();
    return hasWorked;
  }

  async untilAccepted(): Promise<void> {
    const { clock, maxWaitMs, signal } = this.#options;
    const since = clock.now();
    let pause = FIRST_PAUSE_MS;
    for (let isAccepted = false; !isAccepted; ) {
      await clock.sleep(pause, signal);
      this.sender.throwIfStopped();
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      const control = await this.sender.sendInTurn(this.controls.next(), ({ number, status }) =>
        status === 401 ? { about: [number], cause: 'locked-out' } : undefined,
      );
      isAccepted = control.status !== 401 && this.isAnswered(control);
      if (isAccepted || clock.now() + pause <= since + maxWaitMs) continue;
      this.sender.stop({ kind: 'key-stopped', badCredentials: this.badCredentials.used });
      this.sender.throwIfStopped();
    }
  }

  mayRepeat({ share }: Sending): boolean {
    return share === undefined || share.renew();
  }

  /** While a request waits for its turn, another may meet the rate limit, which applies to both. */
  async #permission(): Promise<void> {
    const { signal } = this.#options;
    do {
      await this.lockOut.waitOut();
      await this.rateLimit.waitOut(signal);
      await this.sender.turn();
      await this.traffic.waitForOthers();
    } while (!this.rateLimit.isOver && !signal.aborted);
    this.sender.throwIfStopped();
  }

  isOfGateway(exchange: Exchange): boolean {
    return exchange.status >= 500 && isOfGateway(exchange, this.#options.isOwnError(exchange));
  }

  async sendPermitted(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    await this.#permission();
    return this.sender.send(ask, conclude);
  }

  #note({ hasKey, input = [], creates }: Sending, exchange: Exchange): void {
    const { request, status } = exchange;
    this.#hasAnswered ||= status > 0;
    this.crashes.note(exchange);
    const isSuccess = status >= 200 && status < 300;
    if (hasKey && isSuccess && input.length === 0) this.controls.noteSuccess(request, creates);
    if (hasKey && !isSuccess) this.controls.noteFailure(exchange);
  }
}

export function lineOf({ number, request, input = [] }: Exchange): string {
  return [`#${number} ${request.method} ${request.path}`, ...input].join(', ');
}
