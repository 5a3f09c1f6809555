import type { FilePlace } from '../model/report.ts';

/** Violations that are accepted for a time, of one requirement or of several. */
export interface Waiver {
  readonly id?: string;
  /** Instead of `id`. */
  readonly requirements?: readonly string[];
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly until: string;
  /** Of the accepted violations, whichever of the requirements they violate; any unless given. */
  readonly fingerprint?: string | readonly string[];
}

export interface PlacedWaiver extends Waiver {
  /** Where it was read. */
  readonly place?: FilePlace;
}

export function requirementsOf({ id, requirements }: Waiver): readonly string[] {
  return requirements ?? (id === undefined ? [] : [id]);
}
