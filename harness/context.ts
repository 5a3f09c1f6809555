import type fc from 'fast-check';
import type { Api } from './http/api.ts';
import type { Reply } from './http/reply.ts';
import type { Population } from './population.ts';
import type { Preflight } from './preflight.ts';
import type { PropertyOptions } from './property.ts';
import type { Outcome, Result } from './report/model.ts';
import type { Redactor } from './secrets/redact.ts';
import type { Settings } from './settings/settings.ts';

/** Settings of a run that has a target. */
export type RunSettings = Settings & {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Part of every name that is created: another one for every run, whatever its seed. */
  readonly runId: string;
};

/** What a check has at hand. */
export interface CheckContext {
  readonly api: Api;
  readonly population: Population;
  readonly preflight: Preflight;
  readonly settings: RunSettings;
  readonly redactor: Redactor;
  /** Every reply of the run so far. */
  readonly journal: readonly Reply[];
  /** Whether getPet is to be relied on at the date that the run is judged at. */
  readonly getPetIsServed: boolean;
  /** Asks again until it holds or the consistency window is over. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Holds for every value; a failure is shrunk. */
  forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    options: Pick<PropertyOptions<T>, 'examples' | 'show'> & { readonly runs?: number },
    holds: (value: T) => Promise<void>,
  ): Promise<void>;
  /** How another requirement ended; undefined where the user left it out. */
  outcomeOf(id: string): Promise<Outcome | undefined>;
  /** What failed so far. */
  readonly failures: readonly Result[];
  /** Whether the service takes categories that nobody named; decided once, by creating an animal. */
  takesAnyCategory(): Promise<boolean>;
  /** How many bad credentials a requirement may send when so many want some. */
  badCredentialShare(parts: number): number;
}
