import { memoize } from '../../harness/basics/memoize.ts';
import { isObject } from '../../harness/json/exact-json.ts';
import { oddParts } from '../reading/odd-parts.ts';
import { isAccepted, type Reading } from '../reading/reading.ts';
import { type Requirement, requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import { answerOf, wrongIn } from './failure-key.ts';
import type { Failure } from './failures.ts';

/* What failures of one story share. Read the table of keys from top to bottom: the strongest come first. */

/** What the table asks about a failure. */
export interface StoryFacts {
  readonly failure: Failure;
  readonly requirement: Requirement;
  readonly first: Violation;
  readonly reading: Reading;
  readonly operation: string;
  /** The status, or how the request ended, and what else is wrong. */
  readonly answer: string;
  /** The same for the same wrong answer, as far as its body says which: without what it echoes. */
  readonly wholeAnswer: string;
  readonly isLetIn: boolean;
  /** About whether a credential is refused. */
  readonly isOfCredential: boolean;
  /** About an input: what tables its culprits are of, or the field that came back changed. */
  readonly isOfInput: boolean;
  readonly tables: readonly string[];
}

interface KeyRule {
  readonly what: string;
  /** What a failure has to share with a story, and what it lets others share. They are the same unless both are given. */
  readonly keys?: (facts: StoryFacts) => readonly string[];
  readonly offers?: (facts: StoryFacts) => readonly string[];
  readonly takes?: (facts: StoryFacts) => readonly string[];
}

const only = (isIt: boolean | undefined, ...keys: readonly string[]) => (isIt ? keys : []);

/** Shared with any member of a story. */
const OF_MEMBERS: readonly KeyRule[] = [
  { what: 'the service stopped once', keys: ({ failure }) => underWay(failure).map((number) => `stop ${number}`) },
  {
    what: 'a value, or a combination, gets the same answer',
    keys: ({ failure: { culprits }, requirement, isOfCredential, answer }) => {
      if (isOfCredential || requirement.form || culprits.length === 0) return [];
      const single = culprits.length <= 2 ? culprits : [];
      return [...single, culprits.join('+')].map((value) => `value ${value} ${answer}`);
    },
  },
  {
    what: 'a credential of one kind gets the same answer',
    keys: ({ failure, reading, isOfCredential, isLetIn, answer }) => {
      const values = isOfCredential ? failure.culprits.filter((value) => value.startsWith('credential/')) : [];
      return values.map((value) => `${reading.asked.credential} ${value} ${isLetIn ? 'in' : answer}`);
    },
  },
  {
    what: 'an operation refuses the right key',
    keys: ({ reading, requirement, operation }) =>
      only(!requirement.form && reading.asked.credential === 'right' && reading.status === 401, `refused ${operation}`),
  },
  {
    what: 'answers of one form',
    keys: ({ requirement, reading }) => only(!!requirement.form, `form ${requirement.form?.(reading)}`),
  },
];

/** Offered by some failures, and looked for by others, after pets and exchanges. Nothing about forms. */
const OFFERED: readonly KeyRule[] = [
  {
    what: 'who gets in without a credential gets in with any',
    offers: ({ failure, reading, operation, isOfCredential, isLetIn }) => {
      const isBare = failure.culprits.every((value) => value === 'credential/missing');
      return only(isOfCredential && isLetIn && isBare && reading.asked.credential === 'missing', `open ${operation}`);
    },
    takes: ({ requirement, operation, isLetIn }) => only(requirement.area === 'auth' && isLetIn, `open ${operation}`),
  },
  {
    what: 'what is checked before the credential shows where none is needed',
    offers: ({ reading, operation, isOfCredential }) =>
      only(isOfCredential && reading.asked.credential === 'missing', `first ${operation}`),
    takes: ({ requirement, reading, operation, isOfCredential }) =>
      only(
        requirement.area === 'auth' && !isOfCredential && reading.asked.credential === 'missing',
        `first ${operation}`,
      ),
  },
  {
    what: 'pets that share an id show each other',
    offers: ({ failure, requirement }) => (requirement.isOfIds ? petsIn(failure).map((pet) => `pet ${pet}`) : []),
    takes: ({ failure }) => petsIn(failure).map((pet) => `pet ${pet}`),
  },
  {
    what: 'an operation that answers everything alike',
    offers: ({ failure, requirement, operation, answer }) =>
      only(
        requirement.isBasis && failure.culprits.length === 0 && !failure.isIntermittent,
        `all ${operation} ${answer}`,
      ),
    // Whoever accepts an invalid request does so whatever the status of a success is.
    takes: ({ requirement, isLetIn, operation, answer }) =>
      only(!(requirement.refuses && isLetIn), `all ${operation} ${answer}`),
  },
  {
    what: 'a limit or a filter is refused, with whatever headers',
    offers: ({ requirement, reading, answer }) =>
      requirement.accepts && !requirement.isBasis ? refusedParameters(reading, answer) : [],
    takes: ({ requirement, reading, answer }) =>
      requirement.isBasis || requirement.area === 'errors' ? refusedParameters(reading, answer) : [],
  },
  {
    what: 'the same requirement and answer, whatever the input',
    offers: ({ failure, answer, tables, isOfInput }) =>
      only(tables.length === 0 || !isOfInput, `${failure.id} ${answer}`),
    takes: ({ failure, answer }) => [`${failure.id} ${answer}`],
  },
  {
    what: 'valid bodies get one wrong answer, whatever they are',
    offers: ({ requirement, answer, tables }) =>
      only(isOfPet(requirement) && tables.length === 0, `creation ${answer}`),
    takes: ({ requirement, answer }) => only(isOfPet(requirement), `creation ${answer}`),
  },
  {
    what: 'invalid bodies are accepted, and so is what only good practice refuses',
    offers: ({ requirement, isLetIn, answer }) => only(isOfBody(requirement) && isLetIn, `taken ${answer}`),
    takes: ({ requirement, isLetIn, answer }) =>
      only(isOfBody(requirement) && isLetIn && requirement.level === 'SHOULD', `taken ${answer}`),
  },
];

/** Shared with the headline of a story. Nothing about forms. */
const OF_HEADLINE: readonly KeyRule[] = [
  {
    what: 'operations without a credential get one answer',
    keys: ({ reading, isOfCredential, isLetIn, answer }) =>
      only(isOfCredential && reading.asked.credential === 'missing', `missing ${isLetIn ? 'in' : answer}`),
  },
  {
    what: 'bad credentials of all kinds get one wrong status',
    keys: ({ reading, isOfCredential, isLetIn }) =>
      only(isOfCredential && !isLetIn && reading.status > 0, `bad credential ${reading.status}`),
  },
  {
    what: 'values of one table get one answer',
    keys: ({ failure, reading, answer, wholeAnswer, tables, isOfInput }) => {
      const all = isOfInput && tables.length > 0 ? tables : ['any'];
      // Two exceptions may both end as 500.
      return all.map((table) => `${failure.id} ${reading.status >= 500 ? wholeAnswer : answer} ${table}`);
    },
  },
  {
    what: 'pages of a wrong size',
    keys: ({ failure, reading, first }) =>
      only(reading.asked.page && reading.isSuccess && wrongIn(first).startsWith('too '), `${failure.id} size`),
  },
  {
    what: 'creations are answered without a pet',
    keys: ({ requirement, reading }) =>
      only(isOfPet(requirement) && reading.isSuccess && reading.json === undefined, 'no pet'),
  },
  {
    what: 'one field of valid bodies gets one answer',
    keys: ({ requirement, answer, tables }) =>
      isOfPet(requirement) ? (tables.length > 0 ? tables : ['any']).map((table) => `creation ${answer} ${table}`) : [],
  },
  {
    what: 'invalid bodies are refused in one wrong way',
    keys: ({ requirement, reading, wholeAnswer }) =>
      only(isOfBody(requirement) && reading.status >= 400, `invalid ${wholeAnswer}`),
  },
  {
    what: 'refusals that never come',
    keys: ({ requirement, reading }) => only(requirement.refuses && reading.failure?.kind === 'timeout', 'no refusal'),
  },
  {
    what: 'one filter gets one answer',
    keys: ({ reading, answer }) =>
      only(
        reading.asked.page?.filter !== undefined && !reading.isSuccess,
        `filter ${reading.asked.page?.filter} ${answer}`,
      ),
  },
];

const isOfPet = ({ operation, accepts, level }: Requirement) =>
  operation === 'createPet' && accepts !== undefined && level === 'MUST';
const isOfBody = ({ refuses }: Requirement) => refuses?.status === 400;

interface Keys {
  readonly members: readonly string[];
  readonly offered: readonly string[];
  readonly taken: readonly string[];
  readonly headline: readonly string[];
  /** Its pets, each with what is wrong with it, so that two defects of one pet are two stories. */
  readonly pets: ReadonlySet<string>;
}

export const keysOf = memoize((facts: StoryFacts): Keys => {
  const keysFor = (rules: readonly KeyRule[], kind: 'offers' | 'takes') =>
    rules.flatMap((rule) => (rule[kind] ?? rule.keys)?.(facts) ?? []);
  const members = keysFor(OF_MEMBERS, 'takes');
  if (facts.requirement.form) return { members, offered: [], taken: [], headline: [], pets: new Set() };
  return {
    members,
    offered: keysFor(OFFERED, 'offers'),
    taken: keysFor(OFFERED, 'takes'),
    headline: keysFor(OF_HEADLINE, 'takes'),
    pets: new Set(
      facts.failure.violations.flatMap((violation) => petsOf(violation).map((pet) => flawed(pet, violation))),
    ),
  };
});

function flawed(pet: string, { changed, reading }: Violation): string {
  return `${pet} ${changed ?? (reading.ids.includes(pet) ? 'shown' : 'absent')}`;
}

export const factsOf = memoize((failure: Failure): StoryFacts => {
  const { id, culprits, violations } = failure;
  const [first] = violations as readonly [Violation, ...Violation[]];
  const { reading } = first;
  const requirement = requirementOf(id);
  const answer = `${answerOf(reading)} ${wrongIn(first)}`;
  return {
    failure,
    requirement,
    first,
    reading,
    operation: reading.asked.operation ?? 'none',
    answer,
    wholeAnswer: reading.status >= 400 ? `${answer} ${bodyOf(reading)}` : answer,
    isLetIn: isAccepted(reading),
    isOfCredential: requirement.refuses?.status === 401,
    isOfInput: requirement.refuses !== undefined || requirement.accepts !== undefined || requirement.area === 'errors',
    tables: tablesOf(first, culprits),
  };
});

/** What came back changed is the field that matters. */
function tablesOf({ changed }: Violation, culprits: readonly string[]): readonly string[] {
  if (changed === undefined) return [...new Set(culprits.map(tableOf))];
  return culprits.length > 0 ? [changed] : [];
}

/** Bodies are broken field by field, and each field is checked on its own. */
function tableOf(value: string): string {
  const [table = '', id = ''] = value.split('/');
  return table === 'body' ? `${table}/${/^(name|category|status)-/.exec(id)?.[1] ?? ''}` : table;
}

/** An Error without what it echoes. */
function bodyOf({ json, text }: Reading): string {
  if (isObject(json) && typeof json.code === 'string') return json.code;
  return text.replace(/["'].*?["']|\d+/g, '').slice(0, 40);
}

function refusedParameters(reading: Reading, answer: string): readonly string[] {
  if (!reading.asked.page || reading.status < 400) return [];
  return ['limit', 'filter'].filter((part) => oddParts(reading).has(part)).map((part) => `refused ${part} ${answer}`);
}

const petsIn = ({ violations }: Failure): readonly string[] => [...new Set(violations.flatMap(petsOf))];

/** Every pet that a violation is about. */
function petsOf({ petId, lacks = [], mixedWith = [], reading, id, changed }: Violation): readonly string[] {
  const { asked, ids } = reading;
  const { isOfIds } = requirementOf(id);
  const isOwn = asked.operation === 'createPet' && (isOfIds || changed !== undefined);
  return [petId, ...lacks, ...mixedWith, ...(isOwn ? ids : [])].filter((one) => one !== undefined);
}

function underWay({ violations }: Failure): readonly number[] {
  return violations.flatMap((violation) => violation.underWay ?? []);
}
