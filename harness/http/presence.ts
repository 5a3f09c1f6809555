import type { Conclusion } from '../model/conclusion.ts';
import { type Exchange, isThrottled } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Ask } from './ask.ts';
import type { Controls } from './controls.ts';
import { doubtOf } from './doubt.ts';
import { type Pace, waitAskedFor } from './pace.ts';
import type { Sender, TransportOptions } from './sender.ts';

/** The first pause before something is sent again; each further one is twice as long. */
export const FIRST_PAUSE_MS = 100;

interface Shared {
  readonly options: TransportOptions;
  readonly sender: Sender;
  readonly controls: Controls;
  readonly pace: Pace;
}

/** A time in which the server may be away. */
export interface Absence {
  /** The suspect, which is never its own control. */
  readonly suspect: WireRequest;
  readonly since: number;
  /** What follows from a control that is answered. */
  readonly conclude: () => Conclusion | undefined;
  /** Called with each control that is not. */
  readonly onAway: (control: Exchange) => void;
}

/** Whether the server is there, as its answers and those to controls show it. */
export class ServerPresence {
  /** Bad credentials that got an answer of the server. */
  answeredGuesses = 0;
  readonly #shared: Shared;
  #hasAnswered = false;
  #hasAccepted = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  doubtOf(ask: Pick<Ask, 'hasKey'>, exchange: Exchange): Doubt | undefined {
    const { isOwnError } = this.#shared.options;
    return doubtOf(ask, exchange, { hasAnswered: this.#hasAnswered, hasAccepted: this.#hasAccepted, isOwnError });
  }

  /** Whether an answer counts: the server itself has given it to this request. */
  isSound(ask: Pick<Ask, 'hasKey'>, exchange: Exchange): boolean {
    return exchange.status > 0 && this.doubtOf(ask, exchange) === undefined;
  }

  note(ask: Ask, exchange: Exchange): void {
    const { status } = exchange;
    if (ask.hasKey && status >= 200 && status < 300) this.#hasAccepted = true;
    this.#hasAnswered ||= status > 0;
    if (!ask.hasKey && this.isSound(ask, exchange)) this.answeredGuesses += 1;
  }

  /** Sends one control after the other until one is answered. Resolves with what came last if that takes too long. */
  async untilThere({ suspect, since, conclude, onAway }: Absence) {
    const { options, sender, controls, pace } = this.#shared;
    const { clock, signal, maxWaitMs } = options;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const control = controls.next(suspect);
      const exchange = await sender.sendInTurn(control, (one) => (this.isSound(control, one) ? conclude() : undefined));
      if (this.isSound(control, exchange)) return undefined;
      onAway(exchange);
      // An address where nobody has answered anything yet is not waited for.
      const leftMs = this.#hasAnswered ? since + maxWaitMs - clock.now() : 0;
      const askedMs = waitAskedFor(exchange.headers, clock.now());
      if (leftMs <= 0 || askedMs > leftMs)
        return { seen: this.doubtOf(control, exchange) ?? 'silent', status: exchange.status } as const;
      const waitMs = Math.min(Math.max(pauseMs, askedMs), leftMs);
      if (isThrottled(exchange)) await pace.wait(waitMs);
      else await clock.sleep(waitMs, signal);
      sender.throwIfStopped();
    }
  }
}
