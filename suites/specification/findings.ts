import type { RequirementId } from '../catalogue.ts';
import { describe, type Reading } from './reading.ts';

/** One thing that is wrong with one exchange. */
export interface Violation {
  readonly id: RequirementId;
  readonly reading: Reading;
  readonly expected: string;
  readonly actual: string;
  /** The pet that it is about. */
  readonly petId?: string;
  /** The pets that a page should have shown, and did not. */
  readonly lacks?: readonly string[];
  /** The ids that other creations got whose names this pet shows. */
  readonly mixedWith?: readonly string[];
  /** The field in which a pet differs from what was sent or created; `id` if it is another pet. */
  readonly changed?: string;
  /** Another exchange that belongs to the proof. */
  readonly earlier?: Reading | undefined;
}

type Details = Pick<Violation, 'petId' | 'lacks' | 'mixedWith' | 'changed' | 'earlier'>;

/**
 * Everything that one exchange says, requirement by requirement. About a requirement that is in neither list it says
 * nothing, which is different from agreement: a page of 5 pets does not agree with a limit of 100.
 */
export class Findings {
  readonly reading: Reading;
  /** The exchange would have shown a violation of these, and shows none. A pass rests on one such exchange. */
  readonly agreed = new Set<RequirementId>();
  readonly violations: Violation[] = [];

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** A text that takes long to make is made only for a violation. */
  check(id: RequirementId, isOk: boolean, expected: string, actual?: string | (() => string), details?: Details): void {
    if (isOk) this.agreed.add(id);
    else this.violate(id, expected, typeof actual === 'function' ? actual() : actual, details);
  }

  violate(id: RequirementId, expected: string, actual = describe(this.reading), details: Details = {}): void {
    this.violations.push({ id, reading: this.reading, expected, actual, ...details });
  }
}
