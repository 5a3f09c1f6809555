import type { Clock } from '../basics/clock.ts';
import type { Conclusion } from '../model/conclusion.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Sending } from './ask.ts';
import { type Controls, controlOf } from './controls.ts';
import { doubtOf } from './doubt.ts';
import { type Pace, waitAskedFor } from './pace.ts';
import type { Sender, TransportOptions } from './sender.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1600;
/** A limit lets nothing through at once. */
export const LIMIT_PAUSE_MS = 250;
/** For an address where nobody has answered anything yet: waiting is for a service that was there. */
const FIRST_WAIT_MS = 2000;
/** Controls that are waited for at the same time: a service that stands still answers none. */
const AT_ONCE = 3;

/** A time in which the service may be away. */
export interface Absence {
  /** The request that is suspected, which is never its own control. */
  readonly accused: WireRequest;
  readonly doubt: Doubt;
  /** What came last in place of an answer. */
  readonly seen: Exchange;
  /** Instead of the usual controls. */
  readonly control?: Sending | undefined;
  /** What follows from a control. */
  readonly conclude: (control: Exchange, about: ControlFacts) => Conclusion | undefined;
  readonly onUnanswered: (control: Exchange) => void;
  /** It does not end within the time that a run waits. The time is what the service asks to wait. */
  readonly onGone: (seen: Exchange, waitMs: number) => void;
}

export interface ControlFacts {
  /** No other one follows. */
  readonly isLast: boolean;
  /** The time without a sound answer to a request of its sort before it. */
  readonly quietMs: number;
}

interface Shared {
  readonly options: TransportOptions;
  readonly sender: Sender;
  readonly controls: Controls;
  readonly pace: Pace;
}

