import type { Clock } from '../basics/clock.ts';
import type { Conclusion } from '../model/conclusion.ts';
import type { Interruption } from '../model/report.ts';

/** A time in which something else answers in place of the service, or nothing does; shared by all requests in it. */
export interface Outage {
  /** 0 for a refused connection. */
  readonly status: number;
  readonly since: number;
  /** It was counted, or the input turned out to cause it. */
  isSettled: boolean;
  counted?: Interruption;
}

/** One request with its repeats, between these times. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly exchanges: readonly number[];
}

/**
 * Counts interruptions: times in which a gateway answers by itself, or the service is being restarted. Requests that
 * fail in the same outage are one interruption. It turns out only when the same request is sent again: if it is answered
 * now, it was an interruption; if it gets the same each time while a plain request is answered, its input is the cause.
 * A gateway that lets another request through in the meantime, after it has refused it, is only busy: then nobody's
 * input is the cause.
 */
export class Outages {
  readonly interruptions: Interruption[] = [];
  readonly #clock: Clock;
  readonly #blamed: Span[] = [];
  readonly #passed: Span[] = [];
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
    outage.counted = { startedAt: new Date(since).toISOString(), status, durationMs };
    this.interruptions.push(outage.counted);
  }

  /** It was no interruption: an input caused it. */
  retract({ counted }: Outage): void {
    if (counted) this.interruptions.splice(this.interruptions.indexOf(counted), 1);
  }

  /** How many requests turned out to be the cause themselves. */
  get blamed(): number {
    return this.#blamed.length;
  }

  /** What follows from a request that a gateway answered, once it was repeated. A later conclusion replaces this one. */
  conclude(from: number, exchanges: readonly number[], isAnswered: boolean): Conclusion | undefined {
    const span = { from, to: this.#clock.now(), exchanges };
    const isMeanwhile = (other: Span) => other.from < span.to && other.to > from;
    if (isAnswered) {
      this.#passed.push(span);
      const wronged = this.#blamed.filter(isMeanwhile).flatMap((other) => other.exchanges);
      return { about: [...exchanges, ...wronged], cause: 'interruption' };
    }
    if (this.#passed.some(isMeanwhile)) return { about: exchanges, cause: 'interruption' };
    this.#blamed.push(span);
    return { about: exchanges, cause: 'input' };
  }
}
