import { worldIn } from '../specification/index.ts';
import { surelyOwn } from '../surely-own.ts';
import type { Drive } from './drive.ts';
import { compact } from './new-pets.ts';
import { SPELLED_IDS } from './pet-ids.ts';
import { inTable, type Table, tableOf, type Value, valueIn } from './value.ts';

interface OpenRequest extends Value {
  readonly method: string;
  readonly path: string;
}

const open = (id: string, method: string, path: string): OpenRequest => ({
  id,
  label: `${method} ${path}`,
  serves: [`observed.${id}`],
  method,
  path,
});

/** Requests that the document says nothing about. */
export const OPEN_REQUESTS: Table<OpenRequest> = tableOf(
  'open-request',
  [],
  [
    open('status-empty', 'GET', '/pets?status='),
    open('unknown-parameters', 'GET', '/pets?limit=1&colour=black'),
    open('store-orders', 'GET', '/store/orders'),
    open('head', 'HEAD', '/pets'),
    open('options', 'OPTIONS', '/pets'),
    open('trailing-slash', 'GET', '/pets/'),
  ],
);

interface OpenField extends Value {
  /** Members of the body, besides those of a plain one. */
  readonly more: (id: bigint) => string;
}

const withId = (id: bigint) => `"id":${id}`;

/** Fields of a creation that the document does not define, made from an id. */
export const OPEN_FIELDS: Table<OpenField> = tableOf(
  'open-field',
  [],
  [
    { id: 'taken-id', label: 'id of another pet', serves: ['create.client-id'], more: withId },
    {
      id: 'next-id',
      label: 'free id next to the last one',
      serves: ['create.client-id', 'observed.free-client-id'],
      more: withId,
    },
    { id: 'free-id', label: 'free id', serves: ['observed.free-client-id'], more: withId },
    {
      id: 'unknown-field',
      label: 'a field that NewPet does not have',
      serves: ['observed.unknown-fields'],
      more: () => '"colour":"conformance-black"',
    },
  ],
);

interface OtherType extends Value {
  readonly contentType: string;
}

/** Types of a body that are not application/json. */
export const OTHER_MEDIA_TYPES: Table<OtherType> = tableOf(
  'other-media-type',
  ['observed.content-type-other'],
  [{ id: 'text', label: 'text/plain', contentType: 'text/plain' }],
);

/** Requests of which only the answer is of interest; a probe is named after its observation. */
export async function sendObservations(drive: Drive): Promise<void> {
  const { client, fetchable } = drive;
  const spelled = drive.getsPets && fetchable !== undefined ? SPELLED_IDS.values : [];
  await Promise.all([
    ...OPEN_REQUESTS.values.map((value) => {
      const options = { probe: `observed.${value.id}`, input: [inTable(OPEN_REQUESTS, value)] };
      return client.send(value.method, value.path, undefined, options);
    }),
    ...spelled.map((value) => {
      const options = { probe: `observed.id-${value.id}`, input: [inTable(SPELLED_IDS, value)] };
      return client.get(value.segment(fetchable ?? 0n), options);
    }),
  ]);
}

/** A plain creation with these fields as well. */
function bodyWith(ids: readonly string[], id: bigint, drive: Drive) {
  const values = ids.map((name) => valueIn(OPEN_FIELDS, name));
  const { population } = drive;
  const more = values.map((value) => value.more(id)).join(',');
  return {
    body: population.plainBody(population.crowded).replace(/\}$/, `,${more}}`),
    input: values.map((value) => inTable(OPEN_FIELDS, value)),
  };
}

/** Creations that the document leaves open. */
export async function createOpenly(drive: Drive): Promise<void> {
  const { client, population } = drive;
  // An id that no pet has by chance, another one in every run, also with the same seed: a service may keep it.
  const free = 7_000_000_000_000n + population.firstCategory;
  const createWith = (ids: readonly string[], probe: string) => {
    const { body, input } = bodyWith(ids, free, drive);
    return client.create(body, { probe, input, isUrgent: true });
  };
  // One creation for both where the service takes it, since every pet stays on the target.
  const both = await createWith(['free-id', 'unknown-field'], 'observed.free-client-id');
  if (both?.status !== 201) {
    await createWith(['free-id'], 'observed.free-client-id');
    await createWith(['unknown-field'], 'observed.unknown-fields');
  }
  for (const value of OTHER_MEDIA_TYPES.values) {
    const { contentType } = value;
    const input = [inTable(OTHER_MEDIA_TYPES, value)];
    const probe = 'observed.content-type-other';
    await client.create(population.plainBody(), { probe, input, contentType, isUrgent: true });
  }
}

/** A creation that asks for the id of a pet of this run. */
export async function claimId(drive: Drive): Promise<void> {
  const { population } = drive;
  // Not of the quiet status: what becomes of the owner must not spoil a page that others read. Nor of its own, to show.
  const { quiet, crowded } = population;
  const owner = population.pets.findLast(({ status }) => status !== quiet && status !== crowded);
  if (!owner) return;
  const { body, input } = bodyWith(['taken-id'], BigInt(owner.id), drive);
  // What becomes of the owner counts only against what was read before; and a pet of somebody else is left alone.
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
  const { session, scope } = drive;
  if (!surelyOwn(worldIn(session.record, scope)).some(({ id }) => id === owner.id)) return;
  await drive.create(body, { probe: 'claims', input });
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
}

/** A creation that asks for the id that a later creation may get, and that creation. */
export async function claimNextId(drive: Drive, create: () => Promise<unknown>): Promise<void> {
  const { population } = drive;
  const [last] = population.pets.map(({ id }) => BigInt(id)).sort((a, b) => (a > b ? -1 : 1));
  if (last === undefined) return;
  // The claiming pet may itself be stored under the next id before it is given another.
  const next = last + 2n;
  // The service may take the id of the body, and overwrite the pet of somebody else.
  const [found] = await drive.fetch([next], { probe: 'claims', isUrgent: true });
  if (found?.status !== 404) return;
  const { body, input } = bodyWith(['next-id'], next, drive);
  await drive.create(body, { probe: 'claims', input });
  await Promise.all(Array.from({ length: LATER }, create));
}

/** Creations after a free id was asked for, until one would get it. */
const LATER = 2;

/** They might change a pet, so each goes to another one that is surely of this run, and they go last. */
export async function tryToChange(drive: Drive): Promise<void> {
  const { client, session, scope } = drive;
  const [put, patch = put, removed = put] = surelyOwn(worldIn(session.record, scope)).toReversed();
  if (!put || !patch || !removed) return;
  const { id, name, categoryId, status } = put;
  await Promise.all([
    client.send('PUT', `/pets/${id}`, compact({ name, categoryId, status }), { probe: 'observed.put-pet' }),
    client.send('PATCH', `/pets/${patch.id}`, JSON.stringify({ name: patch.name }), { probe: 'observed.patch-pet' }),
    client.send('DELETE', `/pets/${removed.id}`, undefined, { probe: 'observed.delete-pet' }),
  ]);
}
