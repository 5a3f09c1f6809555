import { groupBy } from '../../harness/basics/group-by.ts';
import { BLANK_TIMES, blankPets, unmarkedRefusals } from '../world/blank-pets.ts';
import type { World } from '../world/world.ts';
import type { Drive } from './drive.ts';
import { ownPets } from './known.ts';
import type { Options } from './options.ts';

/* What refused creations may have added where no list shows it. */

const OPTIONS: Options = { probe: 'last look' };

/** Ids between pets of this run that are fetched. */
const NEIGHBOURS = 32;
/** How far apart the first and the last pet of the run may be. */
const NEIGHBOURHOOD = 500n;
/** Requests that are sent once more. */
const REPEATED = 12;

/** Ids between pets of this run, the newest first: most creations that are refused come late. */
export async function fetchNeighbours(drive: Drive): Promise<void> {
  const world = drive.look();
  const own = inOrder(ownPets(world).map(({ id }) => BigInt(id)));
  const [low = 0n, high = 0n] = [own[0], own.at(-1)];
  if (own.length < 2 || high - low > NEIGHBOURHOOD) return;
  const others: bigint[] = [];
  for (let id = high + 1n; id >= low - 1n && others.length < NEIGHBOURS; id -= 1n)
    if (!world.creations.has(String(id))) others.push(id);
  await drive.fetch([...others, low, high], OPTIONS);
}

/**
 * Where a blank pet came up, another client may have created it. So what was refused and has no mark is sent once more,
 * alone between two looks, as long as it leaves another one. Among clients that create too fast, nothing shows that.
 */
export async function repeatUnmarked(drive: Drive): Promise<void> {
  const world = drive.look();
  if (blankPets(world).size === 0) return;
  const refused = unmarkedRefusals(world).filter(({ asked }) => asked.credential === 'right');
  const bodies = groupBy(refused, ({ request }) => request.body);
  for (const [refusal] of [...bodies.values()].slice(0, REPEATED)) {
    for (let time = 0; time < BLANK_TIMES; time += 1) {
      const next = (knownIds(drive.look()).at(-1) ?? 0n) + 1n;
      if (await showsAnother(next, drive)) return;
      await drive.repeat(refusal, 'last look');
      if (!(await showsAnother(next, drive))) break;
    }
  }
}

/** Whether the id that comes next, or a list that has room, shows one more blank pet. */
async function showsAnother(id: bigint, drive: Drive): Promise<boolean> {
  const known = blankPets(drive.look()).size;
  await Promise.all([drive.list(`limit=${drive.page}`, OPTIONS), drive.fetch([id], OPTIONS)]);
  return blankPets(drive.look()).size > known;
}

function knownIds({ seen, creations }: World): readonly bigint[] {
  const ids = [...seen.keys(), ...creations.keys()].filter((id) => /^\d{1,19}$/.test(id));
  return inOrder(ids.map(BigInt));
}

function inOrder(ids: readonly bigint[]): readonly bigint[] {
  return ids.toSorted((one, other) => (one < other ? -1 : 1));
}
