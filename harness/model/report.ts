/* The model of every report format. All of it is plain JSON. */

import type { Conclusion } from './conclusion.ts';
import type { Reason } from './reasons.ts';

export const LEVELS = ['MUST', 'SHOULD', 'INFO'] as const;
export type Level = (typeof LEVELS)[number];

export const OUTCOMES = ['pass', 'fail', 'warn', 'observed', 'skipped', 'inconclusive', 'unobservable'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const VERDICTS = ['conforming', 'violating', 'incomplete', 'untested'] as const;
export type RunVerdict = (typeof VERDICTS)[number];

export type Headers = readonly (readonly [name: string, value: string])[];

/** One request and its answer, redacted. */
export interface ShownExchange {
  /** In the order of sending, from 1. */
  readonly number: number;
  /** What sent it. */
  readonly probe: string;
  /** What distinguishes it from a plain request, in words. */
  readonly input?: readonly string[];
  readonly operation?: string;
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
    /** Set for bytes that are not UTF-8. */
    readonly encoding?: 'base64';
    /** Length and hash of what arrived; present if `body` is only its beginning and end, or if the rest was not read. */
    readonly cut?: { readonly bytes: number; readonly sha256: string };
    /** Why the body could not be read to its end. */
    readonly unreadable?: { readonly kind: string; readonly message: string };
  };
  readonly failure?: { readonly kind: string; readonly message: string };
  /** The body was sent chunked in two pieces; the second one starts at this byte. */
  readonly cutAt?: number;
  /** Set if it went over a connection of its own: a new one, or one that carried another request right before. */
  readonly connection?: 'new' | 'reused';
  /** Number of the exchange that went over the same connection right before it. */
  readonly after?: number;
  /** From 2 on: the service had stopped and lost its pets, and the run began again. */
  readonly attempt?: number;
  /** What it shows about exchanges before it that got no answer of the service. */
  readonly concludes?: Conclusion;
  /** The program that the suite started ended while this exchange was under way, or right after it. */
  readonly processEnd?: ProcessEnd;
  /** Why it is not checked: rate-limited, gateway, locked-out, http-layer, unanswered, undocumented or restarted. */
  readonly label?: string;
  readonly startedAt: string;
  /** Since the start of the run. */
  readonly offsetMs: number;
  readonly durationMs: number;
}

/** How a program ended that nobody had stopped. */
export interface ProcessEnd {
  /** It has an exit code or a signal. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Numbers of the other exchanges that were under way. */
  readonly beside: readonly number[];
  /** The last that it printed. */
  readonly lines: readonly string[];
}

export interface Counterexample {
  /** The smallest failing input, as it is sent. */
  readonly value: string;
  readonly seed: number;
  readonly path: string;
}

/** An exchange of a whole record. */
export interface RecordedExchange extends ShownExchange {
  /** The random value in it, and how to generate it again. */
  readonly generated?: Counterexample;
}

/** One input with which a requirement fails, or one response. */
export interface CaseReport {
  /** What makes the input fail, such as "sent in pieces". */
  readonly input: string;
  /** The ids of its values, each behind that of its table, such as name/emoji. */
  readonly values?: readonly string[];
  /** If they are not those of the failure. */
  readonly expected?: string;
  readonly actual?: string;
  /** Absent if only a replay shows it. */
  readonly curl?: string;
  readonly repeated?: Repeated;
  /** Number of the exchange. */
  readonly exchange: number;
}

/** How often the very same request was sent again in the same run, and how often it failed again. */
export interface Repeated {
  readonly times: number;
  readonly failed: number;
}

export function isEachTime({ times, failed }: Repeated): boolean {
  return failed === times;
}

export const UNITS = ['responses', 'pages'] as const;

export interface Frequency {
  readonly failed: number;
  readonly of: number;
  /** What was counted. */
  readonly unit: (typeof UNITS)[number];
}

/** One way in which a requirement fails, with all that shows it: the same culprit, with the same wrong answer. */
export interface ReportedFailure {
  /** The same in every run; waivers and baselines name it. */
  readonly fingerprint: string;
  /** In the order of work, from 1. */
  readonly place: number;
  /** The place of the first failure of its story: failures with the same number most likely have one cause. */
  readonly story: number;
  /** What is wrong in one sentence: what the record shows, or the usual cause. The first failure of a story has it. */
  readonly cause?: { readonly from: 'record' | 'usual'; readonly text: string };
  /** The input values that cause it; absent if it does not depend on the input. */
  readonly inputs?: readonly string[];
  /** The status of the answer, or why there was none. */
  readonly answer: number | string;
  /** The field that came back differently. */
  readonly changed?: string;
  readonly expected: string;
  readonly actual: string;
  /** Distinct failing inputs or responses, smallest first: the first one shows it best. `total` counts those not listed too. */
  readonly cases: { readonly total: number; readonly listed: readonly CaseReport[] };
  readonly frequency: Frequency;
  /** The same request did not always fail. */
  readonly intermittent?: true;
  /** That of the first case at the end; before it the one that it rests on. The first failure of its requirement in a story has them. */
  readonly exchanges?: readonly ShownExchange[];
  readonly facts?: Facts;
  /** What the server printed while it answered the request alone; the command that starts it, or its log, shows it. */
  readonly serverLog?: readonly string[];
  /** It is waived or known. */
  readonly excuse?: Excuse;
}

export interface Facts {
  readonly petIds?: readonly string[];
  /** The number of pets on the page. */
  readonly pageSize?: number;
  /** Set if every violation was seen on such a connection: a new one, or one that carried another request before. */
  readonly connection?: 'new' | 'reused';
}

