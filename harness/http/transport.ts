import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.ts';
import type { Conclusion, RequestKind } from '../record/conclusion.ts';
import { type Exchange, isBroken, isOfGateway, isThrottled, timeOf } from '../record/exchange.ts';
import type { Interruption } from '../report/model.ts';
import type { Reason } from '../report/reasons.ts';
import type { Settings } from '../settings/settings.ts';
import { Budget, type Share } from './budget.ts';
import { Crashes } from './crashes.ts';
import type { FailureKind } from './failure.ts';
import { Hangs } from './hangs.ts';
import { LockOut } from './lock-out.ts';
import { type Outage, Outages } from './outages.ts';
import { RateLimit, turnEvery } from './rate-limit.ts';
import { Semaphore } from './semaphore.ts';
import { TRACEPARENT } from './traceparent.ts';
import { Traffic } from './traffic.ts';
import type { TimedAnswer, Wire, WireRequest } from './wire.ts';

/** A request and what the transport must know to send it. */
export interface Ask extends Pick<Exchange, 'request' | 'probe'> {
  /** Ids of the values that distinguish it from a plain request, each behind that of its table. */
  readonly input?: readonly string[] | undefined;
  readonly generated?: Exchange['generated'] | undefined;
  /** With the configured key, which the service accepts. */
  readonly hasKey: boolean;
  /** Success means that something was created. */
  readonly creates: boolean;
  readonly connection?: 'new' | 'reused' | undefined;
  /** Requests of a lane share one connection; each is sent when the one before it is answered. */
  readonly lane?: number | undefined;
  /** Others wait for it. */
  readonly isUrgent?: boolean | undefined;
}

/** A request on its way through the transport. */
interface Sending extends Ask {
  /** What it may create. */
  readonly share?: Share;
}

/** What follows from an exchange about those before it. */
type Conclude = (exchange: Exchange) => Conclusion | undefined;
type Send = (ask: Sending, conclude?: Conclude) => Promise<Exchange>;

type Bounds = 'concurrency' | 'maxRps' | 'maxWaitMs' | 'maxCreates' | 'maxBadCredentials' | 'badCredentialPauseMs';

export interface TransportOptions extends Pick<Settings, Bounds> {
  readonly wire: Wire;
  readonly clock: Clock;
  /** When the run began, by the clock. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** A plain request that the service answers with success while it is up and accepts the key. */
  readonly control: WireRequest;
  /** Whether an error is in the service's own format. */
  readonly isOwnError: (exchange: Exchange) => boolean;
  /** What a request has in common with others, the most general first. */
  readonly kindsOf: (ask: Pick<Ask, 'request' | 'input'>) => readonly RequestKind[];
  /** Called at once with every exchange. Returns how much exists, or may exist, because of it. */
  readonly onExchange: (exchange: Exchange) => number;
  /** The traceparent of a request by its number; none is sent unless given. */
  readonly traceparentOf?: ((number: number) => string) | undefined;
}

/** The run cannot go on. */
export class Stopped extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}

const FIRST_PAUSE_MS = 250;
const FIRST_REFUSED_PAUSE_MS = 100;
const LONGEST_REFUSED_PAUSE_MS = 1600;
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
/** Plain requests in a row without an answer before the target is given up. */
const SILENT_CONTROLS = 2;
/** Requests that get no answer even alone, before others need not wait for such a request any more. */
const SILENT_ALONE = 3;
/** Requests that only got an answer alone, before all are sent so: one may be chance. */
const STARVED = 2;
/** Requests that a diagnosis names. */
const SHOWN = 12;
/** Ways of giving no answer that can be the service's fault. */
const FAULTS: readonly (FailureKind | undefined)[] = ['reset', 'timeout', 'invalid-http', 'oversized-headers'];
const NOTHING = new Uint8Array();

