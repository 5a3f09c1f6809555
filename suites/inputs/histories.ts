import fc from 'fast-check';
import { type Table, tableOf } from './value.ts';

/** One step of one client. */
export type Step =
  | { readonly do: 'create' | 'list'; readonly quiet: boolean }
  | { readonly do: 'fetch'; readonly which: number };

/** Clients that act at the same time, each step by step. */
export type ClientHistory = readonly (readonly Step[])[];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const), quiet: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fetch' as const), which: fc.nat(20) }) },
);

/** Every client begins with a creation, so that there is something to disagree about. */
function anyClient(steps: number): fc.Arbitrary<readonly Step[]> {
  return fc
    .tuple(fc.constantFrom(true, false, false), fc.array(anyStep, { minLength: 1, maxLength: steps }))
    .map(([quiet, others]): readonly Step[] => [{ do: 'create', quiet }, ...others]);
}

export const anyHistory: fc.Arbitrary<ClientHistory> = fc.oneof(
  fc.tuple(anyClient(2), anyClient(2)),
  fc.tuple(anyClient(1), anyClient(1), anyClient(1)),
);

const CREATE: Step = { do: 'create', quiet: true };
const LIST: Step = { do: 'list', quiet: true };
const fetchOf = (which: number): Step => ({ do: 'fetch', which });

/** Several clients that create, fetch and list the same kind of pet, so that they get into each other's way. */
export const CROWDED_HISTORY: ClientHistory = [
  [CREATE, CREATE, LIST],
  [CREATE, fetchOf(1), LIST],
  [fetchOf(0), CREATE, fetchOf(2), LIST],
  [fetchOf(0), fetchOf(1)],
];

export const HISTORIES: Table = tableOf('history', [
  { id: 'crowded', label: 'several clients that create, fetch and list pets of one kind at once' },
  { id: 'random', label: 'random steps of several clients at once', needsRoom: true },
]);