/** Whether the service is there, and accepts the key: the last answer to anybody shows it, or a control does. */
export class Availability {
  /** The last request that was answered was sent after the last doubtful answer, and its answer is sound. */
  isThere = true;
  #doubtfulAt = Number.NEGATIVE_INFINITY;
  /** When the last request was sent that got such an answer. */
  soundAt: number;
  /** The same by what the service may limit apart: each operation, and guesses. */
  readonly #soundAlikeAt = new Map<string, number>();
  /** Such answers by operation, and those to bad credentials. */
  readonly #answered = new Map<string, number>();
  answeredGuesses = 0;
  /** How often the service came back with another key. */
  renewals = 0;
  #hasAnswered = false;
  #hasAccepted = false;
  readonly #shared: Shared;
  readonly #clock: Clock;
  readonly #startedAt: number;

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#clock = shared.options.clock;
    this.#startedAt = this.#clock.now();
    this.soundAt = this.#startedAt;
  }

  doubtOf(ask: Sending, exchange: Exchange): Doubt | undefined {
    const { isOwnError } = this.#shared.options;
    return doubtOf(ask, exchange, { hasAnswered: this.#hasAnswered, hasAccepted: this.#hasAccepted, isOwnError });
  }

  /** Whether a control shows that the service is there. */
  isAnswered(control: Exchange): boolean {
    return control.status > 0 && this.doubtOf(controlOf(control.request), control) === undefined;
  }

  /** Nobody listens at the address, although somebody did. */
  isDown({ failure }: Exchange): boolean {
    return failure?.kind === 'refused' && this.#hasAnswered;
  }

  note(ask: Sending, exchange: Exchange): void {
    const { status, sentAt, answeredAt } = exchange;
    if (ask.hasKey && status >= 200 && status < 300) this.#hasAccepted = true;
    const isSound = status > 0 && this.doubtOf(ask, exchange) === undefined;
    this.#hasAnswered ||= status > 0;
    if (!isSound) this.#doubtfulAt = Math.max(this.#doubtfulAt, answeredAt);
    // What was sent before may have overtaken it.
    this.isThere = isSound && sentAt >= this.#doubtfulAt;
    if (!isSound) return;
    this.soundAt = sentAt + this.#shared.options.startedAt;
    this.#soundAlikeAt.set(this.#sortOf(ask), this.soundAt);
    const operation = this.#operationOf(ask);
    this.#answered.set(operation, (this.#answered.get(operation) ?? 0) + 1);
    if (!ask.hasKey) this.answeredGuesses += 1;
  }

  /** When the last request of its sort was sent that got a sound answer. */
  soundAlikeAt(ask: Sending): number {
    return this.#soundAlikeAt.get(this.#sortOf(ask)) ?? this.#startedAt;
  }

  /** How many requests of an operation, or of all, got a sound answer. */
  answered(operation?: string): number {
    if (operation !== undefined) return this.#answered.get(operation) ?? 0;
    return [...this.#answered.values()].reduce((sum, count) => sum + count, 0);
  }

  #sortOf(ask: Sending): string {
    return ask.hasKey ? this.#operationOf(ask) : 'guess';
  }

  #operationOf(ask: Sending): string {
    return this.#shared.options.operationOf(ask) ?? '';
  }

  get #longestWaitMs(): number {
    const { maxWaitMs } = this.#shared.options;
    return this.#hasAnswered ? maxWaitMs : Math.min(maxWaitMs, FIRST_WAIT_MS);
  }

  /**
   * Sends controls until one is answered. It resolves with the time since the last answer that the one before it had,
   * or with undefined if the service does not come back. At first every shape is sent, one after the other, since a
   * service may have a defect in any of them; then one after each pause.
   */
  async untilThere(absence: Absence): Promise<number | undefined> {
    const { options, pace } = this.#shared;
    const { signal, concurrency } = options;
    const since = this.#clock.now();
    const back = new AbortController();
    const either = AbortSignal.any([signal, back.signal]);
    const isLimit = absence.doubt === 'limit';
    const shapes = this.#shared.controls.against(absence.accused);
    const pauses = pausesFor(absence.doubt, shapes.length);
    const found: Found = { seen: absence.seen, underWay: 0, refused: 0, isRenewed: false };
    for (let round = 0; !back.signal.aborted; round += 1) {
      if (round === shapes.length && found.refused >= round) found.isRenewed = (await options.renewKey?.()) === true;
      const leftMs = since + this.#longestWaitMs - this.#clock.now();
      // What a suspect is asked to wait says nothing about others.
      const askedMs = round === 0 ? 0 : waitAskedFor(found.seen.headers, this.#clock.now());
      const pauseMs = Math.max(pauses(round), askedMs);
      if (pauseMs > leftMs && round > 0) {
        absence.onGone(found.seen, askedMs);
        return undefined;
      }
      await this.#clock.sleep(pauseMs, either);
      this.#shared.sender.throwIfStopped();
      const isLast = leftMs - pauseMs < pauses(round + 1);
      if (back.signal.aborted || (found.underWay >= Math.min(AT_ONCE, concurrency) && !isLast)) continue;
      const shape = shapes[round % shapes.length];
      if (!shape) throw new Error('There is no control.');
      const control = absence.control ?? controlOf(shape);
      const sending = this.#sendControl(control, { absence, found, back, isLast });
      const patienceMs = round < shapes.length ? LONGEST_PAUSE_MS : FIRST_PAUSE_MS;
      await (isLast ? sending : Promise.race([sending, this.#clock.sleep(patienceMs, either)]));
    }
    if (found.error) throw found.error;
    if (found.isRenewed) this.renewals += 1;
    if (isLimit) pace.waitedMs += this.#clock.now() - since;
    return found.quietMs;
  }

  async #sendControl(ask: Sending, { absence, found, back, isLast }: Search): Promise<void> {
    const { sender, options } = this.#shared;
    found.underWay += 1;
    const quietSince = this.soundAlikeAt(ask);
    try {
      const quietUntil = ({ sentAt }: Exchange) => sentAt + options.startedAt - quietSince;
      const control = await sender.sendInTurn(ask, (one) =>
        back.signal.aborted ? undefined : absence.conclude(one, { isLast, quietMs: quietUntil(one) }),
      );
      if (this.isAnswered(control)) {
        found.quietMs ??= quietUntil(control);
        back.abort();
      } else {
        found.seen = control;
        if (this.doubtOf(ask, control) === 'key') found.refused += 1;
        absence.onUnanswered(control);
      }
    } catch (error) {
      found.error ??= error;
      back.abort();
    } finally {
      found.underWay -= 1;
    }
  }
}

/** What the controls of one absence have shown. */
interface Found {
  seen: Exchange;
  underWay: number;
  /** Controls that got 401. */
  refused: number;
  isRenewed: boolean;
  quietMs?: number;
  error?: unknown;
}

interface Search {
  readonly absence: Absence;
  readonly found: Found;
  /** Aborted when the service is back, which ends all pauses. */
  readonly back: AbortController;
  readonly isLast: boolean;
}

/** How long to wait before each control. */
function pausesFor(doubt: Doubt, shapes: number): (round: number) => number {
  const doubled = (first: number, times: number) => Math.min(first * 2 ** times, LONGEST_PAUSE_MS);
  if (doubt === 'limit') return (round) => doubled(LIMIT_PAUSE_MS, round);
  return (round) => (round < shapes ? 0 : doubled(FIRST_PAUSE_MS, round - shapes));
}
