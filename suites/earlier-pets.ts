import { identityOf, isObject, type JsonObject } from '../harness/json/exact-json.ts';
import type { Finding } from '../harness/run/check.ts';
import type { CheckContext } from '../harness/run/context.ts';
import type { EarlierPet } from '../harness/run/earlier-pets.ts';
import { petsInWords, STATUSES } from '../harness/run/pet.ts';
import { petsIn } from './pages.ts';

/** Every one is a request to somebody's server. */
const MOST_FETCHED = 12;

/** As the service shows it now; null where it is missing, and undefined where nobody looked. */
type Shown = JsonObject | null | undefined;

/** Whether what earlier runs created is still there as it was: data loss and bad migrations show from night to night. */
export async function lookAtEarlierPets(context: CheckContext): Promise<Finding> {
  const { earlier } = context.population;
  const looked = await shownNow(earlier.sample, context);
  if (looked.length === 0) return { remark: 'none of them is known' };
  const idsOf = (belongs: (one: (typeof looked)[number]) => boolean) =>
    looked.filter(belongs).map(({ known }) => String(known.pet.id));
  const missing = idsOf(({ shown }) => shown === null);
  const changed = idsOf(({ known, shown }) => shown !== null && !earlier.isUnchanged(known.pet, shown));
  const unchanged = looked.length - missing.length - changed.length;
  const runs = new Set(looked.map(({ known }) => known.run)).size;
  const losses = [
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
  ];
  const from = `${petsInWords(looked.length)} from ${runs === 1 ? '1 earlier run' : `${runs} earlier runs`}`;
  return {
    remark: [`of ${from}, ${unchanged} unchanged`, ...losses].join(', '),
    data: { compared: losses.join(', '), pets: looked.length, runs, unchanged, changed, missing },
  };
}

async function shownNow(sample: readonly EarlierPet[], context: CheckContext) {
  const { api, getPetIsServed } = context;
  const onPages = listed(context);
  const unseen = sample.filter(({ pet }) => !onPages.has(identityOf(pet.id)));
  const fetched = new Map<EarlierPet, Shown>();
  if (getPetIsServed) {
    await Promise.all(
      unseen.slice(0, MOST_FETCHED).map(async (known) => {
        const { status, json } = await api.getPet(known.pet.id);
        if (status === 404) fetched.set(known, null);
        if (status === 200 && json.ok && isObject(json.value)) fetched.set(known, json.value);
      }),
    );
  } else {
    for (const known of unseen) if (isOnShortPage(known, context)) fetched.set(known, null);
  }
  return sample.flatMap((known) => {
    const shown = onPages.get(identityOf(known.pet.id)) ?? fetched.get(known);
    return shown === undefined ? [] : [{ known, shown }];
  });
}

function listed(context: CheckContext): ReadonlyMap<string, JsonObject> {
  const pets = pagesOf(context).flatMap((page) => page.pets);
  return new Map(pets.map((pet) => [identityOf(pet.id), pet]));
}

/** Whether one of the pages has room for the pet, so that it would show it. */
function isOnShortPage({ pet }: EarlierPet, context: CheckContext): boolean {
  const { page } = context.preflight;
  return pagesOf(context).some(
    ({ status, pets }) => pets.length < page && (status === undefined || status === pet.status),
  );
}

/** The largest pages, of all pets and of each status. */
function pagesOf({ preflight }: CheckContext) {
  return preflight.pages.flatMap((reply, index) => {
    const pets = reply instanceof Error || reply.status !== 200 ? undefined : petsIn(reply);
    return pets ? [{ status: STATUSES[index - 1], pets }] : [];
  });
}