/**
 * Sends requests, bounded in number at once, and repeats those whose answer may not be the service's or may be chance.
 * `#settle` looks at the first answer and chooses one way on. On each way, small machines share what is known between
 * all requests. Each has a file of its own:
 *
 * | machine | begins with | meanwhile | ends with |
 * |---|---|---|---|
 * | `rate-limit` | 429, or 503 with Retry-After | every request waits | the time is over; `--max-wait` stops the run |
 * | `lock-out` | 401 to the right key twice, and to the control | no 401 is repeated | a success with the key |
 * | `outages` | a gateway's answer, no connection | the request is repeated | it is answered, or it never is |
 * | `crashes` | broken connections, then none | one control after the other | an answer; each suspect is sent alone |
 * | `hangs` | no answer twice while a control gets one | others are sent | two of a kind: it is not sent any more |
 * | `traffic` | a request that must be alone | the others wait | it is answered, or given up |
 *
 * An outage is an interruption if the same request is answered later, and its input is the cause if it never is while
 * the control is. A suspect that stops the service again is the culprit, and is not sent any more. If the service does
 * not come back within `--max-wait`, all suspects are reported.
 *
 * The control is a plain request: it shows whether the service is up and accepts the key. The ways of `#settle`, the
 * first that applies:
 *
 * | first answer | way | repeats |
 * |---|---|---|
 * | none, or cut off | `#repeatBroken`, `#repeatAlone`, `#blame` | a few, one more alone, then a control |
 * | of a gateway | `#throughGateway` | three, each after a control |
 * | 5xx of the service | `#repeatError` | up to four, until it is answered |
 * | 401 to the right key | `#confirmRefusedKey` | one, then a control |
 * | any other | none | none |
 *
 * Rate limits and refused connections are waited out before that, in `#answer`, on every way. A repeat of a creation
 * needs room in the budget. What follows from the repeats, `input`, `crash` or `interruption`, is recorded as a
 * conclusion in the exchange that shows it, so that the specification can judge the record alone.
 */
export class Transport {
  readonly writes: Budget;
  readonly badCredentials: Budget;
  readonly interruptions: readonly Interruption[];
  readonly #options: TransportOptions;
  readonly #control: Sending;
  readonly #semaphore: Semaphore;
  readonly #traffic: Traffic;
  readonly #turn: () => Promise<void>;
  readonly #badTurn: () => Promise<void>;
  readonly #rateLimit: RateLimit;
  readonly #lockOut = new LockOut();
  readonly #outages: Outages;
  readonly #crashes = new Crashes();
  readonly #hangs: Hangs<Ask>;
  #sent = 0;
  #hasAnswered = false;
  #stopped: Stopped | undefined;
  /** The service is waited for: one request at a time asks whether it is back. */
  #comingBack: Promise<void> | undefined;
  #silentAlone = 0;
  #starved = 0;
  #errors = 0;
  /** Requests that have got no answer at all. */
  readonly #unanswered = new Map<WireRequest, string>();

  constructor(options: TransportOptions) {
    const { clock, signal, maxRps, badCredentialPauseMs } = options;
    this.#options = options;
    this.#control = { request: options.control, probe: 'control', hasKey: true, creates: false };
    this.writes = new Budget(options.maxCreates);
    this.badCredentials = new Budget(options.maxBadCredentials);
    this.#semaphore = new Semaphore(options.concurrency);
    this.#traffic = new Traffic(clock, signal);
    this.#turn = turnEvery(maxRps === undefined ? 0 : 1000 / maxRps, clock, signal);
    this.#badTurn = turnEvery(badCredentialPauseMs, clock, signal);
    this.#rateLimit = new RateLimit(clock, options.maxWaitMs);
    this.#outages = new Outages(clock);
    this.#hangs = new Hangs<Ask>(options.kindsOf);
    this.interruptions = this.#outages.interruptions;
    // Every waiting request listens for the end of the run.
    setMaxListeners(0, signal);
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
    return this.#hangs.stops(ask) || this.#crashes.isCulprit(ask.request);
  }

