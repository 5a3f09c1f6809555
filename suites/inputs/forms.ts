import { type Pet, type PetStatus, STATUSES } from '../reading/document.ts';
import { type InputRow, type Table, tableOf, type Value } from './value.ts';

interface ListForm extends Value {
  readonly query: (page: number) => string;
}

interface FetchForm extends Value {
  readonly choose: (fetched: readonly Pet[], first: bigint | undefined) => Pet | undefined;
}

/** Lists with and without parameters. */
export const LIST_FORMS: Table<ListForm> = tableOf(
  'list-form',
  [
    { id: 'plain', label: 'list', query: () => '' },
    {
      id: 'largest-page',
      label: 'list with limit and status',
      query: (page: number) => `limit=${page}&status=pending`,
    },
    { id: 'status-first', label: 'list with status and limit', query: () => 'status=available&limit=2' },
    { id: 'short-page', label: 'list with a small limit and status', query: () => 'limit=3&status=sold' },
  ],
  'plain',
);

/** Creations whole and in pieces, with each status and without one. */
export const CREATION_FORMS: readonly InputRow[] = [
  {},
  { status: 'available', framing: 'in-pieces' },
  { status: 'pending' },
  { status: 'sold', framing: 'in-pieces' },
];

const ofStatus = (status: PetStatus | undefined): FetchForm['choose'] => {
  return (fetched) => fetched.find((pet) => pet.status === status);
};
const ofParity = (isOdd: boolean): FetchForm['choose'] => {
  return (fetched) => fetched.find(({ id }) => (BigInt(id) % 2n !== 0n) === isOdd);
};

/** Fetches of pets of every status, with even and odd ids. */
export const FETCH_FORMS: Table<FetchForm> = tableOf(
  'fetch-form',
  [
    { id: 'first', label: 'fetch', choose: (fetched, first) => fetched.find(({ id }) => BigInt(id) === first) },
    { id: 'no-status', label: 'fetch of a pet without a status', choose: ofStatus(undefined) },
    ...STATUSES.map((status) => ({
      id: status,
      label: `fetch of a pet with status ${status}`,
      choose: ofStatus(status),
    })),
    { id: 'even', label: 'fetch of an even id', choose: ofParity(false) },
    { id: 'odd', label: 'fetch of an odd id', choose: ofParity(true) },
    { id: 'last', label: 'fetch of the newest pet', choose: (fetched) => fetched.at(-1) },
  ],
  'first',
);
