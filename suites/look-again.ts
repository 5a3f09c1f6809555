import type { CheckContext } from '../harness/run/context.ts';
import { type Pet, type PetStatus, STATUSES } from '../harness/run/pet.ts';

/** Pets of this run that are fetched once more, spread over all of them. */
const FETCHED = 2;

/**
 * Reads what was created earlier once more, when reads can no longer lag: the invariants see a pet that is lost on one
 * of several replicas, or one that a refused creation added late.
 */
export async function lookAgain({ api, population, preflight, getPetIsServed }: CheckContext): Promise<void> {
  const limit = preflight.page;
  const ours = population.known;
  const stride = Math.max(1, Math.floor(ours.length / FETCHED));
  const sample = getPetIsServed ? ours.filter((_pet, index) => index % stride === 0).slice(0, FETCHED) : [];
  const isShort = (status: PetStatus) => population.count(status) < limit;
  const short = STATUSES.filter(isShort);
  const full = STATUSES.filter((status) => !isShort(status));
  // The replies are let go at once: pages may be large.
  const list = async (status?: PetStatus) => void (await api.listPets({ limit, ...(status && { status }) }));
  const fetch = async ({ id }: Pet) => void (await api.getPet(id));
  await Promise.all([list(), ...short.map(list), ...full.map(list), ...sample.map(fetch)]);
  await Promise.all(sample.slice(1).map(fetch));
  // Only a page that is not full shows what is missing. Of two replicas in turn, two requests in a row see both.
  for (const status of short) {
    await list(status);
    await list(status);
  }
}
