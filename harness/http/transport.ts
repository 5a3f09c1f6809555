import { setMaxListeners } from 'node:events';
import { type Clock, sleepUntil } from '../clock.ts';
import { type Exchange, isThrottled, timeOf } from '../record/exchange.ts';
import type { Interruption } from '../report/model.ts';
import type { Reason } from '../report/reasons.ts';
import type { Settings } from '../settings/settings.ts';
import { Budget } from './budget.ts';
import { type Outage, Outages } from './outages.ts';
import { rateLimiter, waitAskedFor } from './rate-limiter.ts';
import { Semaphore } from './semaphore.ts';
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
  readonly onExchange: (exchange: Exchange) => void;
}

/** The run cannot go on. */
export class Stopped extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}

const FIRST_BACKOFF_MS = 250;
const FIRST_REFUSED_PAUSE_MS = 100;
const LONGEST_REFUSED_PAUSE_MS = 1600;
/** Repeats before a gateway's answer is taken for the answer to this input. */
const GATEWAY_REPEATS = 3;
/** Repeats of a request that got a 5xx, to see whether the input causes it. */
const CRASH_REPEATS = 4;
/** Requests in a row that get a 5xx each time, before the next ones are repeated only once: a service may always fail. */
const CRASHES = 10;
/** Repeats of a request whose connection broke: twice may be chance. */
const RESET_REPEATS = 2;
const PIECES_REPEATS = 3;
/** Plain requests in a row without an answer before the target is given up. */
const SILENT_CONTROLS = 2;
/** Requests that get no answer even alone, before others need not wait for such a request any more. */
const HANGS = 3;
/** Requests that only got an answer alone, before all are sent so: one may be chance. */
const STARVED = 2;
const HELD_PAUSE_MS = 20;

/** Sends requests, bounded in number at once, and repeats those whose answer may not be the service's. */
export class Transport {
  readonly writes: Budget;
  readonly badCredentials: Budget;
  readonly interruptions: readonly Interruption[];
  readonly #options: TransportOptions;
  readonly #control: Ask;
  readonly #semaphore: Semaphore;
  /** Requests to an overloaded service are repeated one at a time. */
  readonly #oneByOne = new Semaphore(1);
  readonly #turn: () => Promise<void>;
  readonly #badTurn: () => Promise<void>;
  readonly #outages: Outages;
  #sent = 0;
  #resumeAt = 0;
  #isLockedOut = false;
  #hasAnswered = false;
  #stopped: Stopped | undefined;
  #silentControls = 0;
  #hangs = 0;
  #starved = 0;
  #crashes = 0;
  /** Requests on their way. */
  #underWay = 0;
  /** One request is to be alone on its way. */
  #isHeld = false;
  /** Requests that have got no answer at all. */
  readonly #unanswered = new Map<WireRequest, string>();

  constructor(options: TransportOptions) {
    const { clock, signal, maxRps, badCredentialPauseMs } = options;
    this.#options = options;
    this.#control = { request: options.control, probe: 'control', hasKey: true, creates: false };
    this.writes = new Budget(options.maxCreates);
    this.badCredentials = new Budget(options.maxBadCredentials);
    this.#semaphore = new Semaphore(options.concurrency);
    this.#turn = rateLimiter(maxRps === undefined ? 0 : 1000 / maxRps, clock, signal);
    this.#badTurn = rateLimiter(badCredentialPauseMs, clock, signal);
    this.#outages = new Outages(clock);
    this.interruptions = this.#outages.interruptions;
    // Every waiting request listens for the end of the run.
    setMaxListeners(0, signal);
  }

