import type fc from 'fast-check';
import type { Api } from '../http/api.ts';
import type { Recorded } from '../http/reply.ts';
import type { Interruption, Outcome } from '../report/model.ts';
import type { Redactor } from '../secrets/redact.ts';
import type { Settings } from '../settings/settings.ts';
import type { Case } from '../verdict/cases.ts';
import type { PropertyOptions } from '../verdict/property.ts';
import type { Tally } from './invariants.ts';
import type { Population } from './population.ts';
import type { Preflight } from './preflight.ts';

/** Settings of a run that has a target. */
export type RunSettings = Settings & {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Part of every name that is created: another one for every run, whatever its seed. */
  readonly runId: string;
  /** How much of --max-duration earlier rounds of the same run took. */
  readonly spentMs?: number;
};

/** What a check has at hand. */
export interface CheckContext {
  readonly api: Api;
  readonly population: Population;
  readonly preflight: Preflight;
  readonly settings: RunSettings;
  readonly redactor: Redactor;
  /** Every exchange of the run so far. */
  readonly journal: readonly Recorded[];
  readonly interruptions: readonly Interruption[];
  /** Whether getPet can be relied on at the date of the run. */
  readonly getPetIsServed: boolean;
  /** Polls what is not there yet until the consistency window is over. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Tries every input and reports all that fail. */
  tryAll(cases: readonly Case[]): Promise<void>;
  /** Holds for every value; a failure is shrunk. */
  forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    options: Pick<PropertyOptions<T>, 'examples' | 'show'> & { readonly runs?: number },
    holds: (value: T) => Promise<void>,
  ): Promise<void>;
  /** How a requirement ended that the check needs. */
  outcomeOf(id: string): Promise<Outcome>;
  /** Which of these failed so far. */
  failedAmong(ids: readonly string[]): readonly string[];
  /** Only a special case of that requirement failed. */
  failedInPart(id: string): boolean;
  /** What the invariants of the check's own requirement have seen so far. */
  readonly tally: Tally;
  /** Resolves when all other checks are done and the consistency window is over. */
  untilEnd(): Promise<void>;
  /** Whether the service takes categories that nobody named; decided once, by creating a pet. */
  takesAnyCategory(): Promise<boolean>;
  /** How many bad credentials a requirement may send when so many want some. */
  badCredentialShare(parts: number): number;
}
