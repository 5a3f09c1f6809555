import type { Level } from '../../harness/report/model.ts';

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

export interface Requirement {
  /** Stable and public: users name it in waivers and filters. */
  readonly id: string;
  readonly level: Level;
  readonly area: Area;
  /** Absent where a requirement is about more than one operation, or about none. */
  readonly operation?: string;
  /** What a conforming server does; for an observation, what is recorded. */
  readonly statement: string;
  /** Its source: headings of the specification, or a standard. */
  readonly section: string;
  /** What is sent, what decides it, and when it is inconclusive. */
  readonly checked: string;
  /** What a failure usually means in the code of a server; absent for an observation. */
  readonly usualCause?: string;
}

type Common = Pick<Requirement, 'area' | 'level'> & Partial<Requirement>;
type Row<Id> = Pick<Requirement, 'statement'> & Partial<Requirement> & { readonly id: Id };

/** Rows with what they have in common, unless they say otherwise. */
export function requirements<const Id extends string>(common: Common, rows: readonly Row<Id>[]) {
  return rows.map((row) => ({ ...common, ...row }) as Requirement & { readonly id: Id });
}
