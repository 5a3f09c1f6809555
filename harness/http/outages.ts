import type { Clock } from '../clock.ts';
import type { Interruption } from '../report/model.ts';

/** A time in which something else answers in place of the service, or nothing does; shared by all requests in it. */
export interface Outage {
  /** 0 for a refused connection. */
  readonly status: number;
  readonly since: number;
  /** The service answered another request meanwhile, so the next failure is another outage. */
  hasPassed: boolean;
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
    if (this.#current === undefined || this.#current.hasPassed || this.#current.isSettled) {
      this.#current = { status, since: this.#clock.now(), hasPassed: false, isSettled: false };
    }
    return this.#current;
  }

  /** The service itself answered a request that was sent then. */
  noteAnswer(sentAt: number): void {
    if (this.#current && sentAt > this.#current.since) this.#current.hasPassed = true;
  }

  /** The same request is answered now, so it was an interruption. */
  end(outage: Outage): void {
    if (outage.isSettled) return;
    outage.isSettled = true;
    const startedAt = new Date(outage.since).toISOString();
    const durationMs = Math.round(this.#clock.now() - outage.since);
    this.interruptions.push({ startedAt, status: outage.status, durationMs });
  }
}