  async #settle(ask: Sending): Promise<Exchange | undefined> {
    if (this.#isPointless(ask)) return undefined;
    const first = await this.#answer(ask);
    if (first.status > 0 && !this.#isOfGateway(first)) {
      this.#outages.noteAnswer(first.sentAt + this.#options.startedAt);
      if (ask.hasKey && first.status < 300) this.#lockOut.noteSuccess();
    }
    if (isBroken(first)) return this.#repeatBroken(ask, first);
    if (this.#isOfGateway(first)) return this.#throughGateway(ask, first);
    if (first.status >= 500 && !isThrottled(first)) return this.#repeatError(ask, first);
    if (ask.hasKey && this.#lockOut.isNews(first)) return this.#confirmRefusedKey(ask);
    return first;
  }

  /** Waits for rate limits and for a service that is being restarted. */
  async #answer(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    const { signal } = this.#options;
    const patience = this.#rateLimit.patience();
    for (;;) {
      await this.#permission();
      const exchange = await this.#sendOnce(ask, conclude);
      if (this.#isDown(exchange)) {
        await this.#untilBack();
        if (this.#crashes.isSuspect(ask.request)) return exchange;
        continue;
      }
      if (!isThrottled(exchange) || signal.aborted || !this.#mayRepeat(ask)) return exchange;
      const reason = patience(exchange);
      if (reason) {
        this.#stopped ??= new Stopped(reason);
        return exchange;
      }
    }
  }

  /** Without a complete answer: it is the service's fault only if it happens again while others are answered. */
  async #repeatBroken(ask: Sending, first: Exchange): Promise<Exchange> {
    const { kind, isStale } = first.failure ?? first.unreadable ?? {};
    if (kind?.startsWith('proxy-')) return first;
    const isReset = kind === 'reset';
    // Bytes that came over a new connection are of this answer.
    const isUsed = ask.connection !== 'new' && (isStale || ask.connection === 'reused' || ask.lane !== undefined);
    const again: Sending = isUsed ? { ...ask, connection: 'new' } : ask;
    // A service may close a connection after any answer.
    if (isReset && again !== ask) {
      const fresh = this.#mayRepeat(ask) ? await this.#answer(again) : first;
      if (!isBroken(fresh) || fresh === first) return fresh;
      if (this.#mayRepeat(ask)) return this.#repeatBroken(again, fresh);
      // A creation is not sent a third time: two connections that broke have to do.
      await this.#blame(again, [first, fresh], [first.number, fresh.number], (...args) => this.#answer(...args));
      return fresh;
    }
    const isWhole = ask.request.cutAt === undefined;
    const outage = isReset && isWhole ? this.#outages.begin(0) : undefined;
    const exchanges = [first.number];
    let last = first;
    // A creation is repeated only once.
    const repeats = isReset && !ask.creates ? (isWhole ? RESET_REPEATS : PIECES_REPEATS) : 1;
    for (let repeat = 1; repeat < repeats && isBroken(last); repeat += 1) {
      const next = await this.#answer(again);
      // The service was gone in between: this request may be the reason, and is sent alone.
      if (this.#isDown(next)) break;
      last = next;
      exchanges.push(last.number);
    }
    if (isBroken(last)) last = await this.#repeatAlone(again, [first, last], exchanges);
    if (outage) this.#outages.settle(outage, !isBroken(last));
    return last;
  }

  /** For the last time, so that it does not suffer from others. If it fails again, a plain request shows why. */
  async #repeatAlone(ask: Sending, [first, before]: readonly [Exchange, Exchange], exchanges: readonly number[]) {
    const isSilent = before.failure?.kind === 'timeout';
    const repeat = async (isAlone: boolean) => {
      const send: Send = (...args) => (isAlone ? this.#sendInTurn(...args) : this.#answer(...args));
      // Others of its kind may have got no answer meanwhile: that is enough.
      const isKnown = this.#isPointless(ask);
      if (!isKnown && !this.#mayRepeat(ask)) return before;
      const last = isKnown ? before : await this.#answerAlone(ask, isAlone, isSilent);
      // A connection that broke once proves nothing by itself.
      if (isBroken(last) && (isSilent || !isKnown))
        await this.#blame(ask, [first, last], [...new Set([...exchanges, last.number])], send);
      return last;
    };
    const isFutile = isSilent && this.#silentAlone >= SILENT_ALONE;
    return isFutile ? repeat(false) : this.#traffic.alone(() => repeat(true));
  }

  /** A worker of the service may stay with one of our connections, so all are closed for a request that got no answer. */
  async #answerAlone(ask: Sending, isAlone: boolean, isSilent: boolean): Promise<Exchange> {
    if (!isAlone) return this.#answer(ask);
    const { wire } = this.#options;
    this.#throwIfStopped();
    if (isSilent) await wire.isolate?.(true);
    let exchange = await this.#sendInTurn(ask);
    while (this.#isDown(exchange)) {
      await this.#untilBack();
      exchange = await this.#sendInTurn(ask);
    }
    if (isSilent) {
      if (exchange.status === 0) this.#silentAlone += 1;
      else this.#starved += 1;
      await wire.isolate?.(this.#starved >= STARVED);
    }
    return exchange;
  }

  /** If a plain request is answered now, the input is the cause; if nobody listens any more, it has stopped the service. */
  async #blame(ask: Sending, [first, last]: readonly [Exchange, Exchange], about: readonly number[], send: Send) {
    const { kind } = last.failure ?? last.unreadable ?? {};
    const conclude: Conclude = (control) => {
      if (kind === 'reset' && this.#isDown(control)) return this.#convict(ask, first, about);
      const isAnswered = control.status > 0 && !isThrottled(control) && !this.#isOfGateway(control);
      if (!isAnswered || !FAULTS.includes(kind)) return undefined;
      const stops = kind === 'timeout' ? this.#hangs.confirm(ask, first.sentAt) : undefined;
      return { about, cause: 'input', ...(stops && { stops }) };
    };
    for (let silent = 1; silent <= SILENT_CONTROLS; silent += 1) {
      const control = await send(this.#control, conclude);
      if (this.#isDown(control)) return this.#untilBack(this.#crashes.isCulprit(ask.request));
      if (control.status > 0) return;
      if (silent === SILENT_CONTROLS) this.#giveUp(control);
    }
  }

  /** Nothing else was on its way when the service stopped. */
  #convict(ask: Sending, first: Exchange, about: readonly number[]): Conclusion {
    const suspect = this.#crashes.convict(first.request);
    if (suspect) this.#outages.retract(suspect.outage);
    const stops = this.#hangs.confirm(ask, first.sentAt);
    const all = new Set([...(suspect?.exchanges.map(({ number }) => number) ?? []), ...about]);
    return { about: [...all], cause: 'crash', ...(stops && { stops }) };
  }

  /** Nobody listens at the address, although somebody did. */
  #isDown({ failure }: Exchange): boolean {
    return failure?.kind === 'refused' && this.#hasAnswered;
  }

  #untilBack(isExplained = false): Promise<void> {
    this.#comingBack ??= this.#comeBack(isExplained).finally(() => {
      this.#comingBack = undefined;
    });
    return this.#comingBack;
  }

  async #comeBack(isExplained: boolean): Promise<void> {
    const { clock, maxWaitMs, signal } = this.#options;
    const outage = this.#outages.begin(0);
    let pause = FIRST_REFUSED_PAUSE_MS;
    for (let control: Exchange | undefined; control === undefined || control.status === 0; ) {
      await clock.sleep(pause, signal);
      this.#throwIfStopped();
      pause = Math.min(2 * pause, LONGEST_REFUSED_PAUSE_MS);
      const isLast = clock.now() + pause > outage.since + maxWaitMs;
      const suspects = this.#crashes.suspects(outage);
      const about = suspects.map(({ number }) => number);
      control = await this.#sendInTurn(this.#control, ({ status }) =>
        isLast && status === 0 && about.length > 0 ? { about, cause: 'crash' } : undefined,
      );
      if (!isLast || control.status > 0) continue;
      this.#stopped ??= new Stopped({ kind: 'service-gone', requests: suspects.slice(0, SHOWN).map(lineOf) });
      this.#throwIfStopped();
    }
    this.#outages.settle(outage, !isExplained);
  }

