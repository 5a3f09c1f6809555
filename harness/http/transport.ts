import { setMaxListeners } from 'node:events';
import { Semaphore } from '../basics/semaphore.ts';
import type { Conclusion } from '../model/conclusion.ts';
import { type Exchange, isBroken, isThrottled } from '../model/exchange.ts';
import type { FailureKind } from '../model/failure.ts';
import type { Interruption } from '../model/report.ts';
import type { WireRequest } from '../model/wire.ts';
import { Answers, lineOf, SHOWN } from './answers.ts';
import type { Ask, Sending } from './ask.ts';
import type { Budget } from './budget.ts';
import { Hangs } from './hangs.ts';
import type { Outage } from './outages.ts';
import { turnEvery } from './rate-limit.ts';
import type { Conclude, Send, TransportOptions } from './sender.ts';

export type { Ask } from './ask.ts';
export { Stopped, type TransportOptions } from './sender.ts';

const FIRST_PAUSE_MS = 250;
/** Repeats before a gateway's answer is taken for the answer to this input. */
const GATEWAY_REPEATS = 3;
/** Requests that were the cause themselves, before the next ones are repeated sooner. */
const GATEWAY_CAUSES = 3;
/** Repeats of a request that got a 5xx, to see whether the input causes it. */
const ERROR_REPEATS = 4;
/** Requests in a row that get a 5xx each time, before the next ones are repeated only once: a service may always fail. */
const ERRORS = 10;
/** Repeats of a request whose connection broke: twice may be chance. */
const RESET_REPEATS = 2;
const PIECES_REPEATS = 3;
/** Requests that get no answer even alone, before others need not wait for such a request any more. */
const SILENT_ALONE = 3;
/** Requests that only got an answer alone, before all are sent so: one may be chance. */
const STARVED = 2;
/** Until a service that limits connections has noticed that others are closed. */
const ROOM_MS = 50;
/** Times that a request is sent again after a lock-out that has ended. */
const LOCK_OUTS = 3;
/** Ways of giving no answer that can be the service's fault. */
const FAULTS: readonly (FailureKind | undefined)[] = ['reset', 'timeout', 'invalid-http', 'oversized-headers'];

/**
 * Sends requests, bounded in number at once, and repeats those whose answer may not be the service's or may be chance.
 * `#settle` looks at the first answer and chooses one way on. On each way, small machines share what is known between
 * all requests. Each has a file of its own:
 *
 * | machine | begins with | meanwhile | ends with |
 * |---|---|---|---|
 * | `rate-limit` | 429, or 503 with Retry-After | every request waits | the time is over; `--max-wait` stops the run |
 * | `lock-out` | 401 to the right key twice, and to all controls | every request waits | the key is accepted; `--max-wait` stops the run |
 * | `outages` | a gateway's answer, no connection | the request is repeated | it is answered, or it never is |
 * | `crashes` | broken connections, then none | one control after the other | an answer; each suspect is sent alone |
 * | `hangs` | no answer twice while a control gets one | others are sent | two of a kind: it is not sent any more |
 * | `traffic` | a request that must be alone | the others wait | it is answered, or given up |
 *
 * An outage is an interruption if the same request is answered later, and its input is the cause if it never is while
 * the control is. A suspect that stops the service again is the culprit, and is not sent any more. If the service does
 * not come back within `--max-wait`, all suspects are reported.
 *
 * Controls are plain requests of different shapes (`controls`): one that is answered shows that the service is up and
 * accepts the key, and only if all fail it does not. The ways of `#settle`, the first that applies:
 *
 * | first answer | way | repeats |
 * |---|---|---|
 * | none, or cut off | `#repeatBroken`, `#repeatAlone`, `#blame` | a few, one more alone, then a control |
 * | of a gateway | `#throughGateway` | three, each after a control |
 * | 5xx of the service | `#repeatError` | up to four, until it is answered |
 * | 401 to the right key | `#confirmRefusedKey` | one, then controls |
 * | any other | none | none |
 *
 * Rate limits and refused connections are waited out before that, in `answers`, on every way. A repeat of a creation
 * needs room in the budget. What follows from the repeats (`Conclusion`) is recorded in the exchange that shows it, so
 * that the specification can decide from the record alone.
 */
