/* The model of every report format. All of it is plain JSON. */

import type { Reason } from '../verdict/reasons.ts';

export const LEVELS = ['MUST', 'SHOULD', 'INFO'] as const;
export type Level = (typeof LEVELS)[number];

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof STATUSES)[number];

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

/** A body that a report shows only in part. */
export interface CutBody {
  /** Length of the whole body. */
  readonly bytes: number;
  readonly sha256: string;
  /** The number of characters in `body` from its beginning, and from its end. */
  readonly head: number;
  readonly tail: number;
}

/** One request and its answer, redacted. */
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
    /** Present if `body` is only its beginning and end. */
    readonly cut?: CutBody;
    /** Why the body could not be read to its end. */
    readonly unreadable?: { readonly kind: string; readonly message: string };
  };
  readonly failure?: { readonly kind: string; readonly message: string };
  /** Sent on a separate connection: a new one, or one that had just carried the right key. */
  readonly connection?: 'fresh' | 'reused';
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface Counterexample {
  /** The smallest failing input, as it is sent. */
  readonly value: string;
  readonly seed: number;
  readonly path: string;
}

export interface CaseReport {
  readonly input: string;
  readonly expected: string;
  readonly actual: string;
  readonly curl?: string;
  /** Number of the exchange. */
  readonly exchange?: number;
}

export interface Frequency {
  readonly failed: number;
  readonly of: number;
  readonly unit: 'inputs' | 'responses' | 'pages';
  readonly repeated?: { readonly times: number; readonly failed: number };
}

export interface Facts {
  readonly petIds?: readonly string[];
  /** The number of pets on the page. */
  readonly pageSize?: number;
}

/** A time in which something in front of the service answered instead of it. */
export interface Interruption {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number;
}

export interface StatusCount {
  readonly status: PetStatus;
  readonly pets: number;
  /** The page is full: there may be more. */
  readonly isFull: boolean;
  readonly added: number;
}

export interface Occupancy {
  readonly page: number;
  readonly statuses: readonly StatusCount[];
  /** About how many more runs like this one fill every status; absent if none do. */
  readonly runsLeft?: number;
}

/** Why a violation or an undecided result does not fail the run. */
export interface Excuse {
  readonly by: 'waiver' | 'baseline';
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly until?: string;
}

/** A pet that the run left on the target. */
export interface Created {
  /** int64 as decimal text; absent if the service returned none. */
  readonly id?: string;
  readonly name?: string;
  readonly requirement: string;
}

/** A remark of the waivers or the baseline on one requirement. */
export interface Notice {
  readonly kind: 'expired' | 'mismatched' | 'stale' | 'worse' | 'mended' | 'no-longer-judged' | 'changed';
  readonly id: string;
  readonly sentence: string;
  /** It fails the run. */
  readonly fails: boolean;
}

/** An observation that differs from the baseline. */
export interface Drift {
  readonly id: string;
  readonly statement: string;
  readonly before: string;
  readonly after: string;
}

/** The part of a requirement that a report shows. */
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
  /** `why` as a sentence, or a remark on a pass, or the observed value. */
  readonly reason?: string;
  /** Why it was skipped or could not be decided, as data. */
  readonly why?: Reason;
  readonly expected?: string;
  readonly actual?: string;
  readonly exchanges?: readonly Exchange[];
  readonly curl?: string;
  readonly counterexample?: Counterexample;
  /** Distinct failing inputs or responses, smallest first; `total` counts those not listed too. */
  readonly cases?: { readonly total: number; readonly listed: readonly CaseReport[] };
  readonly frequency?: Frequency;
  /** The same request did not always fail. */
  readonly intermittent?: true;
  /** Only a special case fails, so requirements that depend on it were decided too. */
  readonly partial?: true;
  /** The operations that were checked, if there was a choice. */
  readonly covered?: readonly Operation[];
  readonly facts?: Facts;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The same in every run with this violation. */
  readonly fingerprint?: string;
  /** The outcome of each round, if they differ. */
  readonly rounds?: readonly Outcome[];
  readonly excuse?: Excuse;
  readonly durationMs: number;
}

/** One defect: the requirements that it breaks, and those that cannot be decided because of it. */
export interface Cause {
  readonly cause: string;
  readonly explains: readonly string[];
  readonly leavesOpen: readonly string[];
}

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
  /** Set if the run did not finish: target not testable, interrupted, bug in the suite. */
  readonly diagnosis?: string;
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
    /** Absent if the target could not be tested. */
    readonly population?: Occupancy;
    readonly interruptions?: readonly Interruption[];
    /** Every pet that the service created, or may have created without an answer. */
    readonly created: readonly Created[];
    readonly settings: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  };
  /** Defects that explain more than one row. */
  readonly causes?: readonly Cause[];
  readonly results: readonly Result[];
  readonly observations: readonly Observation[];
  /** Absent without waivers and baseline. */
  readonly gate?: { readonly notices: readonly Notice[]; readonly drifted: readonly Drift[] };
}
