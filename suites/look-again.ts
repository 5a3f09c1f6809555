import type { CheckContext } from '../harness/context.ts';
import { STATUSES } from '../harness/pet.ts';

/** Pets of this run that are fetched once more, spread over all of them. */
const FETCHED = 2;
/** Two replicas in turn would show the same each time if there were an even number of requests in between. */
const LOOKS = 2;

/**
 * Reads what was created earlier once more, when reads can no longer lag: the invariants see a pet that is lost on one
 * of several replicas, or one that a refused creation added late.
 */
export async function lookAgain({ api, population, preflight, getPetIsServed }: CheckContext): Promise<void> {
  const limit = preflight.page;
  const ours = population.known;
  const stride = Math.max(1, Math.floor(ours.length / FETCHED));
  const sample = getPetIsServed ? ours.filter((_pet, index) => index % stride === 0).slice(0, FETCHED) : [];
  for (let look = 0; look < LOOKS; look += 1) {
    const views = look === 0 ? [{ limit }, ...STATUSES.map((status) => ({ limit, status }))] : shortViews();
    await Promise.all(views.map(async (view) => void (await api.listPets(view))));
  }
  await Promise.all(sample.map(({ id }) => api.getPet(id)));
  await Promise.all(sample.slice(1).map(({ id }) => api.getPet(id)));

  /** Only a page that is not full shows what is missing. */
  function shortViews() {
    return STATUSES.filter((status) => population.count(status) < limit).map((status) => ({ limit, status }));
  }
}
