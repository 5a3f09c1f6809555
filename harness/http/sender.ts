import type { Clock } from '../basics/clock.ts';
import { defined, unlessEmpty } from '../basics/defined.ts';
import type { Conclusion, RequestKind } from '../model/conclusion.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import type { Reason } from '../model/reasons.ts';
import type { Connection, TimedAnswer, Wire, WireRequest } from '../model/wire.ts';
import type { Settings } from '../settings/settings.ts';
import type { Ask } from './ask.ts';
import type { Budget } from './budget.ts';
import type { Controls } from './controls.ts';
import type { Pace } from './pace.ts';

/** What follows from an exchange about those before it. */
export type Conclude = (exchange: Exchange) => Conclusion | undefined;

type Bounds =
  | 'timeoutMs'
  | 'concurrency'
  | 'maxRps'
  | 'maxWaitMs'
  | 'maxCreates'
  | 'maxBadCredentials'
  | 'badCredentialPauseMs'
  | 'consistencyWindowMs';

export interface TransportOptions extends Pick<Settings, Bounds> {
  readonly wire: Wire;
  readonly clock: Clock;
  /** When the run began, by the clock. */
  readonly startedAt: number;
  /** From when on nothing is sent any more. */
  readonly signal: AbortSignal;
  /** From when on not even what is under way is waited for. */
  readonly cutOff: AbortSignal;
  /** Plain requests of different shapes that the service answers with success while it is up and accepts the key. */
  readonly controls: readonly WireRequest[];
  /** Whether an error is in the service's own format. */
  readonly isOwnError: (exchange: Exchange) => boolean;
  /** What a request has in common with others, the most general first; nothing if nothing is required of it. */
  readonly kindsOf: (ask: Pick<Ask, 'request' | 'input'>) => readonly RequestKind[];
  /** Called at once with every exchange. Returns how much exists, or may exist, because of it. */
  readonly onExchange: (exchange: Exchange) => number;
  /** Called before anything is sent that may create something, with what is known of it if no answer ever comes. */
  readonly onCreation?: ((unanswered: Exchange) => void) | undefined;
  /** How to see that the service has lost what it had; it is not looked for unless given. */
  readonly losses?: LossRules | undefined;
  /** In which attempt of the run a request is sent. */
  readonly attempt?: (() => number) | undefined;
}

/** What the suite knows about losses. */
export interface LossRules {
  /** Requests whose answers show whether the service still has what it had. */
  readonly witnesses: () => readonly WireRequest[];
  /** It asks for a pet that a response has shown. */
  readonly isOfPet: (request: WireRequest) => boolean;
  /** Whether it has lost everything. */
  readonly isLost: () => boolean;
}

/** The run cannot go on. */
export class Stopped extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}

const UNANSWERED = { failure: { kind: 'interrupted', message: 'the run ended' } } as const;
const NOTHING = new Uint8Array();

/** What a sender shares with those who decide what is sent. */
export interface Shared {
  readonly controls: Controls;
  readonly pace: Pace;
  readonly writes: Budget;
  /** Called with every exchange, before anything is concluded from it. */
  readonly note: (ask: Ask, exchange: Exchange) => void;
}

/** Sends one request after the other in turn, and records every one of them, until the run is stopped. */
export class Sender {
  readonly #options: TransportOptions;
  readonly #shared: Shared;
  readonly #underWay = new Set<Promise<Exchange>>();
  #sent = 0;
  #pairs = 0;
  #stopped: Stopped | undefined;

  constructor(options: TransportOptions, shared: Shared) {
    this.#options = options;
    this.#shared = shared;
  }

  /** Nothing more is sent. The first reason counts. */
  stop(reason: Reason): void {
    this.#stopped ??= new Stopped(reason);
  }

  throwIfStopped(): void {
    if (this.#stopped) throw this.#stopped;
    if (this.#options.signal.aborted) throw new Stopped({ kind: 'interrupted' });
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** As soon as the pace allows it. */
  async sendInTurn(ask: Ask, conclude?: Conclude): Promise<Exchange> {
    await this.#shared.pace.turn();
    return this.send(ask, conclude);
  }

  send(ask: Ask, conclude?: Conclude): Promise<Exchange> {
    const sending = this.#exchange(ask, conclude);
    this.#underWay.add(sending);
    return sending.finally(() => this.#underWay.delete(sending));
  }

  async #exchange(ask: Ask, conclude?: Conclude): Promise<Exchange> {
    const { wire, clock, cutOff, onCreation } = this.#options;
    this.throwIfStopped();
    const before = ask.connection === 'reused' ? this.#shared.controls.next() : undefined;
    this.#sent += before ? 2 : 1;
    const number = this.#sent;
    if (ask.creates) onCreation?.(this.#exchangeOf(ask, number, { answer: UNANSWERED, sentAt: clock.now() }));
    const answers = before
      ? await this.#sendBehind(before.request, ask.request)
      : await wire.send(ask.request, connectionOf(ask), cutOff);
    const last = answers.at(-1);
    if (!last || (before && !answers[0])) throw new Error('The connection gave no answer at all.');
    if (before && answers[0]) this.#record({ ...before, connection: 'new' }, number - 1, answers[0]);
    const exchange = this.#record(ask, number, last, conclude);
    if (exchange.failure?.kind === 'interrupted') this.throwIfStopped();
    return exchange;
  }

  /** One request over the connection of another. A pause between the two, if the pace asks for one, could end it. */
  async #sendBehind(first: WireRequest, second: WireRequest): Promise<readonly TimedAnswer[]> {
    const { wire, cutOff } = this.#options;
    const { pace } = this.#shared;
    if (!pace.isLimited) return wire.send(second, { after: first }, cutOff);
    this.#pairs += 1;
    const lane = -this.#pairs;
    const before = await wire.send(first, { lane }, cutOff);
    await pace.turn();
    return [...before, ...(await wire.send(second, { lane }, cutOff))];
  }

  #exchangeOf(ask: Ask, number: number, timed: Omit<TimedAnswer, 'answeredAt'> & Partial<TimedAnswer>): Exchange {
    const { startedAt, attempt = () => 1 } = this.#options;
    const { answer, sentAt, answeredAt = sentAt } = timed;
    const { request, probe, input = [], generated, connection } = ask;
    const attempts = attempt();
    return defined({
      number,
      probe,
      input: unlessEmpty(input),
      generated,
      request,
      connection,
      after: connection === 'reused' ? number - 1 : undefined,
      attempt: attempts > 1 ? attempts : undefined,
      sentAt: timeOf(sentAt - startedAt),
      answeredAt: timeOf(answeredAt - startedAt),
      ...('failure' in answer ? { status: 0, headers: [], body: NOTHING, failure: answer.failure } : answer),
    });
  }

  #record(ask: Ask, number: number, timed: TimedAnswer, conclude?: Conclude): Exchange {
    const plain = this.#exchangeOf(ask, number, timed);
    this.#shared.note(ask, plain);
    const concludes = conclude?.(plain);
    const exchange = concludes ? { ...plain, concludes } : plain;
    const created = this.#options.onExchange(exchange);
    if (ask.reservation && created > 0) ask.reservation.spend(created);
    else this.#shared.writes.used += created;
    return exchange;
  }
}

function connectionOf({ connection, lane }: Ask): Connection | undefined {
  if (connection === 'new') return connection;
  return lane === undefined ? undefined : { lane };
}
