import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Outage } from './outages.ts';

/** A request that was on its way when the service stopped. */
interface Suspect {
  readonly exchanges: Exchange[];
  readonly outage: Outage;
}

/**
 * A service that stops breaks every connection, and then none can be made. Each request whose connection broke since
 * the service last answered is a suspect. If the service does not come back within `--max-wait`, they are reported: one
 * of them stopped it. If it comes back, by itself or because something restarts it, each suspect is sent once more with
 * nothing else on its way. Most are answered: then it was an interruption. One that stops the service again is the
 * culprit, and is not sent any more.
 */
export class Crashes {
  #broken: Exchange[] = [];
  readonly #suspects = new Map<WireRequest, Suspect>();
  readonly #culprits = new Set<string>();

  /** A connection broke, or the service answered. */
  note(exchange: Exchange): void {
    if (exchange.failure?.kind === 'reset') this.#broken.push(exchange);
    if (exchange.status > 0) this.#broken = this.#broken.filter(({ answeredAt }) => answeredAt >= exchange.sentAt);
  }

  /** No connection can be made: the requests that may be the reason. Some break a little later than others. */
  suspects(outage: Outage): readonly Exchange[] {
    for (const exchange of this.#broken.splice(0)) {
      const known = this.#suspects.get(exchange.request);
      if (known) known.exchanges.push(exchange);
      else this.#suspects.set(exchange.request, { exchanges: [exchange], outage });
    }
    return [...this.#suspects.values()].filter((one) => one.outage === outage).flatMap(({ exchanges }) => exchanges);
  }

  isSuspect(request: WireRequest): boolean {
    return this.#suspects.has(request);
  }

  /** It stopped the service while it was alone. */
  convict(request: WireRequest): Suspect | undefined {
    this.#culprits.add(textOf(request));
    this.#broken = [];
    return this.#suspects.get(request);
  }

  isCulprit(request: WireRequest): boolean {
    return this.#culprits.size > 0 && this.#culprits.has(textOf(request));
  }
}

function textOf(request: WireRequest): string {
  return JSON.stringify(request);
}
