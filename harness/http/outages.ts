import type { Interruption } from '../report/model.ts';

/** A time in which something in front of the service answers instead of it, shared by all requests that meet it. */
export interface Outage {
  readonly status: number;
  readonly since: number;
  readonly startedAt: string;
  /** The service answered another request meanwhile, so the next failure is another outage. */
  hasPassed: boolean;
  /** It was counted, or the input turned out to cause it. */
  isSettled: boolean;
}

/** Counts interruptions: requests that fail in the same outage are one interruption. */
export class Outages {
  readonly interruptions: Interruption[] = [];
  #current: Outage | undefined;

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

  /** The input causes it, so it is not an interruption. */
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

const LATEST = 20;
const FEWEST = 10;

export class Timeouts {
  #latest: boolean[] = [];

  note(isTimeout: boolean): void {
    this.#latest = [...this.#latest, isTimeout].slice(-LATEST);
  }

  get counts(): { readonly timeouts: number; readonly of: number } {
    return { timeouts: this.#latest.filter(Boolean).length, of: this.#latest.length };
  }

  /** Most of them, and more than a slow input or two can cause. */
  get prevail(): boolean {
    const { timeouts, of } = this.counts;
    return timeouts >= FEWEST && timeouts > of / 2;
  }

  forget(): void {
    this.#latest = [];
  }
}
