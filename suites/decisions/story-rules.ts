import { isAccepted, type Reading } from '../reading/reading.ts';
import { type Requirement, requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import { answerOf, wrongIn } from './failure-key.ts';
import type { Failure } from './failures.ts';

/** What the rules ask about a failure. */
interface Facts {
  readonly failure: Failure;
  readonly requirement: Requirement;
  readonly first: Violation;
  /** What is wrong with the answer, the same for failures of one story. */
  readonly wrongness: string;
  /** It is about a credential, and somebody was let in with it. */
  readonly isLetIn: boolean;
}

interface Rule {
  /** What failures of one story share, in words for the documents. */
  readonly what: string;
  /** The same text for failures that share it. */
  readonly keys: (facts: Facts) => readonly string[];
  /** The failures that make it true of the server. Where none does, the rule says nothing; unless given, any does. */
  readonly madeBy?: (facts: Facts) => boolean;
}

/** Two failures with a key in common are one story. Besides them, at least half of what shows a failure joins it to a story. */
export const STORY_RULES: readonly Rule[] = [
  {
    what: 'the requirement, or the kind of request that it is about, and the wrong answer',
    keys: ({ requirement, first, wrongness }) => {
      if (requirement.form) return [];
      return [`${subjectOf(requirement, first.reading)}: ${wrongness}`];
    },
  },
  {
    what: 'the value that causes it, and the wrong answer',
    keys: ({ failure: { culprits }, requirement, first, wrongness }) => {
      if (requirement.form || culprits.length === 0) return [];
      const values = culprits.length > 2 ? [culprits.join()] : [...culprits, culprits.join()];
      const isOfKey = first.reading.asked.credential === 'right';
      return values.map((value) => `${value} ${isOfKey}: ${wrongness}`);
    },
  },
  {
    what: 'the mistake in the form of the answer',
    keys: ({ requirement, first }) => (requirement.form ? [`form ${requirement.form(first.reading)}`] : []),
  },
  {
    what: 'an operation that lets in requests without a credential',
    keys: ({ requirement, first: { reading }, isLetIn }) => {
      const isOfIt = requirement.area === 'auth' && (isLetIn || reading.asked.credential === 'missing');
      return isOfIt && !requirement.form ? [`open ${reading.asked.operation}`] : [];
    },
    madeBy: ({ failure, first, isLetIn }) =>
      isLetIn &&
      first.reading.asked.credential === 'missing' &&
      !failure.isIntermittent &&
      failure.culprits.every((value) => value === 'credential/missing'),
  },
  {
    what: 'an operation that gives every plain request this wrong answer',
    keys: ({ requirement, first: { reading }, wrongness }) => {
      // A wrong pet in a success, or a success that must be none, has nothing to do with its status.
      const isOther = isAccepted(reading) && !requirement.accepts;
      return isOther || requirement.form ? [] : [`all ${reading.asked.operation}: ${wrongness}`];
    },
    madeBy: ({ failure, requirement }) =>
      requirement.isBasis === true && !failure.isIntermittent && failure.culprits.length === 0,
  },
  {
    what: 'pets that share an id',
    keys: ({ failure, requirement }) =>
      requirement.form ? [] : failure.violations.flatMap((violation) => petsOf(violation).map((pet) => `pet ${pet}`)),
    madeBy: ({ requirement }) => requirement.isOfIds === true,
  },
];

export function factsOf(failure: Failure): Facts {
  const first = failure.violations[0] as Violation;
  const requirement = requirementOf(failure.id);
  const isLetIn = requirement.area === 'auth' && isAccepted(first.reading);
  return { failure, requirement, first, isLetIn, wrongness: isLetIn ? 'let in' : wrongnessOf(first) };
}

/** Whatever a request is refused for, one handler makes the answer; or it hangs. */
function subjectOf({ refuses, subject }: Requirement, { status, failure }: Reading): string {
  if (refuses === undefined) return subject;
  if (failure?.kind === 'timeout') return 'any refusal';
  return refuses !== 'any' && status >= 400 ? `not ${refuses}` : subject;
}

function wrongnessOf(violation: Violation): string {
  const { reading, petId, changed } = violation;
  // A wrong pet says nothing about the length of its page.
  const isOfPet = reading.asked.page !== undefined && petId !== undefined && changed === undefined;
  return `${answerOf(reading)} ${isOfPet ? 'pet' : wrongIn(violation)}`;
}

/** The pets that a violation is about. Of what must be refused, it matters that it was not. */
export function petsOf({ id, petId, lacks = [], mixedWith = [], reading }: Violation): readonly string[] {
  const { refuses, isOfIds } = requirementOf(id);
  if (refuses) return [];
  const created = isOfIds && reading.asked.operation === 'createPet' ? reading.ids : [];
  return [petId, ...lacks, ...mixedWith, ...created].filter((one) => one !== undefined);
}
