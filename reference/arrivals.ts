import type { Socket } from 'node:net';
import type { Connection, Request } from './model.ts';

/** What a server knows of a request before it is read. */
export type Arrival = Pick<Request, 'connection' | 'serial' | 'idleMs'>;

/** Counts requests, and the connections that carry them. */
export class Arrivals {
  readonly #connections = new WeakMap<Socket, Connection>();
  #connectionCount = 0;
  #latest: number | undefined;
  count = 0;

  record(socket: Socket): Arrival {
    const now = performance.now();
    const idleMs = now - (this.#latest ?? now);
    this.#latest = now;
    this.count += 1;
    return { connection: this.#carriedBy(socket), serial: this.count, idleMs };
  }

  #carriedBy(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    const connection =
      known === undefined
        ? { serial: this.#nextConnection(), requestsBefore: 0 }
        : { ...known, requestsBefore: known.requestsBefore + 1 };
    this.#connections.set(socket, connection);
    return connection;
  }

  #nextConnection(): number {
    this.#connectionCount += 1;
    return this.#connectionCount;
  }
}
