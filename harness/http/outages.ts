import type { Interruption } from '../report/model.ts';

/** A time in which something in front of the service answers instead of it, shared by all requests that meet it. */
export interface Outage {
  readonly status: number;
  readonly since: number;
  readonly startedAt: string;
  /** The service answered another request meanwhile, so what comes next is another outage. */
  hasPassed: boolean;
  /** It was counted, or the input turned out to cause it. */
  isSettled: boolean;
}

/** Counts interruptions: requests that fail in the same outage are one interruption, not many. */
export class Outages {
  readonly interruptions: Interruption[] = [];
  #current: Outage | undefined;

  /** The outage that a gateway's answer belongs to. */
  meet(status: number): Outage {
    if (this.#current === undefined || this.#current.hasPassed || this.#current.isSettled) {
      const startedAt = new Date().toISOString();
      this.#current = { status, since: performance.now(), startedAt, hasPassed: false, isSettled: false };
    }
    return this.#current;
  }

  /** The service itself answered a request that was sent then. */
  noteAnswer(sentAt: number): void {
    if (this.#current && sentAt > this.#current.since) this.#current.hasPassed = true;
  }

  /** The input causes it: that is no interruption. */
  dismiss(outage: Outage): void {
    outage.isSettled = true;
  }

  /** The same request is answered now, so the gateway's answer was an interruption. */
  end(outage: Outage): void {
    if (outage.isSettled) return;
    outage.isSettled = true;
    const { startedAt, status, since } = outage;
    this.interruptions.push({ startedAt, status, durationMs: Math.round(performance.now() - since) });
  }
}
