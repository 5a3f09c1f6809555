import { setMaxListeners } from 'node:events';
import type { Exchange } from '../model/exchange.ts';
import type { Interruption } from '../model/report.ts';
import type { Ask } from './ask.ts';
import { Breaker } from './breaker.ts';
import { Budget, mayRepeat } from './budget.ts';
import { Controls } from './controls.ts';
import { Interruptions } from './interruptions.ts';
import { Losses } from './losses.ts';
import { Pace } from './pace.ts';
import { ServerPresence } from './presence.ts';
import { Sender, type TransportOptions } from './sender.ts';
import { REPEATS } from './suspects.ts';

export type { Ask } from './ask.ts';
export { type LossRules, Stopped, type TransportOptions } from './sender.ts';

/** What some gateways send on a connection that nobody uses (RFC 9110, 15.5.9); the next request may meet it. */
const IDLE_TOO_LONG = 408;
/** More answers of 503 in a row are not for a moment. */
const BUSY = 20;

/** Requests in a row that get a 5xx each time, before the next ones are not repeated: the server may always fail. */
const ERRORS = 10;

/** Bad credentials at once: a server that limits guesses turns all of these away together, and each of them was spent. */
const GUESSES = 4;

/**
 * Sends requests, bounded in number and pace, and returns answers of the server. What a doubtful answer means is found out
 * first (`interruptions.ts`), and a 5xx of the server is repeated, to see whether the input causes it. A repeat of a
 * creation needs room in the budget, and so does one with a bad credential.
 */
export class Transport {
  readonly writes: Budget;
  readonly badCredentials: Budget;
  /** Answers of 503 in a row, by method. */
  readonly #busy = new Map<string, number>();
  readonly #controls: Controls;
  readonly #pace: Pace;
  readonly #badPace: Pace;
  readonly #sender: Sender;
  readonly #presence: ServerPresence;
  readonly #breaker: Breaker;
  readonly #losses: Losses;
  readonly #interruptions: Interruptions;
  #errors = 0;

  constructor(options: TransportOptions) {
    const { clock, signal, cutOff, concurrency, maxRps, badCredentialPauseMs } = options;
    this.writes = new Budget(options.maxCreates);
    this.badCredentials = new Budget(options.maxBadCredentials);
    this.#controls = new Controls(options.controls);
    this.#pace = new Pace(clock, signal, concurrency, maxRps === undefined ? 0 : 1000 / maxRps);
    this.#badPace = new Pace(clock, signal, GUESSES, badCredentialPauseMs);
    this.#breaker = new Breaker(options.kindsOf);
    const { writes, badCredentials } = this;
    const [controls, pace, breaker] = [this.#controls, this.#pace, this.#breaker];
    const note = (ask: Ask, exchange: Exchange) => this.#note(ask, exchange);
    const sender = new Sender(options, { controls, pace, writes, note });
    const presence = new ServerPresence({ options, sender, controls, pace });
    const losses = new Losses(options, sender, breaker);
    [this.#sender, this.#presence, this.#losses] = [sender, presence, losses];
    this.#interruptions = new Interruptions({ options, sender, pace, presence, breaker, losses, badCredentials });
    // Every waiting request listens for the end of the run.
    setMaxListeners(0, signal, cutOff);
  }

  get interruptions(): readonly Interruption[] {
    return this.#interruptions.all;
  }

  /** The server refuses further bad credentials for a limit, after so many. */
  get guessesLimitedAfter(): number | undefined {
    return this.#interruptions.suspects.guessesLimitedAfter;
  }

  /** For how long limits have held the run up. */
  get waitedMs(): number {
    return Math.round(this.#pace.waitedMs);
  }

  /** Whether the server stopped and came back without what it had. Then nothing more is sent in this attempt. */
  async hasLost(): Promise<boolean> {
    await this.#interruptions.untilOpen();
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
    if (ask.hasKey) return this.#sendReserved(ask);
    if (!this.badCredentials.take()) return undefined;
    return this.#badPace.use(async () => {
      // Nothing else overtakes it unless it has to wait.
      await this.#badPace.turn();
      return this.#sendReserved(ask);
    }, ask.isUrgent);
  }

  async #sendReserved(ask: Ask): Promise<Exchange | undefined> {
    const reservation = ask.creates ? await this.writes.reserve() : undefined;
    if (ask.creates && !reservation) return undefined;
    try {
      // The slot is kept while waiting, so that a refused request is not overtaken forever.
      return await this.#pace.use(() => this.#settle(reservation ? { ...ask, reservation } : ask), ask.isUrgent);
    } finally {
      reservation?.end();
    }
  }

