import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import type { World } from './world.ts';

/** One may be the copy of another client, made at once. */
const DOUBLES = 2;

/**
 * A creation that makes two pets, or another client that copies pets? A copy comes later. Somebody makes copies, and no
 * twin proves anything, if some pet was alone on a page with room for its twin before it had one; or if some pet never
 * has one, and the twin of another has a higher id than what was created after its original. Otherwise, the service
 * stored at least two pets twice. Whoever copies every pet before it is listed for the first time cannot be distinguished
 * from that.
 */
export const storesTwice = memoize((world: World): boolean => {
  const alone = new Set<string>();
  const doubled = new Set<string>();
  let isCopied = false;
  for (const page of world.pages) {
    const marks = marksOn(page, world);
    for (const [mark, ids] of marks) {
      const original = originalOf(mark, world);
      if (original === undefined || !ids.includes(original)) continue;
      if (ids.length > 1) {
        if (alone.has(mark)) return false;
        isCopied ||= ids.some((id) => isLater(id, original, world));
        doubled.add(mark);
      } else if (!page.isFull) alone.add(mark);
    }
  }
  return doubled.size >= DOUBLES && !(isCopied && alone.size > 0);
});

/** Whether a pet has a higher id than one that was created when this original existed already. */
function isLater(id: string, original: string, { pets }: World): boolean {
  const known = pets.get(original);
  if (!known || !/^-?\d+$/.test(id)) return false;
  return [...pets].some(([other, { sentAt }]) => sentAt > known.acknowledgedAt && BigInt(other) < BigInt(id));
}

/** The id that the only creation with this mark got. */
export function originalOf(mark: string, { marks, pets }: World): string | undefined {
  const [made, ...others] = marks.get(mark) ?? [];
  const [id = ''] = made?.ids ?? [];
  return made?.asked.clientId === undefined && others.length === 0 && pets.has(id) ? id : undefined;
}

function marksOn({ pets = [], ids }: Reading, { marksIn }: World): ReadonlyMap<string, readonly string[]> {
  const shown = new Map<string, string[]>();
  for (const [at, pet] of pets.entries()) {
    const [mark] = typeof pet.name === 'string' ? marksIn(pet) : [];
    if (mark === undefined) continue;
    shown.set(mark, [...(shown.get(mark) ?? []), ids[at] ?? '']);
  }
  return shown;
}
