import type { Exchange } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { Interruption } from '../model/report.ts';
import type { Ask } from './ask.ts';
import { type Disturbance, type Suspect, type SuspectParts, Suspects } from './suspects.ts';

/** More interruptions than this, and what is lost shows nothing any more: it may be chance as well. */
export const STEADY = 5;
/** Lock-outs after bad credentials, before no further one is sent: one may be chance. */
const LOCK_OUTS = 2;

interface Queued {
  readonly suspect: Suspect;
  readonly resolve: (last: Exchange) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One way to doubt. The first doubtful answer begins a disturbance: nothing new is sent, what is on the wire comes in, and
 * each doubtful answer joins a queue. One suspect after the other is settled. It was an interruption if they were answered
 * later, and none of them is known to fail by itself.
 */
export class Interruptions {
  readonly all: Interruption[] = [];
  readonly suspects: Suspects;
  readonly #parts: SuspectParts;
  readonly #onTheWire = new Set<Promise<unknown>>();
  readonly #queue: Queued[] = [];
  #current: Disturbance | undefined;
  #isOver: Promise<void> = Promise.resolve();
  #lockOuts = 0;
  /** Requests are answered only while nothing else is under way, so each gets a connection of its own. */
  #isApart = false;

  constructor(parts: SuspectParts) {
    this.#parts = parts;
    this.suspects = new Suspects(parts, () => this.all.length + Number(this.#isInterruption) > STEADY);
  }

  get isOpen(): boolean {
    return this.#current === undefined;
  }

  /** Resolves when nobody is suspected. */
  async untilOpen(): Promise<void> {
    while (!this.isOpen) await this.#isOver;
  }

  /** Nobody is tried before what is on the wire has come in. */
  watch<T>(sending: Promise<T>): Promise<T> {
    const watched = sending.finally(() => this.#onTheWire.delete(watched));
    this.#onTheWire.add(watched);
    return watched;
  }

  /** Resolves with the last answer when it is known what the doubtful one means. */
  settle(ask: Ask, first: Exchange, doubt: Doubt, isOfUsedConnection: boolean): Promise<Exchange> {
    const counts = { failures: 0, waitedMs: 0, wasStopped: false, isSpent: false };
    const tries = [{ exchange: first, doubt }];
    const suspect: Suspect = { ask, last: first, doubt, tries, ...counts, state: 'open', isOfUsedConnection };
    const disturbance = this.#current ?? this.#begin(suspect);
    disturbance.met += 1;
    if (first.status === 0) disturbance.unanswered.push(first);
    return new Promise((resolve, reject) => this.#queue.push({ suspect, resolve, reject }));
  }

  #begin(first: Suspect): Disturbance {
    const counts = { met: 0, answered: 0, concluded: 0, wasAway: false, backAt: undefined };
    const since = this.#parts.options.clock.now();
    this.#current = { first, since, ...counts, unanswered: [] };
    this.#isOver = this.#settleAll(this.#current);
    return this.#current;
  }

  async #settleAll(disturbance: Disturbance): Promise<void> {
    const { sender, options } = this.#parts;
    while (this.#onTheWire.size > 0) await Promise.allSettled(this.#onTheWire);
    // A worker of the server may stay with another connection, or the server may have no room for one more.
    const isOfConnection = ['silent', 'broken'].includes(disturbance.first.doubt);
    if (isOfConnection && !this.#isApart) await options.wire.isolate?.(true);
    // A plain request says more than one that combines many values.
    this.#queue.sort((one, other) => inputsOf(one) - inputsOf(other));
    for (const { suspect, resolve, reject } of this.#queue.splice(0)) {
      try {
        sender.throwIfStopped();
        await this.suspects.settle(suspect, disturbance);
        resolve(suspect.last);
      } catch (error) {
        reject(error);
      }
    }
    await this.#end(disturbance);
    if (isOfConnection && !this.#isApart) await options.wire.isolate?.(false);
    this.#current = undefined;
  }

  async #end({ first: { doubt, tries }, since, backAt, wasAway }: Disturbance): Promise<void> {
    const { options, losses, presence } = this.#parts;
    // A run that is stopped asks nothing more.
    if (doubt !== 'silent' || wasAway) await losses.look().catch(() => undefined);
    const status = tries[0]?.exchange.status ?? 0;
    const durationMs = Math.round((backAt ?? options.clock.now()) - since);
    const isLockOut = doubt === 'key' && wasAway && presence.answeredGuesses > 0;
    if (isLockOut) this.#lockOuts += 1;
    if (this.#lockOuts >= LOCK_OUTS) this.suspects.stopGuesses();
    if (this.#isInterruption && !isLockOut)
      this.all.push({ startedAt: new Date(since).toISOString(), status, durationMs });
    this.#isApart ||= doubt === 'silent' && this.#isInterruption && !wasAway;
  }

  get #isInterruption(): boolean {
    const { first, answered = 0, concluded = 0 } = this.#current ?? {};
    return answered > 0 && concluded === 0 && first?.doubt !== 'limit';
  }
}

function inputsOf({ suspect: { ask } }: Queued): number {
  return ask.input?.length ?? 0;
}
