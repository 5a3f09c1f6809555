import type { Level } from '../../harness/model/report.ts';
import type { Place } from './places.ts';

export const areas = [
  { id: 'auth', title: 'Authentication' },
  { id: 'list', title: 'GET /pets' },
  { id: 'create', title: 'POST /pets' },
  { id: 'get', title: 'GET /pets/{petId}' },
  { id: 'errors', title: 'Errors and bodies' },
  { id: 'deprecation', title: 'Deprecation and versioning' },
  { id: 'history', title: 'The whole history' },
  { id: 'observations', title: 'Observations' },
] as const;

export type Area = (typeof areas)[number]['id'];

/**
 * What a row needs to be sent, so that a run of a few requirements sends no more. `always`: every exchange shows it.
 * `pets`: pets of every kind, and as many as a page has. `last look`: reads after everything else.
 */
export type Topic =
  | 'always'
  | 'keys'
  | 'lists'
  | 'fetches'
  | 'pets'
  | 'ids'
  | 'open creations'
  | 'broken bodies'
  | 'histories'
  | 'last look'
  | 'deprecation'
  | 'observations';

/** What every row of a report has: a requirement, or an observation. */
export interface Row {
  /** Stable and public: users name it in waivers and filters. */
  readonly id: string;
  readonly level: Level;
  readonly area: Area;
  /** Absent where it is about more than one operation, or about none. */
  readonly operation?: string;
  /** What a conforming server does; for an observation, what is recorded. */
  readonly statement: string;
  /** The places that it follows from. */
  readonly cites: readonly Place[];
  /** The same in words. */
  readonly section: string;
  /** What is sent, what decides it, and when it is inconclusive. */
  readonly checked: string;
  /** What a failure usually means in the code of a server; absent for an observation. */
  readonly usually?: string;
}

/** A row, and what it needs to be sent: nobody outside has to know that. */
export interface TopicalRow extends Row {
  readonly topics: readonly Topic[];
}
