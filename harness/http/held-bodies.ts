import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Inconclusive } from '../verdict/verdicts.ts';
import { decodeBody, type Reading } from './reply.ts';

/** In bytes: smaller bodies are read once, and kept as long as their reply. */
const LARGE = 512 * 1024;
/** In bytes: the latest large bodies, all together. */
const HELD_BYTES = 32 * 1024 * 1024;
/** In bytes: the reading of a larger body is collected at once. */
const VERY_LARGE = 2 * 1024 * 1024;

export interface HeldBody {
  readonly bytes: () => Buffer;
  readonly read: () => Reading;
}

interface Slot {
  bytes: Buffer | undefined;
}

/**
 * The bodies of replies. A body that is read takes several times as much memory as its bytes, so of a large one only the
 * bytes are kept, and it is read anew each time. Only the latest ones are kept at all.
 */
export class HeldBodies {
  readonly #recent: { readonly slot: WeakRef<Slot>; readonly size: number }[] = [];
  #size = 0;
  #last: { readonly bytes: Buffer; readonly reading: Reading } | undefined;

  hold(bytes: Buffer): HeldBody {
    if (bytes.length <= LARGE) {
      let reading: Reading | undefined;
      const read = () => {
        reading ??= decodeBody(bytes);
        return reading;
      };
      return { bytes: () => bytes, read };
    }
    const slot = this.#slotFor(bytes);
    return { bytes: () => bytesIn(slot), read: () => this.#read(bytesIn(slot)) };
  }

  #slotFor(bytes: Buffer): Slot {
    const slot: Slot = { bytes };
    this.#recent.push({ slot: new WeakRef(slot), size: bytes.length });
    this.#size += bytes.length;
    while (this.#size > HELD_BYTES) {
      const oldest = this.#recent.shift();
      const dropped = oldest?.slot.deref();
      if (dropped) dropped.bytes = undefined;
      this.#size -= oldest?.size ?? this.#size;
    }
    return slot;
  }

  /** All invariants that look at a new reply share one reading. */
  #read(bytes: Buffer): Reading {
    if (this.#last?.bytes === bytes) return this.#last.reading;
    const reading = decodeBody(bytes);
    this.#last = { bytes, reading };
    setImmediate(() => {
      this.#last = undefined;
      if (bytes.length > VERY_LARGE) collectGarbage();
    });
    return reading;
  }
}

function bytesIn({ bytes }: Slot): Buffer {
  if (bytes === undefined) throw new Inconclusive({ kind: 'body-dropped' });
  return bytes;
}

let collect: (() => void) | undefined;

/** By itself the engine lets garbage grow to a multiple of the memory in use: too much for a small container. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
