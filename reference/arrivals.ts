import type { Connection, Request } from './model.ts';

/** What a server knows of a request before it is read. */
export type Arrival = Pick<Request, 'connection' | 'serial' | 'idleMs' | 'stored'>;

/** Counts requests, and the connections that carry them. */
export class Arrivals {
  readonly #connections = new Map<number, Connection>();
  #latest: number | undefined;
  count = 0;

  record(id: number, now: number, stored: number): Arrival {
    const idleMs = now - (this.#latest ?? now);
    this.#latest = now;
    this.count += 1;
    const known: Partial<Connection> = this.#connections.get(id) ?? {};
    const { serial = this.#connections.size + 1, requestsBefore = -1 } = known;
    const connection = { serial, requestsBefore: requestsBefore + 1 };
    this.#connections.set(id, connection);
    return { connection, serial: this.count, idleMs, stored };
  }
}
