import { type Recorded, type Reply, recordOf } from '../http/reply.ts';
import { keptText } from '../report/cut-body.ts';
import type { Facts, Result } from '../report/model.ts';
import { proofOf } from '../verdict/verdicts.ts';
import type { Population } from './population.ts';

export interface Known {
  readonly population: Population;
  readonly windowMs: number;
}

export interface Breach {
  readonly expected: string;
  readonly actual: string;
  readonly facts?: Facts;
  /** Only a special case of the requirement fails. */
  readonly partial?: boolean;
  /** Another exchange that belongs to the proof. */
  readonly earlier?: Recorded;
}

/** A rule for every response, whichever check sent the request. */
export interface Invariant {
  readonly requirement: string;
  readonly appliesTo: (reply: Reply, known: Known) => boolean;
  readonly breachOf: (reply: Reply, known: Known) => Breach | undefined;
  /** The requirements that report this sighting already, at the end of the run. */
  readonly reportedBy?: (sighting: Sighting, run: RunSoFar) => readonly string[];
}

interface RunSoFar {
  readonly failures: readonly Result[];
  readonly population: Population;
  readonly sightingsOf: (requirement: string) => readonly Sighting[];
}

export interface Sighting {
  readonly invariant: Invariant;
  readonly reply: Recorded;
  readonly breach: Breach;
}

export interface Tally {
  /** The number of exchanges that the rule applies to. */
  readonly applied: number;
  /** In the order in which the requests were sent. */
  readonly sightings: readonly Sighting[];
}

export class Watch {
  readonly #invariants: readonly Invariant[];
  readonly #known: Known;
  readonly #applied = new Map<string, number>();
  readonly #sightings = new Map<string, Sighting[]>();

  constructor(invariants: readonly Invariant[], known: Known) {
    this.#invariants = invariants;
    this.#known = known;
  }

  see(reply: Reply): void {
    for (const invariant of this.#invariants) {
      if (!invariant.appliesTo(reply, this.#known)) continue;
      const { requirement } = invariant;
      this.#applied.set(requirement, (this.#applied.get(requirement) ?? 0) + 1);
      const breach = invariant.breachOf(reply, this.#known);
      if (!breach) continue;
      const sightings = this.#sightings.get(requirement) ?? [];
      sightings.push({ invariant, reply: recordOf(reply), breach: keptBreach(breach) });
      this.#sightings.set(requirement, sightings);
      // Only the first one is shown.
      const isFirst = sightings.every((other) => other.reply.exchange.number >= reply.exchange.number);
      if (isFirst) for (const shown of breach.earlier ? [breach.earlier, reply] : [reply]) proofOf(shown);
    }
  }

  tallyOf(requirement: string): Tally {
    const sightings = this.#sightings.get(requirement) ?? [];
    return {
      applied: this.#applied.get(requirement) ?? 0,
      sightings: sightings.toSorted((a, b) => a.reply.exchange.number - b.reply.exchange.number),
    };
  }

  isBrokenBy({ invariant }: Sighting, reply: Reply): boolean {
    return invariant.appliesTo(reply, this.#known) && invariant.breachOf(reply, this.#known) !== undefined;
  }
}

function keptBreach(breach: Breach): Breach {
  const kept = { ...breach, expected: keptText(breach.expected), actual: keptText(breach.actual) };
  return breach.earlier ? { ...kept, earlier: recordOf(breach.earlier) } : kept;
}
