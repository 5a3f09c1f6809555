import type { Reading } from '../reading/reading.ts';
import type { World } from '../world/world.ts';
import { created, list, ok, REX } from './example.ts';
import { requirementsOfArea } from './requirement.ts';
import { accepted, kept, ownId } from './rules/creations.ts';
import { complete } from './rules/pages.ts';
import { expectedPet, unchanged } from './rules/pets.ts';
import { every, type Flaw, type Verdict, violates } from './rules/violation.ts';

const PROPERTY = 'history.agrees';

/** Whether several clients at once created the pet. */
const isOfHistory = ({ creations }: World, id: string | undefined) =>
  id !== undefined && creations.get(id)?.some(({ property }) => property === PROPERTY) === true;

/** What one exchange says about the model: what was created is there, unchanged, and under its status. */
function agreement(reading: Reading, world: World): Verdict {
  const { asked, isSuccess, pets = [], status } = reading;
  if (asked.operation === 'createPet' && !asked.sent) return undefined;
  if (asked.operation === 'createPet')
    return every(
      accepted(asked.body ?? 'minimal', reading, world),
      kept('name', reading),
      kept('status', reading),
      ownId(reading, world),
    );
  if (asked.operation === 'getPet') {
    const isLost = status === 404 && expectedPet(reading, world) === 'found';
    const { petId = '' } = asked;
    return isLost ? violates(reading, `pet ${petId}`, undefined, { petId }) : unchanged(reading, world);
  }
  const { filter } = asked.page ?? {};
  const others = isSuccess && filter ? pets.filter((pet) => pet.status !== filter) : [];
  const misplaced = others.map(
    (pet): Flaw => ({
      expected: `only pets of status ${filter}`,
      actual: `pet ${pet.id} with status ${pet.status}`,
      petId: String(pet.id),
    }),
  );
  return every(misplaced, unchanged(reading, world), complete(reading, world));
}

const COMMON = { area: 'history', level: 'MUST', needs: 'creations', topics: ['histories', 'pets'] } as const;

export const historyRequirements = requirementsOfArea(COMMON, [
  {
    id: 'history.agrees',
    everywhere: true,
    cites: ['What the service does, operations'],
    statement:
      'Any mix of creations, lists and fetches, also by several clients at once, agrees with what was created.',
    example: { given: created(REX), right: list('', ok([REX])) },
    checked:
      'Two or three clients create, list and fetch at the same time; the number of histories follows --runs. It fails when an exchange of theirs disagrees with what was created, or a later one about a pet of theirs does; the history is shrunk.',
    usually:
      'State is shared without protection: a race between two creations, a cache that nobody refreshes, or a read that changes what it reads.',
    about: ({ operation, credential }) => operation !== undefined && credential === 'right',
    check: (reading, world) => {
      const isOwn = reading.property === PROPERTY;
      const verdict = agreement(reading, world);
      if (!Array.isArray(verdict)) return isOwn && reading.isSuccess ? 'agrees' : undefined;
      const flaws = (verdict as readonly Flaw[]).filter(({ petId }) => isOwn || isOfHistory(world, petId));
      return flaws.length > 0 ? flaws : undefined;
    },
  },
]);
