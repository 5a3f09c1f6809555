import { isObject } from '../../harness/json/exact-json.ts';
import { groupByEach } from '../../harness/report/group-by.ts';
import { memoize } from '../memoize.ts';
import type { Findings, Violation } from './findings.ts';

/*
 * Two violations are linked if they share data: the same pet, the same request, the same input, and so on. Only a
 * linked violation can be a consequence of another one. Two violations that merely happen in one run are two defects.
 * attribution.ts says where this is used, and writes the kind of the link into each consequence.
 */

export const LINKS = ['pet', 'request', 'input', 'field', 'credential', 'page'] as const;
export type Link = (typeof LINKS)[number];

export type Relation = (violation: Violation, cause: Violation) => boolean;

/** What both must share for each kind of link. */
export const areLinked: Readonly<Record<Link, Relation>> = {
  pet: (violation, cause) => petsOf(violation).some((id) => petsOf(cause).includes(id)),
  request: ({ reading }, { reading: other }) => reading.key === other.key,
  /** The cause fails in the same way with fewer inputs, or with none. */
  input: (violation, cause) =>
    isSameOperation(violation, cause) &&
    isSameAnswer(violation, cause) &&
    inputsOf(cause).every((input) => inputsOf(violation).includes(input)),
  /** The same part of the body is treated in the same way. */
  field: (violation, cause) => isSameOperation(violation, cause) && isSameAnswer(violation, cause),
  /** The same key, or none. */
  credential: ({ reading }, { reading: other }) => reading.asked.credential === other.asked.credential,
  /** Two lists with the same flaw. */
  page: (violation, cause) =>
    isSameOperation(violation, cause) &&
    violation.reading.status === cause.reading.status &&
    violation.reading.pets?.length === cause.reading.pets?.length,
};

/** Every pet that a violation is about. */
const petsOf = memoize(({ petId, lacks = [], mixedWith = [], reading }: Violation): readonly string[] => {
  const { asked, ids, request } = reading;
  const own = ids.filter((id) => asked.operation === 'createPet' || request.path.endsWith(`/${id}`));
  return [petId, asked.petId, ...lacks, ...mixedWith, ...own].filter((id) => id !== undefined);
});

export function inputsOf({ reading }: Violation): readonly string[] {
  return reading.input ?? [];
}

const isSameOperation: Relation = ({ reading }, cause) => reading.asked.operation === cause.reading.asked.operation;

/** The same status, and the same field that comes back wrong, if it is about a field. */
const isSameAnswer: Relation = ({ reading, changed }, { reading: other, changed: otherChanged = changed }) =>
  reading.status === other.status &&
  (changed ?? otherChanged) === otherChanged &&
  isObject(reading.json) === isObject(other.json);

export interface Consistency {
  /** What is wrong here was also right, with the very same inputs. */
  readonly isSometimesRight: (violation: Violation) => boolean;
  /** It was tried more than once, and never right. */
  readonly isAlwaysWrong: (violation: Violation) => boolean;
}

/** How steadily violations show. A cause that shows only sometimes does not explain what is always wrong. */
export function consistencyOf(all: readonly Findings[]): Consistency {
  const agreeing = groupByEach(all, ({ agreed, violations }) =>
    [...agreed].filter((id) => violations.every((violation) => violation.id !== id)),
  );
  const violating = groupByEach(all, ({ violations }) => [...new Set(violations.map(({ id }) => id))]);
  const rightOf = ({ id, reading }: Violation) =>
    // A refusal that is allowed is not what this request should have got instead of the same refusal.
    (agreeing.get(id) ?? []).filter(({ reading: other }) => reading.isSuccess || other.status !== reading.status);
  const hasInput = (input: string) => (other: Findings) => other.reading.input?.includes(input) === true;
  const isLike =
    ({ reading }: Violation) =>
    (other: Findings) =>
      other.reading.asked.operation === reading.asked.operation;
  return {
    isSometimesRight: (violation) => {
      const inputs = inputsOf(violation).join();
      const { decidedBy } = violation.reading.asked;
      const isSame = ({ reading }: Findings) =>
        (reading.input ?? []).join() === inputs && reading.asked.decidedBy === decidedBy;
      // What was right only until the first failure has begun to fail for good.
      const [first] = (violating.get(violation.id) ?? []).filter(isSame);
      const since = first?.reading.sentAt ?? 0;
      const isRight = (other: Findings) => isSame(other) && isLike(violation)(other) && other.reading.sentAt > since;
      return rightOf(violation).some(isRight);
    },
    isAlwaysWrong: (violation) => {
      const [right, wrong] = [rightOf(violation), violating.get(violation.id) ?? []];
      const isSteady = (test: (other: Findings) => boolean) => wrong.filter(test).length > 1 && !right.some(test);
      const inputs = inputsOf(violation);
      return inputs.length === 0 ? isSteady(isLike(violation)) : inputs.some((one) => isSteady(hasInput(one)));
    },
  };
}
