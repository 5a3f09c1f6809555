import { memoize } from '../memoize.ts';
import type { Reading } from './reading.ts';
import type { World } from './world.ts';

/** One may be the copy of another client, made at once. */
const DOUBLES = 2;

/**
 * A creation that makes two pets, or another client that copies pets? A copy comes later. If some pet was alone on a page
 * with room for its twin, somebody makes copies, and no twin proves anything. Otherwise, the service stored at least two
 * pets twice. Whoever copies each pet before it is listed for the first time cannot be distinguished from that.
 */
export const storesTwice: (world: World) => boolean = memoizedBoolean((world) => {
  const alone = new Set<string>();
  const doubled = new Set<string>();
  for (const page of world.pages) {
    const marks = marksOn(page, world);
    for (const [mark, ids] of marks) {
      const original = originalOf(mark, world);
      if (original === undefined || !ids.includes(original)) continue;
      if (ids.length > 1) {
        if (alone.has(mark)) return false;
        doubled.add(mark);
      } else if (!page.isFull) alone.add(mark);
    }
  }
  return doubled.size >= DOUBLES;
});

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

function memoizedBoolean(decide: (world: World) => boolean): (world: World) => boolean {
  const known = memoize((world: World) => ({ is: decide(world) }));
  return (world) => known(world).is;
}
