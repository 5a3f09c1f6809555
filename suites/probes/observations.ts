import type { Drive } from './drive.ts';
import { compact } from './new-pets.ts';
import { SPELLED_IDS } from './pet-ids.ts';

/** Requests of which only the answer is of interest; a probe is named after its observation. */
export async function sendObservations(drive: Drive): Promise<void> {
  const { client, fetchable } = drive;
  const ask = (method: string, path: string, probe: string) => client.send(method, path, undefined, { probe });
  const spelled = drive.getsPets && fetchable !== undefined ? Object.entries(SPELLED_IDS) : [];
  await Promise.all([
    client.list('status=', { probe: 'observed.status-empty' }),
    client.list('limit=1&colour=black', { probe: 'observed.unknown-parameters' }),
    ask('GET', '/store/orders', 'observed.store-orders'),
    ask('HEAD', '/pets', 'observed.head'),
    ask('OPTIONS', '/pets', 'observed.options'),
    ask('GET', '/pets/', 'observed.trailing-slash'),
    ...spelled.map(([probe, spell]) => client.get(spell(fetchable ?? 0n), { probe })),
  ]);
}

/** Creations that the document leaves open. */
export async function createOpenly(drive: Drive): Promise<void> {
  const { client, population } = drive;
  const createWith = (more: string, probe: string) => {
    const body = population.plainBody(population.crowded).replace(/\}$/, `,${more}}`);
    return client.create(body, { probe, isUrgent: true });
  };
  // An id that no pet has by chance, another one in every run, also with the same seed: a service may keep it.
  const free = `"id":${7_000_000_000_000n + population.firstCategory}`;
  const unknown = '"colour":"conformance-black"';
  // One creation for both where the service takes it, since every pet stays on the target.
  const both = await createWith(`${free},${unknown}`, 'observed.free-client-id');
  if (both?.status !== 201) {
    await createWith(free, 'observed.free-client-id');
    await createWith(unknown, 'observed.unknown-fields');
  }
  const probe = 'observed.content-type-other';
  await client.create(population.plainBody(), { probe, contentType: 'text/plain', isUrgent: true });
}

/** A creation that asks for the id of a pet of this run. */
export async function claimId(drive: Drive): Promise<void> {
  const { population } = drive;
  // Not of the quiet status: what becomes of the owner must not spoil a page that others read. Nor of its own, to show.
  const { quiet, crowded } = population;
  const owner = population.pets.findLast(({ status }) => status !== quiet && status !== crowded);
  if (!owner) return;
  const body = population.plainBody(crowded).replace(/\}$/, `,"id":${owner.id}}`);
  // What becomes of the owner counts only against what was read before.
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
  await drive.create(body, { probe: 'claims', input: ['id of another pet'] });
  await drive.fetch([owner.id], { probe: 'claims', isUrgent: true });
}

/** They might change a pet, so each goes to another one of this run, and they go last. */
export async function tryToChange(drive: Drive): Promise<void> {
  const { client, population } = drive;
  const [put, patch = put, removed = put] = population.pets.toReversed();
  if (!put || !patch || !removed) return;
  const { id, name, categoryId, status } = put;
  await Promise.all([
    client.send('PUT', `/pets/${id}`, compact({ name, categoryId, status }), { probe: 'observed.put-pet' }),
    client.send('PATCH', `/pets/${patch.id}`, JSON.stringify({ name: patch.name }), { probe: 'observed.patch-pet' }),
    client.send('DELETE', `/pets/${removed.id}`, undefined, { probe: 'observed.delete-pet' }),
  ]);
}