/** A time in which something in front of the server answered instead of it, or nothing did. */
export interface Interruption {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number;
}

export interface Occupancy {
  readonly page: number;
  /** If the page of a status is full, there may be more pets. */
  readonly statuses: readonly {
    readonly status: string;
    readonly pets: number;
    readonly isFull: boolean;
  }[];
}

/** How long the answers of one operation took. Requests without an answer are not in it. */
export interface Latency {
  readonly operation: string;
  readonly count: number;
  readonly sumMs: number;
  /** How many took at most so long, for each limit. */
  readonly buckets: readonly { readonly atMostMs: number; readonly count: number }[];
}

/** Why a violation or an inconclusive result does not fail the run: it is waived, or known from the baseline. */
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

export const NOTICE_KINDS = [
  'expired',
  'mismatched',
  'stale',
  'worse',
  'fixed',
  'no-longer-checked',
  'newly-sent',
  'not-comparable',
] as const;

/** A line of a file that the user named. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** A remark of the waivers or the baseline on one requirement. */
export interface Notice {
  readonly kind: (typeof NOTICE_KINDS)[number];
  readonly id: string;
  readonly sentence: string;
  /** It fails the run. */
  readonly fails: boolean;
  /** The row of the waiver, if it was read from a file. */
  readonly place?: FilePlace;
}

/** A failure that comes and goes, is known, and did not show in this run. */
export interface Remembered {
  readonly id: string;
  readonly fingerprint: string;
  /** How many runs have decided the requirement since it showed. */
  readonly runsWithout: number;
}

/** An observation that differs from the baseline. */
export interface Drift {
  readonly id: string;
  readonly statement: string;
  readonly before: string;
  readonly after: string;
}

/** What decides a run besides its settings and its record, without secrets. A HAR file has it. */
export interface ArchivedFacts {
  /** In characters. Expressions in place of the key rest on it. */
  readonly keyLength: number;
  /** The lines of the ledger that the decisions rest on. */
  readonly ledger: readonly string[];
  /** Ids that the user named and that nobody finds. */
  readonly missingIds: readonly string[];
  readonly interruptions: readonly Interruption[];
  /** Budgets that ran out. */
  readonly spent: readonly Extract<Reason, { readonly kind: 'budget-spent' | 'guesses-limited' }>[];
  /** Why the run ended before it was done. */
  readonly stopped?: Reason;
  /** Why the target could not be tested at all. */
  readonly untested?: string;
}

/** The part of a requirement that a report shows. */
export interface ReportRow {
  readonly id: string;
  readonly level: Level;
  readonly area: string;
  readonly operation?: string;
  readonly statement: string;
  readonly section: string;
}

/** A request and its right answer, each on one line. */
export interface ShownExample {
  /** What happened before. */
  readonly given?: string;
  readonly request: string;
  readonly answer: string;
  /** What shows later that it was right. */
  readonly later?: string;
}

export interface Result extends ReportRow {
  readonly outcome: Outcome;
  /** `why` as a sentence, or a caveat on a pass, or the observed value. */
  readonly reason?: string;
  /** Why it was skipped or is inconclusive, as data. */
  readonly why?: Reason;
  /** A right answer, beside the wrong ones. */
  readonly example?: ShownExample;
  /** The operations that were checked, if there was a choice. */
  readonly covered?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  /** Every way in which it fails, in the order of work. */
  readonly violations?: readonly ReportedFailure[];
  /** What a pass rests on: the exchange that would have shown a violation, and the accepted request to compare with. */
  readonly restsOn?: { readonly exchange: number; readonly control?: number };
  readonly excuse?: Excuse;
  readonly durationMs: number;
}

export function rowOf({ id, level, area, operation, statement, section }: ReportRow): ReportRow {
  return { id, level, area, ...(operation && { operation }), statement, section };
}

export interface Observation {
  readonly id: string;
  readonly statement: string;
  readonly value: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Report {
  readonly schemaVersion: 1;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  /** Set if the run did not finish: target not testable, interrupted, bug in the suite. */
  readonly diagnosis?: string;
  readonly warnings?: readonly string[];
  readonly suite: {
    readonly name: string;
    readonly version: string;
  };
  readonly target: {
    readonly baseUrl: string;
  };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    /** The version of the suite that sent the requests, if it is not the one that decided. */
    readonly recordedBy?: string;
    /** The ids of the input values that were sent; absent in reports of older versions. */
    readonly values?: readonly string[];
    readonly startedAt: string;
    readonly durationMs: number;
    /** For how long a rate limit held the run up; absent if none did. */
    readonly waitedMs?: number;
    readonly requests: number;
    readonly creations: number;
    /** Absent if nothing was answered. */
    readonly latency?: readonly Latency[];
    /** Absent if the target could not be tested. */
    readonly population?: Occupancy;
    readonly interruptions?: readonly Interruption[];
    /** How often the run began: again each time that the service had stopped and lost its pets. Absent if once. */
    readonly attempts?: number;
    /** Every pet that the service created, or may have created without an answer. */
    readonly created: readonly Created[];
    /** Ids of pets of earlier runs in the ledger that the service no longer shows as they were. */
    readonly lost?: { readonly missing: readonly string[]; readonly changed: readonly string[] };
    readonly settings: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  };
  readonly results: readonly Result[];
  readonly observations: readonly Observation[];
  /** Absent without waivers and baseline. */
  readonly gate?: {
    readonly notices: readonly Notice[];
    readonly drifted: readonly Drift[];
    readonly remembered?: readonly Remembered[];
  };
}