export class Transport {
  readonly writes: Budget;
  readonly badCredentials: Budget;
  readonly interruptions: readonly Interruption[];
  readonly #options: TransportOptions;
  readonly #answers: Answers;
  readonly #semaphore: Semaphore;
  readonly #badTurn: () => Promise<void>;
  readonly #hangs: Hangs<Ask>;
  #silentAlone = 0;
  #starved = 0;
  #errors = 0;
  /** Requests that have got no answer at all. */
  readonly #unanswered = new Map<WireRequest, string>();

  constructor(options: TransportOptions) {
    const { clock, signal, cutOff, concurrency, badCredentialPauseMs } = options;
    this.#options = options;
    this.#answers = new Answers(options, (ask, exchange) => this.#note(ask, exchange));
    this.#semaphore = new Semaphore(concurrency);
    this.#badTurn = turnEvery(badCredentialPauseMs, clock, signal);
    this.#hangs = new Hangs<Ask>(options.kindsOf);
    this.writes = this.#answers.writes;
    this.badCredentials = this.#answers.badCredentials;
    this.interruptions = this.#answers.outages.interruptions;
    // Every waiting request listens for the end of the run.
    setMaxListeners(0, signal, cutOff);
  }

  /** For how long a rate limit has held the run up. */
  get waitedMs(): number {
    return this.#answers.rateLimit.waitedMs;
  }

  /** The service has forgotten what the budgets were used for. */
  renewBudgets(): void {
    this.writes.renew();
    this.badCredentials.renew();
  }

  /** Resolves when nothing is under way any more. */
  settled(): Promise<void> {
    return this.#answers.sender.settled();
  }

