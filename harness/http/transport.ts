import { setMaxListeners } from 'node:events';
import type { Conclusion } from '../model/conclusion.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Interruption } from '../model/report.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Ask, Sending } from './ask.ts';
import { Availability, LIMIT_PAUSE_MS } from './availability.ts';
import { Breaker } from './breaker.ts';
import { Budget } from './budget.ts';
import { Controls } from './controls.ts';
import { FirstTimes } from './first-times.ts';
import { Loop } from './loop.ts';
import { Losses } from './losses.ts';
import { Pace } from './pace.ts';
import { Sender, type TransportOptions } from './sender.ts';
import { lineOf } from './suspect.ts';
import { SHOWN } from './trial.ts';

export type { Ask } from './ask.ts';
export { type LossRules, Stopped, type TransportOptions } from './sender.ts';

/** What some gateways send on a connection that nobody uses (RFC 9110, 15.5.9); the next request may meet it. */
const IDLE_TOO_LONG = 408;
/** Repeats of a request that got a 5xx, to see whether the input causes it. */
const ERROR_REPEATS = 4;
/** Requests in a row that get a 5xx each time, before the next ones are repeated only once: a service may always fail. */
const ERRORS = 10;

/**
 * Sends requests, bounded in number and pace, and returns answers of the service. An answer that may not be the service's
 * own goes into the loop, which finds out what it means. A 5xx of the service is repeated, to see whether the input
 * causes it. A repeat of a creation needs room in the budget, and so does one with a bad credential.
 */
export class Transport {
  readonly writes: Budget;
  readonly badCredentials: Budget;
  readonly #options: TransportOptions;
  readonly #controls: Controls;
  readonly #pace: Pace;
  readonly #badPace: Pace;
  readonly #sender: Sender;
  readonly #availability: Availability;
  readonly #breaker: Breaker;
  readonly #firstTimes: FirstTimes;
  readonly #losses: Losses;
  readonly #loop: Loop;
  #errors = 0;
  /** Requests that have got no answer at all. */
  readonly #unanswered = new Map<WireRequest, string>();

  constructor(options: TransportOptions) {
    const { clock, signal, cutOff, concurrency, maxRps, badCredentialPauseMs } = options;
    this.#options = options;
    this.writes = new Budget(options.maxCreates);
    this.badCredentials = new Budget(options.maxBadCredentials);
    this.#controls = new Controls(options.controls);
    this.#pace = new Pace(clock, signal, concurrency, maxRps === undefined ? 0 : 1000 / maxRps);
    this.#badPace = new Pace(clock, signal, 1, badCredentialPauseMs);
    const { writes, badCredentials } = this;
    const [controls, pace] = [this.#controls, this.#pace];
    const note = (ask: Sending, exchange: Exchange) => this.#note(ask, exchange);
    this.#sender = new Sender(options, { controls, pace, writes, note });
    this.#availability = new Availability({ options, sender: this.#sender, controls, pace });
    const { kindsOf, isOdd = () => false } = options;
    this.#breaker = new Breaker(kindsOf, isOdd);
    this.#firstTimes = new FirstTimes(options);
    this.#losses = new Losses(options, this.#sender, this.#breaker);
    this.#loop = new Loop({
      ...{ options, controls, pace, writes, badCredentials },
      sender: this.#sender,
      availability: this.#availability,
      breaker: this.#breaker,
      losses: this.#losses,
      suspectsIn: (broken) => this.#firstTimes.suspectsIn(broken),
      unanswered: () => [...this.#unanswered.values()].slice(0, SHOWN),
    });
    // Every waiting request listens for the end of the run.
    setMaxListeners(0, signal, cutOff);
  }

  get interruptions(): readonly Interruption[] {
    return this.#loop.interruptions;
  }

  /** The service refuses further bad credentials for a limit, after so many. */
  get guessesLimitedAfter(): number | undefined {
    return this.#loop.guessesLimitedAfter;
  }

  /** For how long limits have held the run up. */
  get waitedMs(): number {
    return Math.round(this.#pace.waitedMs);
  }

  /** Whether the service stopped and came back without what it had. Then nothing more is sent in this attempt. */
  async hasLost(): Promise<boolean> {
    await this.#loop.untilOpen();
    await this.#losses.look();
    return this.#losses.isLost;
  }

  beginAttempt(): void {
    this.#losses.forget();
  }

  /** Resolves when nothing is under way any more. */
  settled(): Promise<void> {
    return this.#sender.settled();
  }

  /** Undefined if a budget is spent, or if such requests are not sent any more. Throws Stopped if the run cannot go on. */
  async send(ask: Ask): Promise<Exchange | undefined> {
    if (this.#isPointless(ask)) return undefined;
    if (!ask.hasKey) {
      if (!this.badCredentials.take()) return undefined;
      // Nothing else overtakes it unless it has to wait.
      await this.#badPace.turn();
    }
    const share = ask.creates ? await this.writes.reserve() : undefined;
    if (ask.creates && !share) return undefined;
    try {
      // The slot is kept while waiting, so that a refused request is not overtaken forever.
      const send = () => this.#pace.use(() => this.#settle(share ? { ...ask, share } : ask), ask.isUrgent);
      return await this.#firstTimes.send(ask, send);
    } finally {
      share?.end();
    }
  }

  #isPointless(ask: Ask): boolean {
    if (this.#losses.isLost) return true;
    return this.#breaker.stops(ask) || (!ask.hasKey && this.#loop.guessesLimitedAfter !== undefined);
  }

  async #settle(ask: Sending): Promise<Exchange | undefined> {
    await this.#untilAllowed(ask);
    if (this.#isPointless(ask)) {
      if (!ask.hasKey) this.badCredentials.giveBack();
      return undefined;
    }
    const settled = await this.#sendSettled(ask);
    return this.#isOwnError(ask, settled) ? this.#repeatError(ask, settled) : settled;
  }

  async #sendSettled(ask: Sending): Promise<Exchange> {
    const { settled, again } = await this.#loop.watch(this.#sendOnce(ask));
    return again ? this.#sendSettled(again) : settled;
  }

