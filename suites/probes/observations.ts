import { OPEN_FIELDS, OPEN_REQUESTS, OTHER_MEDIA_TYPES } from '../inputs/open-requests.ts';
import { SPELLED_IDS } from '../inputs/pet-ids.ts';
import { inTable, valueIn } from '../inputs/value.ts';
import { surelyOwn } from '../world/surely-own.ts';
import type { Drive } from './drive.ts';
import { fetchable, ownPets } from './known.ts';

/** Requests of which only the answer is of interest. */
export async function sendObservations(drive: Drive): Promise<void> {
  const { world } = drive;
  const { id } = fetchable(world);
  const spelled = drive.getsPets && id !== undefined ? SPELLED_IDS.values : [];
  await Promise.all([
    ...OPEN_REQUESTS.values.map((value) => {
      const options = { probe: 'observations', input: [inTable(OPEN_REQUESTS, value)] };
      return drive.send(value.method, value.path, undefined, options);
    }),
    ...spelled.map((value) => {
      const options = { probe: 'observations', input: [inTable(SPELLED_IDS, value)] };
      return drive.get(value.segment(id ?? 0n), options);
    }),
  ]);
}

/** A plain creation with these fields as well. */
function bodyWith(ids: readonly string[], id: bigint, drive: Drive) {
  const values = ids.map((name) => valueIn(OPEN_FIELDS, name));
  const { newPets, statuses } = drive;
  const more = values.map((value) => value.more(id)).join(',');
  return {
    body: newPets.plainBody(statuses.crowded).replace(/\}$/, `,${more}}`),
    input: values.map((value) => inTable(OPEN_FIELDS, value)),
  };
}

/** How far ahead of the newest pet a free id is: later creations of the run get there, and none that is under way. */
const AHEAD = 100n;
/** Ids of the first pets that are closer are from one sequence. */
const CLOSE = 100n;

/** An id that no pet has. Where ids are a sequence, one that it comes to later: a service that keeps it must leave it out. */
function freeId({ world, newPets, createsFew }: Drive): bigint {
  const ids = ownPets(world).map(({ id }) => BigInt(id));
  const [oldest, newest] = [ids[0] ?? 0n, ids.at(-1) ?? 0n];
  const isSequence = ids.length > 1 && newest > oldest && newest - oldest < CLOSE;
  if (isSequence && !createsFew && world.timeline(String(newest + AHEAD)).pages.length === 0) return newest + AHEAD;
  // Another one in every run, also with the same seed: a service may keep it.
  return 7_000_000_000_000n + newPets.firstCategory;
}

/** Creations that the document leaves open. */
export async function createOpenly(drive: Drive): Promise<void> {
  const { newPets } = drive;
  const free = freeId(drive);
  const createWith = (...ids: readonly string[]) => {
    const { body, input } = bodyWith(ids, free, drive);
    return drive.create(body, { probe: 'observations', input, isUrgent: true });
  };
  // One creation for both where the service takes it, since every pet stays on the target.
  const both = await createWith('free-id', 'unknown-field');
  if (both?.status !== 201) {
    await createWith('free-id');
    await createWith('unknown-field');
  }
  for (const value of OTHER_MEDIA_TYPES.values) {
    const { contentType, write } = value;
    const input = [inTable(OTHER_MEDIA_TYPES, value)];
    await drive.create(write(newPets.plain()), { probe: 'observations', input, contentType, isUrgent: true });
  }
}

/** A creation that asks for the id of a pet of this run. */
export async function claimId(drive: Drive): Promise<void> {
  // Not of the quiet status: what becomes of the owner must not spoil a page that others read. Nor of its own, to show.
  const { quiet, crowded } = drive.statuses;
  const owner = ownPets(drive.world).findLast(({ status }) => status !== quiet && status !== crowded);
  if (!owner) return;
  const { body, input } = bodyWith(['taken-id'], BigInt(owner.id), drive);
  // What becomes of the owner counts only against what was read before; and a pet of somebody else is left alone.
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
  if (!surelyOwn(drive.look()).some(({ id }) => id === owner.id)) return;
  await drive.create(body, { probe: 'claims', input, isUrgent: true });
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
}