  /** Undefined if a budget is spent, or if such requests get no answer. Throws Stopped if the run cannot go on. */
  async send(ask: Ask): Promise<Exchange | undefined> {
    if (this.#isPointless(ask)) return undefined;
    if (!ask.hasKey) {
      if (!this.badCredentials.take()) return undefined;
      // Nothing else overtakes it unless it has to wait.
      if (this.#options.badCredentialPauseMs > 0) await this.#badTurn();
    }
    const share = ask.creates ? await this.writes.reserve() : undefined;
    if (ask.creates && !share) return undefined;
    try {
      // The slot is kept while waiting, so that a rate-limited request is not overtaken forever.
      return await this.#semaphore.use(() => this.#settle(share ? { ...ask, share } : ask), ask.isUrgent);
    } finally {
      share?.end();
    }
  }

  #isPointless(ask: Ask): boolean {
    return this.#hangs.stops(ask) || this.#answers.crashes.isCulprit(ask.request);
  }

  async #settle(ask: Sending): Promise<Exchange | undefined> {
    if (this.#isPointless(ask)) return undefined;
    const first = await this.#answers.answer(ask, (exchange) => this.#hangs.concludeOpen(ask, exchange));
    if (first.failure?.kind === 'timeout' && this.#hangs.isOpen(ask)) return first;
    if (first.status > 0 && !this.#answers.isOfGateway(first)) {
      this.#answers.outages.noteAnswer(first.sentAt + this.#options.startedAt);
      if (ask.hasKey && first.status < 300) this.#answers.lockOut.noteSuccess();
    }
    if (isBroken(first)) return this.#repeatBroken(ask, first);
    if (this.#answers.isOfGateway(first)) return this.#throughGateway(ask, first);
    if (first.status >= 500 && !isThrottled(first)) return this.#repeatError(ask, first);
    if (ask.hasKey && first.status === 401 && !this.#answers.lockOut.isKnown)
      return this.#confirmRefusedKey(ask, first);
    return first;
  }

  /** Without a complete answer: it is the service's fault only if it happens again while others are answered. */
  async #repeatBroken(ask: Sending, first: Exchange): Promise<Exchange> {
    const { kind, isStale } = first.failure ?? first.unreadable ?? {};
    if (kind?.startsWith('proxy-')) return first;
    const isReset = kind === 'reset';
    // Bytes that came over a new connection are of this answer.
    const isUsed = ask.connection !== 'new' && (isStale || ask.connection === 'reused' || ask.lane !== undefined);
    const again: Sending = isUsed ? { ...ask, connection: 'new' } : ask;
    // A service may close a connection after any answer. A creation is repeated only once, and then alone.
    if (isReset && again !== ask && !ask.creates) {
      const fresh = await this.#answers.answer(again);
      return isBroken(fresh) ? this.#repeatBroken(again, fresh) : fresh;
    }
    const isWhole = ask.request.cutAt === undefined;
    const outage = isReset && isWhole && again === ask ? this.#answers.outages.begin(0) : undefined;
    const exchanges = [first.number];
    let last = first;
    const repeats = isReset && !ask.creates ? (isWhole ? RESET_REPEATS : PIECES_REPEATS) : 1;
    for (let repeat = 1; repeat < repeats && isBroken(last); repeat += 1) {
      const next = await this.#answers.answer(again);
      // The service was gone in between: this request may be the reason, and is sent alone.
      if (this.#answers.isDown(next)) break;
      last = next;
      exchanges.push(last.number);
    }
    if (isBroken(last)) last = await this.#repeatAlone(again, [first, last], exchanges);
    if (outage) this.#answers.outages.settle(outage, !isBroken(last));
    return last;
  }

  /** For the last time, so that it does not suffer from others. If it fails again, a plain request shows why. */
  async #repeatAlone(ask: Sending, [first, before]: readonly [Exchange, Exchange], exchanges: readonly number[]) {
    const kind = before.failure?.kind;
    const isSilent = kind === 'timeout';
    const repeat = async (isAlone: boolean) => {
      const send: Send = (...args) => (isAlone ? this.#answers.answerAlone(...args) : this.#answers.answer(...args));
      // Others of its kind may have got no answer meanwhile: that is enough.
      const isKnown = this.#isPointless(ask);
      if (!isKnown && !this.#answers.mayRepeat(ask)) return before;
      const last = isKnown ? before : await this.#answerAlone(ask, isAlone, kind, exchanges.length > 1);
      // A connection that broke once proves nothing by itself.
      if (isBroken(last) && (isSilent || !isKnown))
        await this.#blame(ask, [first, last], [...new Set([...exchanges, last.number])], send);
      return last;
    };
    const isFutile = isSilent && this.#silentAlone >= SILENT_ALONE;
    return isFutile ? repeat(false) : this.#answers.traffic.alone(() => repeat(true));
  }

  /**
   * All other connections are closed for a request that got no answer: a worker of the service may stay with one of
   * them, or the service may have no room for one more.
   */
  async #answerAlone(ask: Sending, isAlone: boolean, kind: FailureKind | undefined, isRepeated: boolean) {
    if (!isAlone) return this.#answers.answer(ask);
    const { wire, clock, signal } = this.#options;
    const isSilent = kind === 'timeout';
    this.#answers.sender.throwIfStopped();
    await wire.isolate?.(true);
    // The service learns a little later that they are closed.
    if (!isSilent) await clock.sleep(ROOM_MS, signal);
    let exchange = await this.#answers.answerAlone(ask);
    // A connection that broke once may be chance, and so may one that broke while the service was down.
    const isStarved = (isSilent || isRepeated) && exchange.status > 0;
    while (this.#answers.isDown(exchange)) {
      await this.#answers.untilBack();
      exchange = await this.#answers.answerAlone(ask);
    }
    if (isSilent && exchange.status === 0) this.#silentAlone += 1;
    if (isStarved) this.#starved += 1;
    await wire.isolate?.(this.#starved >= STARVED);
    return exchange;
  }

  /** If a plain request is answered now, the input is the cause; if nobody listens any more, it has stopped the service. */
  async #blame(ask: Sending, [first, last]: readonly [Exchange, Exchange], about: readonly number[], send: Send) {
    const { kind } = last.failure ?? last.unreadable ?? {};
    const conclude: Conclude = (control) => {
      if (kind === 'reset' && this.#answers.isDown(control)) return this.#convict(ask, first, about);
      if (!this.#answers.isAnswered(control) || !FAULTS.includes(kind)) return undefined;
      const stops = kind === 'timeout' ? this.#hangs.confirm(ask, first.sentAt) : undefined;
      return { about, cause: 'input', ...(stops && { stops }) };
    };
    const control = await this.#answers.askControls(
      ask,
      (answer) => answer.status > 0 || this.#answers.isDown(answer),
      send,
      conclude,
    );
    if (this.#answers.isDown(control)) return this.#answers.untilBack(this.#answers.crashes.isCulprit(ask.request));
    if (control.status === 0) this.#giveUp(control);
  }

  /** Nothing else was on its way when the service stopped. */
  #convict(ask: Sending, first: Exchange, about: readonly number[]): Conclusion {
    const suspect = this.#answers.crashes.convict(first.request);
    if (suspect) this.#answers.outages.retract(suspect.outage);
    const stops = this.#hangs.confirm(ask, first.sentAt);
    const all = new Set([...(suspect?.exchanges.map(({ number }) => number) ?? []), ...about]);
    return { about: [...all], cause: 'crash', ...(stops && { stops }) };
  }

  /** The input is the cause only if every repeat fails while a plain request succeeds. */
  async #throughGateway(ask: Sending, first: Exchange): Promise<Exchange> {
    const outage = this.#answers.outages.begin(first.status);
    const exchanges = [first.number];
    let last = first;
    let pause = FIRST_PAUSE_MS;
    while (exchanges.length <= GATEWAY_REPEATS && this.#answers.isOfGateway(last)) {
      await this.#waitOut(outage, pause, last);
      if (this.#answers.outages.blamed < GATEWAY_CAUSES) pause *= 2;
      const control = await this.#answers.askControls(ask, (answer) => this.#answers.isAnswered(answer));
      if (!this.#answers.isAnswered(control)) continue;
      if (!this.#answers.mayRepeat(ask)) return last;
      last = await this.#answers.answer(ask, (again) => {
        const isAnswered = !this.#answers.isOfGateway(again);
        if (again.status === 0 || isThrottled(again) || (!isAnswered && exchanges.length < GATEWAY_REPEATS))
          return undefined;
        const all = isAnswered ? exchanges : [...exchanges, again.number];
        return this.#answers.outages.conclude(first.sentAt + this.#options.startedAt, all, isAnswered);
      });
      exchanges.push(last.number);
    }
    this.#answers.outages.settle(outage, !this.#answers.isOfGateway(last));
    return last;
  }

  async #waitOut(outage: Outage, pause: number, last: Exchange): Promise<void> {
    const { clock, maxWaitMs, signal } = this.#options;
    if (clock.now() + pause > outage.since + maxWaitMs) this.#giveUp(last);
    this.#answers.sender.throwIfStopped();
    await clock.sleep(pause, signal);
  }

  /** Until it is answered: an error that does not repeat says nothing about this input. */
  async #repeatError(ask: Sending, first: Exchange): Promise<Exchange> {
    const { clock, signal } = this.#options;
    const isHopeless = this.#errors >= ERRORS;
    const repeats = isHopeless ? 1 : ERROR_REPEATS;
    let last = first;
    for (let repeat = 0; repeat < repeats && last.status >= 500 && this.#answers.mayRepeat(ask); repeat += 1) {
      // A service that is overloaded gets time; one that crashes needs none.
      const answer = async () => {
        await clock.sleep(FIRST_PAUSE_MS, signal);
        return this.#answers.answer(ask);
      };
      const isOverloaded = last.status === 503 && !isHopeless;
      last = isOverloaded ? await this.#answers.traffic.inTurn(answer) : await this.#answers.answer(ask);
    }
    this.#errors = last.status >= 500 ? this.#errors + 1 : 0;
    return last;
  }

  /** The same again if the key was locked out meanwhile, as it was not this request that was refused. */
  async #confirmRefusedKey(ask: Sending, first: Exchange): Promise<Exchange> {
    let last = first;
    for (let time = 0; time < LOCK_OUTS && last.status === 401; time += 1) {
      const before = last;
      last = await this.#answers.answer(ask);
      if (last.status !== 401 || !(await this.#answers.isLockedOut(ask, [before.number, last.number]))) return last;
      if (!(await this.#answers.lockOut.wait(() => this.#answers.untilAccepted()))) return last;
    }
    return last;
  }

  /** Nothing more is sent, since nothing or only a gateway answers. */
  #giveUp({ status }: Exchange): void {
    const silence = { kind: 'target-stopped' as const, requests: [...this.#unanswered.values()].slice(0, SHOWN) };
    const { maxWaitMs: waitedMs } = this.#options;
    this.#answers.sender.stop(status === 0 ? silence : { kind: 'gateway-down', status, waitedMs });
  }

  #note(ask: Sending, exchange: Exchange): void {
    const { request, status, failure, answeredAt } = exchange;
    if (status > 0) {
      this.#hangs.noteAnswer(ask, answeredAt);
      this.#unanswered.delete(request);
    } else if (failure?.kind !== 'refused') this.#unanswered.set(request, lineOf(exchange));
  }
}
