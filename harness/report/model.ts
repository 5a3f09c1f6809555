import type { PetStatus } from '../run/pet.ts';
import type { Reason } from '../verdict/reasons.ts';

/** The one model that every form of a report is made from. All of it is plain JSON. */

export const LEVELS = ['MUST', 'SHOULD', 'INFO'] as const;
export type Level = (typeof LEVELS)[number];

export const OPERATIONS = ['listPets', 'createPet', 'getPet'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const OUTCOMES = [
  'pass',
  'fail',
  'warn',
  'observed',
  'skipped',
  'inconclusive',
  'unobservable',
  'unsteady',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const VERDICTS = ['conforming', 'violating', 'incomplete', 'untested'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Headers = readonly (readonly [name: string, value: string])[];

/** What is known of a body that a report shows only in part. */
export interface CutBody {
  /** Length of the whole body. */
  readonly bytes: number;
  /** SHA-256 of the whole body as it came, in hexadecimal digits. */
  readonly sha256: string;
  /** How many characters of `body` are its beginning, and how many its end. */
  readonly head: number;
  readonly tail: number;
}

/** One request and what came of it, with the key already taken out. */
export interface Exchange {
  readonly number: number;
  readonly requirement: string;
  readonly operation?: Operation;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Headers;
    readonly body: string;
    /** Present where `body` is only the beginning and the end of it. */
    readonly cut?: CutBody;
    /** Why the body could not be read to its end. */
    readonly unreadable?: { readonly kind: string; readonly message: string };
  };
  readonly failure?: { readonly kind: string; readonly message: string };
  /** Sent on a connection of its own: a new one, or one that had just carried the right key. */
  readonly connection?: 'fresh' | 'reused';
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface Counterexample {
  /** The smallest failing input, written as it goes over the wire. */
  readonly value: string;
  readonly seed: number;
  readonly path: string;
}

/** One failing input or response, with a command of its own. */
export interface CaseReport {
  readonly input: string;
  readonly expected: string;
  readonly actual: string;
  readonly curl?: string;
  /** Number of the exchange. */
  readonly exchange?: number;
}

/** How often a violation was seen, out of how many chances. */
export interface Frequency {
  readonly failed: number;
  readonly of: number;
  readonly unit: 'inputs' | 'responses' | 'pages';
  /** What came of repeating the first failing request. */
  readonly repeated?: { readonly times: number; readonly failed: number };
}

/** What programs need to know of a violation. */
export interface Facts {
  /** Pets that the violation is about. */
  readonly petIds?: readonly string[];
  /** How many pets a page had. */
  readonly pageSize?: number;
}

/** A time in which something in front of the service answered instead of it. */
export interface Interruption {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number;
}

/** How many pets of one status exist, as far as can be seen. */
export interface StatusCount {
  readonly status: PetStatus;
  readonly pets: number;
  /** As many as a page can show: there may be more. */
  readonly isFull: boolean;
  /** How many of them this run created. */
  readonly added: number;
}

/** How full the target is. */
export interface Occupancy {
  /** The most pets that a page shows. */
  readonly page: number;
  readonly statuses: readonly StatusCount[];
  /** After about how many more runs like this one every status is full; absent where that is not foreseen. */
  readonly runsLeft?: number;
}

/** Why a violation, or what could not be decided, does not fail the run. */
export interface Excuse {
  readonly by: 'waiver' | 'baseline';
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly until?: string;
}

/** A pet that the run left on the target. */
export interface Created {
  /** int64 as decimal text; absent where the service told none. */
  readonly id?: string;
  readonly name?: string;
  /** The requirement that it was created for. */
  readonly requirement: string;
}

/** What the waivers or the baseline have to say about one requirement, besides excusing it. */
export interface Notice {
  readonly kind: 'expired' | 'mismatched' | 'stale' | 'worse' | 'mended' | 'no-longer-judged' | 'changed';
  readonly id: string;
  readonly sentence: string;
  /** Whether the run fails because of it. */
  readonly fails: boolean;
}

/** An observation that is not what it was in the baseline. */
export interface Drift {
  readonly id: string;
  readonly statement: string;
  readonly before: string;
  readonly after: string;
}

/** A requirement as the catalogue tells it, as far as a report does. */
export interface Row {
  readonly id: string;
  readonly level: Level;
  readonly area: string;
  readonly operation?: Operation;
  readonly statement: string;
  readonly section: string;
}

export interface Result extends Row {
  readonly outcome: Outcome;
  /** A sentence made from `why`, or a remark on what passed, or the observed value. */
  readonly reason?: string;
  /** Why it was skipped or could not be decided, as data. */
  readonly why?: Reason;
  readonly expected?: string;
  readonly actual?: string;
  readonly exchanges?: readonly Exchange[];
  readonly curl?: string;
  readonly counterexample?: Counterexample;
  /** Every distinct failing input or response that was found, smallest first; `total` counts those not listed too. */
  readonly cases?: { readonly total: number; readonly listed: readonly CaseReport[] };
  readonly frequency?: Frequency;
  /** It failed now and then, not each time the same was sent. */
  readonly intermittent?: true;
  /** Only a special case fails: what depends on the requirement was decided all the same. */
  readonly partial?: true;
  /** The operations that were checked, where there was a choice. */
  readonly covered?: readonly Operation[];
  readonly facts?: Facts;
  /** What an observation measured. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What stays the same of a violation from run to run, so that another one can be told from it. */
  readonly fingerprint?: string;
  /** The outcome of each round, where they were not all the same. */
  readonly rounds?: readonly Outcome[];
  readonly excuse?: Excuse;
  readonly durationMs: number;
}

/** What one defect brings about: the rows that it breaks, and those that cannot be decided because of it. */
export interface Cause {
  readonly cause: string;
  readonly explains: readonly string[];
  readonly leavesOpen: readonly string[];
}

/** Only what belongs to a row, from what may hold more. */
export function rowOf({ id, level, area, operation, statement, section }: Row): Row {
  return { id, level, area, ...(operation && { operation }), statement, section };
}

export interface Observation {
  readonly id: string;
  readonly statement: string;
  readonly value: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly exchanges?: readonly Exchange[];
}

export interface Report {
  readonly schemaVersion: 1;
  readonly verdict: Verdict;
  readonly exitCode: number;
  /** One sentence where the run as a whole ended otherwise than by checking: target not testable, interrupted, fault of the suite. */
  readonly diagnosis?: string;
  /** What the reader of the report has to know about the run, one sentence each. */
  readonly warnings?: readonly string[];
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: { readonly baseUrl: string };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly requests: number;
    readonly creations: number;
    /** Absent where the target could not be tested. */
    readonly population?: Occupancy;
    /** Absent where there were none. */
    readonly interruptions?: readonly Interruption[];
    /** Every pet that the service said it created, or may have created without an answer. */
    readonly created: readonly Created[];
    readonly settings: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  };
  /** Defects that show in more than one row; absent where there is none. */
  readonly causes?: readonly Cause[];
  readonly results: readonly Result[];
  readonly observations: readonly Observation[];
  /** What the waivers and the baseline say; absent where neither was given. */
  readonly gate?: { readonly notices: readonly Notice[]; readonly drifted: readonly Drift[] };
}
