import type { Clock } from '../clock.ts';
import type { Interruption } from '../report/model.ts';

/** A time in which something else answers in place of the service, or nothing does; shared by all requests in it. */
export interface Outage {
  /** 0 for a refused connection. */
  readonly status: number;
  readonly since: number;
  /** It was counted, or the input turned out to cause it. */
  isSettled: boolean;
}

/** Counts interruptions: requests that fail in the same outage are one interruption. */
export class Outages {
  readonly interruptions: Interruption[] = [];
  readonly #clock: Clock;
  #current: Outage | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(status: number): Outage {
    this.#current ??= { status, since: this.#clock.now(), isSettled: false };
    return this.#current;
  }

  /** The service itself answered a request that was sent then, so the next failure is another outage. */
  noteAnswer(sentAt: number): void {
    if (this.#current && sentAt > this.#current.since) this.#current = undefined;
  }

  /** If the same request is answered now, it was an interruption; else the input causes it. */
  settle(outage: Outage, isAnswered: boolean): void {
    const { status, since, isSettled } = outage;
    outage.isSettled = true;
    if (this.#current === outage) this.#current = undefined;
    if (isSettled || !isAnswered) return;
    const durationMs = Math.round(this.#clock.now() - since);
    this.interruptions.push({ startedAt: new Date(since).toISOString(), status, durationMs });
  }
}
