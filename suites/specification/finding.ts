import type { RequirementId } from '../catalogue.ts';
import type { Reading } from './reading.ts';

/** What attribution needs to know about a violation, besides the exchange. */
export interface FindingFacts {
  readonly petIds?: readonly string[];
  /** The number of pets on the page. */
  readonly pageSize?: number;
  /** The page has fewer pets than it should, and this requirement says how long it may be. */
  readonly isShort?: RequirementId;
  /** The pet was shown, but only before it was fetched; or it was fetched first. */
  readonly vanished?: 'after-shown' | 'before-shown';
  /** A pet that was read differs from the one that was created, or is another one. */
  readonly isChanged?: 'field' | 'pet';
  /** The category may be the reason: it is not one of the usual ones, or it was altered. */
  readonly isAboutCategory?: boolean;
}

/** One thing that one exchange says about one requirement. */
export interface Finding {
  readonly id: RequirementId;
  readonly reading: Reading;
  readonly isOk: boolean;
  /** How often the exchange says it. */
  readonly count: number;
  readonly expected: string;
  readonly actual: string;
  readonly facts?: FindingFacts;
  /** Another exchange that belongs to the proof. */
  readonly earlier?: Reading;
}

/** Notes what an exchange says about a requirement; what was found instead is put into words only for a violation. */
export type Note = (
  id: RequirementId,
  isOk: boolean,
  expected?: string,
  actual?: () => string,
  more?: () => Pick<Finding, 'facts'> & { readonly earlier?: Reading | undefined },
) => void;

/** Agreement is counted, once for each requirement: a page has many pets. */
export function noteTo(findings: Finding[], reading: Reading): Note {
  const agreements = new Map<RequirementId, { count: number }>();
  return (id, isOk, expected = '', actual = () => '', more = () => ({})) => {
    if (!isOk) {
      const { earlier, facts } = more();
      const violation = { id, reading, isOk, count: 1, expected, actual: actual() };
      findings.push({ ...violation, ...(facts && { facts }), ...(earlier && { earlier }) });
      return;
    }
    const known = agreements.get(id);
    if (known) {
      known.count += 1;
      return;
    }
    const agreement = { id, reading, isOk, count: 1, expected: '', actual: '' };
    agreements.set(id, agreement);
    findings.push(agreement);
  };
}