  /** Undefined if a budget is spent. Throws Stopped if the run cannot go on. */
  async send(ask: Ask): Promise<Exchange | undefined> {
    if (!ask.hasKey) {
      if (!this.badCredentials.take()) return undefined;
      // Nothing else overtakes it unless it has to wait.
      if (this.#options.badCredentialPauseMs > 0) await this.#badTurn();
    }
    // The slot is kept while waiting, so that a rate-limited request is not overtaken forever.
    const settle = () => this.#semaphore.use(() => this.#settle(ask), ask.isUrgent);
    return ask.creates ? this.writes.spend(settle) : settle();
  }

  async #settle(ask: Ask): Promise<Exchange> {
    const first = await this.#answer(ask);
    if (first.status === 0) return this.#confirmSilence(ask, first);
    if (this.#isOfGateway(first)) return this.#throughGateway(ask, first);
    this.#outages.noteAnswer(first.sentAt + this.#options.startedAt);
    if (ask.hasKey && first.status < 300) this.#isLockedOut = false;
    // A connection that breaks inside a body proves nothing the first time.
    if (isBroken(first)) return this.#repeatBroken(ask, first);
    if (first.status >= 500 && !isThrottled(first)) return this.#repeatCrash(ask, first);
    if (first.status === 401 && ask.hasKey && !this.#isLockedOut) return this.#confirmRefusedKey(ask);
    return first;
  }

  /** Waits for rate limits and for a service that is being restarted. */
  async #answer(ask: Ask): Promise<Exchange> {
    const { clock, maxWaitMs, signal } = this.#options;
    let giveUpAt: number | undefined;
    let backoff = FIRST_BACKOFF_MS;
    let pause = FIRST_REFUSED_PAUSE_MS;
    let outage: Outage | undefined;
    for (;;) {
      await this.#permission();
      const exchange = await this.#sendOnce(ask);
      if (this.#hasAnswered && exchange.failure?.kind === 'refused') {
        outage ??= this.#outages.begin(0);
        await this.#waitOut(outage, pause, exchange);
        pause = Math.min(2 * pause, LONGEST_REFUSED_PAUSE_MS);
        continue;
      }
      if (outage) this.#outages.settle(outage, true);
      if (exchange.status === 0) return exchange;
      this.#hasAnswered = true;
      if (!isThrottled(exchange) || signal.aborted) return exchange;
      const wait = waitAskedFor(exchange.headers, clock.now()) || backoff;
      backoff *= 2;
      giveUpAt ??= clock.now() + maxWaitMs;
      if (clock.now() + wait > giveUpAt) {
        this.#stopped ??= new Stopped({ kind: 'rate-limited', status: exchange.status, waitMs: wait, maxWaitMs });
        return exchange;
      }
      this.#resumeAt = Math.max(this.#resumeAt, clock.now() + wait);
    }
  }

  /** A request without a response is the service's fault only if it happens again while others are answered. */
  async #confirmSilence(ask: Ask, first: Exchange): Promise<Exchange> {
    if (first.failure?.kind.startsWith('proxy-') || !this.#mayRepeat(ask)) return first;
    const again = await this.#repeatBroken(ask, first);
    if (again.status > 0) return again;
    const control = await this.#answer(this.#control);
    this.#silentControls = control.status > 0 ? 0 : this.#silentControls + 1;
    if (this.#silentControls >= SILENT_CONTROLS) this.#giveUp(control);
    return again;
  }

  /** In pieces more often: who refuses a request early may close while a piece of it is on its way. */
  async #repeatBroken(ask: Ask, first: Exchange): Promise<Exchange> {
    const isReset = (first.failure ?? first.unreadable)?.kind === 'reset';
    const isWhole = ask.request.cutAt === undefined;
    const resets = isWhole ? RESET_REPEATS : PIECES_REPEATS;
    // Every creation that breaks may have created a pet.
    const repeats = isReset && !(ask.creates && ask.hasKey && isWhole) ? resets : 1;
    // A service may close a connection after any answer. In pieces, an early refusal breaks it as well.
    const isReused = ask.connection === 'reused' || ask.lane !== undefined;
    const again: Ask = isReused ? { ...ask, connection: 'new' } : ask;
    const outage = isReset && isWhole && !isReused ? this.#outages.begin(0) : undefined;
    let last = first;
    for (let repeat = 0; repeat < repeats && isBroken(last) && this.#mayRepeat(ask); repeat += 1)
      last = await (last.failure?.kind === 'timeout' ? this.#answerAlone(again) : this.#answer(again));
    if (outage) this.#outages.settle(outage, !isBroken(last));
    return last;
  }

  /** A worker of the service may stay with one of our connections, so all are closed, and others rest meanwhile. */
  async #answerAlone(ask: Ask): Promise<Exchange> {
    if (this.#hangs >= HANGS) return this.#answer(ask);
    const { clock, signal, wire } = this.#options;
    return this.#oneByOne.use(async () => {
      this.#isHeld = true;
      try {
        while (this.#underWay > 0 && !signal.aborted) await clock.sleep(HELD_PAUSE_MS, signal);
        await this.#turn();
        this.#throwIfStopped();
        await wire.isolate?.(true);
        const exchange = await this.#sendOnce(ask);
        if (exchange.status === 0) this.#hangs += 1;
        else this.#starved += 1;
        await wire.isolate?.(this.#starved >= STARVED);
        return exchange;
      } finally {
        this.#isHeld = false;
      }
    });
  }

  /** The input is the cause only if every repeat fails while a plain request succeeds. */
  async #throughGateway(ask: Ask, first: Exchange): Promise<Exchange> {
    const outage = this.#outages.begin(first.status);
    let last = first;
    let pause = FIRST_BACKOFF_MS;
    for (let repeats = 0; repeats < GATEWAY_REPEATS && this.#isOfGateway(last); ) {
      await this.#waitOut(outage, pause, last);
      pause *= 2;
      if (this.#isOfGateway(await this.#answer(this.#control))) continue;
      if (!this.#mayRepeat(ask)) return last;
      last = await this.#answer(ask);
      repeats += 1;
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

  /** Until it is answered: a crash that does not repeat says nothing about this input. */
  async #repeatCrash(ask: Ask, first: Exchange): Promise<Exchange> {
    const { clock, signal } = this.#options;
    const isHopeless = this.#crashes >= CRASHES;
    const repeats = isHopeless ? 1 : CRASH_REPEATS;
    let last = first;
    for (let repeat = 0; repeat < repeats && last.status >= 500 && this.#mayRepeat(ask); repeat += 1) {
      // A service that is overloaded gets time; one that crashes needs none.
      const answer = async () => {
        await clock.sleep(FIRST_BACKOFF_MS, signal);
        return this.#answer(ask);
      };
      const isOverloaded = last.status === 503 && !isHopeless;
      last = isOverloaded ? await this.#oneByOne.use(answer) : await this.#answer(ask);
    }
    this.#crashes = last.status >= 500 ? this.#crashes + 1 : 0;
    return last;
  }

  /** A key that is refused once and accepted again is the service's mistake; a lock-out refuses a plain request too. */
  async #confirmRefusedKey(ask: Ask): Promise<Exchange> {
    const again = await this.#answer(ask);
    if (again.status === 401) this.#isLockedOut = (await this.#answer(this.#control)).status === 401;
    return again;
  }

  /** Every repeat of a creation may create once more. */
  #mayRepeat({ creates }: Ask): boolean {
    return !creates || this.writes.allowsAnother;
  }

  /** While a request waits for its turn, another may meet the rate limit, which applies to both. */
  async #permission(): Promise<void> {
    const { clock, signal } = this.#options;
    do {
      await sleepUntil(clock, () => this.#resumeAt, signal);
      await this.#turn();
      while (this.#isHeld && !signal.aborted) await clock.sleep(HELD_PAUSE_MS, signal);
    } while (this.#resumeAt > clock.now() && !signal.aborted);
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
    return isOfGateway(exchange, this.#options.isOwnError);
  }

  async #sendOnce(ask: Ask): Promise<Exchange> {
    const { wire, control, signal } = this.#options;
    const isReused = ask.connection === 'reused';
    // Both turns come first: a pause between the two requests could end the connection.
    if (isReused) await this.#turn();
    this.#sent += isReused ? 2 : 1;
    const number = this.#sent;
    const lane = ask.lane === undefined ? undefined : { lane: ask.lane };
    const connection = ask.connection === 'reused' ? { after: control } : (ask.connection ?? lane);
    this.#underWay += 1;
    const [first, last = first] = await wire.send(ask.request, connection, signal).finally(() => {
      this.#underWay -= 1;
    });
    if (!first || !last) throw new Error('The connection gave no answer at all.');
    if (isReused) this.#record({ ...this.#control, connection: 'new' }, number - 1, first);
    return this.#record(ask, number, last);
  }

  #record(ask: Ask, number: number, { answer, sentAt, answeredAt }: TimedAnswer): Exchange {
    const { startedAt, signal, isOwnError, onExchange } = this.#options;
    const { request, probe, input, generated, connection } = ask;
    const exchange: Exchange = {
      number,
      probe,
      ...(input && input.length > 0 && { input }),
      ...(generated && { generated }),
      request,
      ...(connection && { connection }),
      ...(connection === 'reused' && { after: number - 1 }),
      sentAt: timeOf(sentAt - startedAt),
      answeredAt: timeOf(answeredAt - startedAt),
      ...('failure' in answer ? { status: 0, headers: [], body: NOTHING, failure: answer.failure } : answer),
    };
    if (signal.aborted && exchange.status === 0) throw new Stopped({ kind: 'interrupted' });
    const line = [`#${number} ${request.method} ${request.path}`, ...(input ?? [])].join(', ');
    if (exchange.status > 0) this.#unanswered.delete(request);
    else if (exchange.failure?.kind !== 'refused') this.#unanswered.set(request, line);
    if (ask.creates && mayHaveCreated(exchange, isOwnError)) this.writes.used += 1;
    onExchange(exchange);
    return exchange;
  }
}

function isBroken({ status, unreadable }: Exchange): boolean {
  return status === 0 || unreadable?.kind === 'reset';
}

const NOTHING = new Uint8Array();
/** Requests in flight that a diagnosis names. */
const SHOWN = 12;

/** 502, 503 and 504 that are not in the service's own format come from something in front of it. */
function isOfGateway(exchange: Exchange, isOwnError: TransportOptions['isOwnError']): boolean {
  const { status } = exchange;
  return status >= 502 && status <= 504 && !isThrottled(exchange) && !isOwnError(exchange);
}

/** Without an answer of the service itself there may be something new. */
export function mayHaveCreated(exchange: Exchange, isOwnError: TransportOptions['isOwnError']): boolean {
  const { status, failure } = exchange;
  if (status === 0) return failure?.kind !== 'refused';
  return (status >= 200 && status < 300) || isOfGateway(exchange, isOwnError);
}
