import type { Exchange } from '../../harness/record/exchange.ts';
import { type Operation, type Pet, type PetStatus, STATUSES } from '../specification/document.ts';
import type { Options } from './client.ts';
import type { Drive } from './drive.ts';
import { compact, FRAMINGS } from './new-pets.ts';
import { plainFirst, type Table, type Value, valueIn } from './value.ts';

/** A request that the operation accepts with the right key. */
export interface Form extends Value {
  readonly send: (options: Options) => Promise<Exchange | undefined>;
}

interface ListForm extends Value {
  readonly query: (page: number) => string;
}

interface CreationForm extends Value {
  readonly status?: PetStatus;
  readonly framing: string;
}

interface FetchForm extends Value {
  readonly choose: (fetched: readonly Pet[], first: bigint | undefined) => Pet | undefined;
}

const servesOf = (operation: Operation) =>
  ['missing', 'invalid-key', 'wrong-scheme'].map((kind) => `auth.${kind}.${operation}`);

/** Lists with and without parameters. */
export const LIST_FORMS: Table<ListForm> = plainFirst('list-form', servesOf('listPets'), [
  { id: 'plain', label: 'list', query: () => '' },
  { id: 'largest-page', label: 'list with limit and status', query: (page: number) => `limit=${page}&status=pending` },
  { id: 'status-first', label: 'list with status and limit', query: () => 'status=available&limit=2' },
  { id: 'short-page', label: 'list with a small limit and status', query: () => 'limit=3&status=sold' },
]);

/** Creations whole and in pieces, with each status and without one. */
export const CREATION_FORMS: Table<CreationForm> = plainFirst('creation-form', servesOf('createPet'), [
  { id: 'plain', label: 'creation', framing: 'whole' },
  ...STATUSES.map((status, at): CreationForm => {
    const framing = at % 2 === 0 ? 'in-pieces' : 'whole';
    const label = `creation with status ${status} ${valueIn(FRAMINGS, framing).label}`;
    return { id: `${status}-${framing}`, label, status, framing };
  }),
]);

const ofStatus = (status: PetStatus | undefined): FetchForm['choose'] => {
  return (fetched) => fetched.find((pet) => pet.status === status);
};
const ofParity = (odd: bigint): FetchForm['choose'] => {
  return (fetched) => fetched.find(({ id }) => BigInt(id) % 2n === odd);
};

/** Fetches of pets of every status, with even and odd ids. */
export const FETCH_FORMS: Table<FetchForm> = plainFirst('fetch-form', servesOf('getPet'), [
  { id: 'first', label: 'fetch', choose: (fetched, first) => fetched.find(({ id }) => BigInt(id) === first) },
  { id: 'no-status', label: 'fetch of a pet without a status', choose: ofStatus(undefined) },
  ...STATUSES.map((status) => ({
    id: status,
    label: `fetch of a pet with status ${status}`,
    choose: ofStatus(status),
  })),
  { id: 'even', label: 'fetch of an even id', choose: ofParity(0n) },
  { id: 'odd', label: 'fetch of an odd id', choose: ofParity(1n) },
  { id: 'last', label: 'fetch of the newest pet', choose: (fetched) => fetched.at(-1) },
]);

/** What bad credentials are tried on: as much of the table as there are pets for. */
export function formsOf(operation: Operation, drive: Drive): Table<Form> {
  const { client, population } = drive;
  switch (operation) {
    case 'listPets':
      return withSends(
        LIST_FORMS,
        ({ query }) =>
          (options) =>
            client.list(query(drive.page), options),
      );
    case 'createPet':
      return withSends(CREATION_FORMS, ({ status, framing }) => (options) => {
        const body = compact(population.refused(status));
        const { cutAt } = valueIn(FRAMINGS, drive.refusesPieces ? 'whole' : framing);
        return client.create(body, { ...options, cutAt: cutAt(body) });
      });
    case 'getPet': {
      const known = drive.fetched.length > 0 ? drive.fetched : [...population.pets, ...population.found].slice(0, 3);
      const pets = [...population.pets.filter(({ id }) => BigInt(id) === drive.fetchable), ...known];
      // Each form has a pet of its own, so that it is known which form it was.
      const chosen = new Set<Pet['id']>();
      return withSends(FETCH_FORMS, ({ choose }) => {
        const free = pets.filter(({ id }) => !chosen.has(id));
        const pet = choose(free, drive.fetchable);
        if (!pet) return undefined;
        chosen.add(pet.id);
        return (options) => client.get(pet.id, options);
      });
    }
  }
}

function withSends<V extends Value>(table: Table<V>, sendOf: (value: V) => Form['send'] | undefined): Table<Form> {
  const values = table.values.flatMap((value) => {
    const send = sendOf(value);
    return send ? { ...value, send } : [];
  });
  return { ...table, values };
}