  /** The input is the cause only if every repeat fails while a plain request succeeds. */
  async #throughGateway(ask: Sending, first: Exchange): Promise<Exchange> {
    const outage = this.#outages.begin(first.status);
    const exchanges = [first.number];
    let last = first;
    let pause = FIRST_PAUSE_MS;
    while (exchanges.length <= GATEWAY_REPEATS && this.#isOfGateway(last)) {
      await this.#waitOut(outage, pause, last);
      if (this.#outages.blamed < GATEWAY_CAUSES) pause *= 2;
      if (this.#isOfGateway(await this.#answer(this.#control))) continue;
      if (!this.#mayRepeat(ask)) return last;
      last = await this.#answer(ask, (again) => {
        const isAnswered = !this.#isOfGateway(again);
        if (again.status === 0 || isThrottled(again) || (!isAnswered && exchanges.length < GATEWAY_REPEATS))
          return undefined;
        const all = isAnswered ? exchanges : [...exchanges, again.number];
        return this.#outages.conclude(first.sentAt + this.#options.startedAt, all, isAnswered);
      });
      exchanges.push(last.number);
    }
    this.#outages.settle(outage, !this.#isOfGateway(last));
    return last;
  }

  async #waitOut(outage: Outage, pause: number, last: Exchange): Promise<void> {
    const { clock, maxWaitMs, signal } = this.#options;
    if (clock.now() + pause > outage.since + maxWaitMs) this.#giveUp(last);
    this.#throwIfStopped();
    await clock.sleep(pause, signal);
  }

  /** Until it is answered: an error that does not repeat says nothing about this input. */
  async #repeatError(ask: Sending, first: Exchange): Promise<Exchange> {
    const { clock, signal } = this.#options;
    const isHopeless = this.#errors >= ERRORS;
    const repeats = isHopeless ? 1 : ERROR_REPEATS;
    let last = first;
    for (let repeat = 0; repeat < repeats && last.status >= 500 && this.#mayRepeat(ask); repeat += 1) {
      // A service that is overloaded gets time; one that crashes needs none.
      const answer = async () => {
        await clock.sleep(FIRST_PAUSE_MS, signal);
        return this.#answer(ask);
      };
      const isOverloaded = last.status === 503 && !isHopeless;
      last = isOverloaded ? await this.#traffic.inTurn(answer) : await this.#answer(ask);
    }
    this.#errors = last.status >= 500 ? this.#errors + 1 : 0;
    return last;
  }

  async #confirmRefusedKey(ask: Sending): Promise<Exchange> {
    const again = await this.#answer(ask);
    if (again.status === 401) this.#lockOut.noteControl(await this.#answer(this.#control));
    return again;
  }

  #mayRepeat({ share }: Sending): boolean {
    return share === undefined || share.renew();
  }

  /** While a request waits for its turn, another may meet the rate limit, which applies to both. */
  async #permission(): Promise<void> {
    const { signal } = this.#options;
    do {
      await this.#rateLimit.waitOut(signal);
      await this.#turn();
      await this.#traffic.waitForOthers();
    } while (!this.#rateLimit.isOver && !signal.aborted);
    this.#throwIfStopped();
  }

  /** Nothing more is sent, since nothing or only a gateway answers. */
  #giveUp({ status }: Exchange): void {
    const silence: Reason = { kind: 'target-stopped', requests: [...this.#unanswered.values()].slice(-SHOWN) };
    const { maxWaitMs: waitedMs } = this.#options;
    this.#stopped ??= new Stopped(status === 0 ? silence : { kind: 'gateway-down', status, waitedMs });
  }

  #throwIfStopped(): void {
    if (this.#stopped) throw this.#stopped;
    if (this.#options.signal.aborted) throw new Stopped({ kind: 'interrupted' });
  }

  #isOfGateway(exchange: Exchange): boolean {
    return exchange.status >= 500 && isOfGateway(exchange, this.#options.isOwnError(exchange));
  }

  /** Even while others are held. */
  async #sendInTurn(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    await this.#turn();
    return this.#sendOnce(ask, conclude);
  }

  async #sendOnce(ask: Sending, conclude?: Conclude): Promise<Exchange> {
    const { wire, control, signal } = this.#options;
    const isReused = ask.connection === 'reused';
    // Both turns come first: a pause between the two requests could end the connection.
    if (isReused) await this.#turn();
    this.#sent += isReused ? 2 : 1;
    const number = this.#sent;
    const lane = ask.lane === undefined ? undefined : { lane: ask.lane };
    const connection = isReused ? { after: this.#traced(control, number - 1) } : (ask.connection ?? lane);
    const sending = wire.send(this.#traced(ask.request, number), connection, signal);
    const [first, last = first] = await this.#traffic.count(sending);
    if (!first || !last) throw new Error('The connection gave no answer at all.');
    if (isReused) this.#record({ ...this.#control, connection: 'new' }, number - 1, first);
    return this.#record(ask, number, last, conclude);
  }

  /** Only on the wire: the specification sees the same request whether it is traced or not. */
  #traced(request: WireRequest, number: number): WireRequest {
    const traceparent = this.#options.traceparentOf?.(number);
    return traceparent ? { ...request, headers: [...request.headers, [TRACEPARENT, traceparent]] } : request;
  }

  #record(ask: Sending, number: number, timed: TimedAnswer, conclude?: Conclude): Exchange {
    const { startedAt, signal, traceparentOf } = this.#options;
    const traceparent = traceparentOf?.(number);
    const { answer, sentAt, answeredAt } = timed;
    const { request, probe, input, generated, connection } = ask;
    const plain: Exchange = {
      number,
      probe,
      ...(input && input.length > 0 && { input }),
      ...(generated && { generated }),
      request,
      ...(traceparent && { traceparent }),
      ...(connection && { connection }),
      ...(connection === 'reused' && { after: number - 1 }),
      sentAt: timeOf(sentAt - startedAt),
      answeredAt: timeOf(answeredAt - startedAt),
      ...('failure' in answer ? { status: 0, headers: [], body: NOTHING, failure: answer.failure } : answer),
    };
    if (signal.aborted && plain.status === 0) throw new Stopped({ kind: 'interrupted' });
    this.#note(ask, plain);
    const concludes = conclude?.(plain);
    const exchange = concludes ? { ...plain, concludes } : plain;
    const created = this.#options.onExchange(exchange);
    if (ask.share && created > 0) ask.share.spend(created);
    else this.writes.used += created;
    return exchange;
  }

  #note(ask: Sending, exchange: Exchange): void {
    const { request, status, failure, answeredAt } = exchange;
    this.#crashes.note(exchange);
    if (status > 0) {
      this.#hasAnswered = true;
      this.#hangs.noteAnswer(ask, answeredAt);
      this.#unanswered.delete(request);
    } else if (failure?.kind !== 'refused') this.#unanswered.set(request, lineOf(exchange));
  }
}

function lineOf({ number, request, input = [] }: Exchange): string {
  return [`#${number} ${request.method} ${request.path}`, ...input].join(', ');
}
