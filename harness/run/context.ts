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

export type RunSettings = Settings & {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Part of every created name. Different in every run, whatever its seed. */
  readonly runId: string;
  /** The part of --max-duration that earlier rounds of the same run took. */
  readonly spentMs?: number;
};

export interface CheckContext {
  readonly api: Api;
  readonly population: Population;
  readonly preflight: Preflight;
  readonly settings: RunSettings;
  readonly redactor: Redactor;
  readonly journal: readonly Recorded[];
  readonly interruptions: readonly Interruption[];
  /** False after the removal date, or if getPet returned no pet yet. */
  readonly getPetIsServed: boolean;
  /** Repeats the attempt while it throws NotYet, until the consistency window is over. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Tries every input and reports all that fail. */
  tryAll(cases: readonly Case[]): Promise<void>;
  /** Tries random values and shrinks a failure. */
  forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    options: Pick<PropertyOptions<T>, 'examples' | 'show'> & { readonly runs?: number },
    holds: (value: T) => Promise<void>,
  ): Promise<void>;
  outcomeOf(id: string): Promise<Outcome>;
  failedAmong(ids: readonly string[]): readonly string[];
  /** Only a special case of that requirement failed. */
  failedInPart(id: string): boolean;
  /** Of the invariants of the check's own requirement. */
  readonly tally: Tally;
  /** Resolves when all other checks are done and the consistency window is over. */
  untilEnd(): Promise<void>;
  /** Whether the service accepts categories that nobody named. Decided once, by creating a pet. */
  takesAnyCategory(): Promise<boolean>;
  /** The number of bad credentials for each of several requirements. */
  badCredentialShare(parts: number): number;
}