  #isPointless(ask: Ask): boolean {
    return this.#losses.isLost || this.#breaker.stops(ask) || this.#interruptions.suspects.refuses(ask);
  }

  async #settle(ask: Ask): Promise<Exchange | undefined> {
    await this.#untilAllowed();
    if (this.#isPointless(ask)) {
      if (!ask.hasKey) this.badCredentials.giveBack();
      return undefined;
    }
    let last = await this.#sendSettled(ask);
    // An error that does not repeat says nothing about this input.
    const repeats = this.#errors < ERRORS ? REPEATS : 0;
    for (let repeat = 0; repeat < repeats && this.#isOwnError(ask, last); repeat += 1) {
      if (!mayRepeat(ask, this.badCredentials)) break;
      await this.#untilAllowed();
      last = await this.#sendSettled(ask);
    }
    this.#errors = this.#isOwnError(ask, last) ? this.#errors + 1 : 0;
    return last;
  }

  async #sendSettled(ask: Ask): Promise<Exchange> {
    return (await this.#interruptions.watch(this.#sendOnce(ask))).settled;
  }

  /** Whoever waits for what is on the wire must see the doubtful answer in the queue. */
  async #sendOnce(ask: Ask): Promise<{ readonly settled: Exchange | Promise<Exchange> }> {
    const first = await this.#sender.send(ask);
    const doubt = this.#presence.doubtOf(ask, first);
    // Where nothing is required, silence costs one wait.
    if (doubt === undefined || (doubt === 'silent' && this.#breaker.isOpen(ask))) return { settled: first };
    return { settled: this.#interruptions.settle(ask, first, doubt, isOfUsedConnection(ask, first)) };
  }

  #isOwnError(ask: Ask, exchange: Exchange): boolean {
    return exchange.status >= 500 && this.#presence.isSound(ask, exchange);
  }

  /** A 503 of the server itself: it may have too much to do, unless it gives such requests no other answer. */
  #isBusy({ request: { method }, status }: Exchange): boolean {
    const inARow = status === 503 ? (this.#busy.get(method) ?? 0) + 1 : 0;
    this.#busy.set(method, inARow);
    return inARow > 0 && inARow <= BUSY;
  }

  /** Nothing is sent while somebody is suspected. */
  async #untilAllowed(): Promise<void> {
    do {
      await this.#interruptions.untilOpen();
      await this.#pace.turn(() => this.#interruptions.isOpen);
    } while (!this.#interruptions.isOpen);
    this.#sender.throwIfStopped();
  }

  #note(ask: Ask, exchange: Exchange): void {
    const { status } = exchange;
    const isSuccess = status >= 200 && status < 300;
    this.#presence.note(ask, exchange);
    if (ask.hasKey && isSuccess && !ask.input?.length) this.#controls.noteSuccess(ask);
    if (ask.hasKey && !isSuccess) this.#controls.noteFailure(exchange);
    const doubt = this.#presence.doubtOf(ask, exchange);
    this.#losses.note(exchange, doubt);
    const isLimited = doubt === 'limit' && !this.#interruptions.suspects.hasWaitedInVain;
    if (isLimited || this.#isBusy(exchange)) this.#pace.slowDown();
    if (doubt !== undefined || status === 0) return;
    this.#breaker.noteAnswer(ask);
    this.#pace.speedUp();
  }
}

/** A server may close a connection after any answer, and need not announce it; a gateway may say 408 first. */
function isOfUsedConnection(ask: Ask, { failure, unreadable, status }: Exchange): boolean {
  const { isStale, kind } = failure ?? unreadable ?? {};
  if (ask.connection === 'new') return false;
  if (status === IDLE_TOO_LONG) return true;
  if (kind !== 'reset') return false;
  return isStale === true || ask.connection === 'reused' || ask.lane !== undefined;
}