  /** Whoever waits for what is on the wire must see the doubtful answer in the queue. */
  async #sendOnce(ask: Sending): Promise<{ readonly settled: Exchange | Promise<Exchange>; readonly again?: Sending }> {
    const first = await this.#sender.send(ask, (exchange) => this.#concludeOpen(ask, exchange));
    const doubt = this.#availability.doubtOf(ask, first);
    if (doubt === undefined || (doubt === 'silent' && this.#breaker.isOpen(ask))) return { settled: first };
    if (!isOfUsedConnection(ask, first)) return { settled: this.#loop.settle(ask, first, doubt) };
    const fresh: Sending = { ...ask, connection: 'new', brokenBefore: first };
    // A creation has only one repeat, and while others are suspected this request is one of them.
    const isSuspected = ask.creates || !this.#loop.isOpen || !this.#mayRepeat(fresh);
    return isSuspected ? { settled: this.#loop.settle(fresh, first, doubt, true) } : { settled: first, again: fresh };
  }

  /** Nothing is required of it: it costs one wait. */
  #concludeOpen(ask: Sending, { number, failure }: Exchange): Conclusion | undefined {
    if (failure?.kind !== 'timeout' || !this.#breaker.isOpen(ask)) return undefined;
    this.#breaker.stopOpen();
    return { about: [number], cause: 'input' };
  }

  #isOwnError(ask: Sending, exchange: Exchange): boolean {
    return exchange.status >= 500 && this.#availability.doubtOf(ask, exchange) === undefined;
  }

  /** Until it is answered: an error that does not repeat says nothing about this input. */
  async #repeatError(ask: Sending, first: Exchange): Promise<Exchange> {
    const { clock, signal } = this.#options;
    const isHopeless = this.#errors >= ERRORS;
    let last = first;
    for (let repeat = 0; repeat < (isHopeless ? 1 : ERROR_REPEATS); repeat += 1) {
      if (!this.#isOwnError(ask, last) || !this.#mayRepeat(ask)) break;
      // A service that is overloaded gets time; one that crashes needs none.
      if (last.status === 503 && !isHopeless) await clock.sleep(LIMIT_PAUSE_MS, signal);
      await this.#untilAllowed(ask);
      last = await this.#sendSettled(ask);
    }
    this.#errors = last.status >= 500 ? this.#errors + 1 : 0;
    return last;
  }

  #mayRepeat({ share, hasKey }: Sending): boolean {
    if (share && !share.renew()) return false;
    return hasKey || this.badCredentials.take();
  }

  /** Nothing is sent while somebody is suspected. */
  async #untilAllowed(ask: Sending): Promise<void> {
    do {
      await this.#loop.untilOpen();
      await this.#pace.turn(this.#options.operationOf(ask), () => this.#loop.isOpen);
    } while (!this.#loop.isOpen);
    this.#sender.throwIfStopped();
  }

  #note(ask: Sending, exchange: Exchange): void {
    const { request, status, failure, answeredAt } = exchange;
    const isSuccess = status >= 200 && status < 300;
    this.#availability.note(ask, exchange);
    this.#loop.note(ask, exchange);
    if (ask.hasKey && isSuccess && !ask.input?.length) this.#controls.noteSuccess(ask, this.#options.operationOf(ask));
    if (ask.hasKey && !isSuccess) this.#controls.noteFailure(exchange);
    const doubt = this.#availability.doubtOf(ask, exchange);
    this.#losses.note(exchange, doubt);
    if (doubt === undefined && status > 0) this.#breaker.noteAnswer(ask, answeredAt);
    if (status > 0) this.#unanswered.delete(request);
    else if (failure?.kind !== 'refused') this.#unanswered.set(request, lineOf(exchange));
  }
}

/** A service may close a connection after any answer, and need not announce it; a gateway may say 408 first. */
function isOfUsedConnection(ask: Sending, { failure, unreadable, status }: Exchange): boolean {
  const { isStale, kind } = failure ?? unreadable ?? {};
  if (ask.connection === 'new') return false;
  if (status === IDLE_TOO_LONG) return true;
  if (kind !== 'reset') return false;
  return isStale === true || ask.connection === 'reused' || ask.lane !== undefined;
}
