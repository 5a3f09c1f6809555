import type { Wire, WireRequest } from '../model/wire.ts';
import { textOfPieces } from '../secrets/own-request.ts';
import { Redactor } from '../secrets/redact.ts';
import type { Restorer } from './suite.ts';

/** The shell expression of every key: they are one key to whoever reads a report. */
const PLACEHOLDER = '$PETSTORE_API_KEY';

interface Parts {
  /** The key at the start. */
  readonly key: string;
  /** Undefined if there is no new one. */
  readonly ask: () => Promise<string | undefined>;
  readonly restorerOf: (key: string) => Restorer;
  /** A text that gives a key away, and what reports show in its place. */
  readonly hide: (text: string, shown: string) => void;
}

/**
 * A key that took the place of the first one. It is only on the wire, and so is what is made from it: everything else
 * goes on with the first key, and so does the record.
 */
export class KeyRenewal {
  readonly #parts: Parts;
  /** Knows where the first key is in a request. */
  readonly #first: Redactor;
  #key: string;
  #restorer: Restorer | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#first = new Redactor(parts.key);
    this.#key = parts.key;
  }

  /** What else is made from the first key. */
  add(text: string, shown: string): void {
    this.#first.add(text, shown);
  }

  /** Resolves with whether there is another key now. If nobody gives one, the run goes on as if there were none. */
  async renew(): Promise<boolean> {
    const key = await this.#parts.ask().catch(() => undefined);
    if (key === undefined || key === this.#key) return false;
    this.#key = key;
    this.#restorer = this.#parts.restorerOf(key);
    this.#parts.hide(key, PLACEHOLDER);
    return true;
  }

  /** Sends every request with the key of this moment. */
  on(wire: Wire): Wire {
    return {
      send: (request, connection, signal) => {
        const isBehind = typeof connection === 'object' && 'after' in connection;
        const way = isBehind ? { after: this.#current(connection.after) } : connection;
        return wire.send(this.#current(request), way, signal);
      },
      ...(wire.isolate && { isolate: (isIsolated) => wire.isolate?.(isIsolated) ?? Promise.resolve() }),
      close: () => wire.close(),
    };
  }

  #current(request: WireRequest): WireRequest {
    const restorer = this.#restorer;
    if (restorer === undefined) return request;
    const { path, headers, body } = request;
    const [, ...target] = this.#first.requestTarget('', path);
    const headerOf = (name: string, value: string) =>
      restorer.text(textOfPieces(this.#first.requestHeader(name, value)));
    const current = {
      ...request,
      path: restorer.text(textOfPieces(target)),
      headers: headers.map(([name, value]) => [name, headerOf(name, value)] as const),
      ...(body !== undefined && { body: restorer.text(this.#first.own(body)) }),
    };
    for (const [text, shown] of restorer.hidden) this.#parts.hide(text, shown);
    return current;
  }
}
