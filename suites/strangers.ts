import { type Animal, animalOf, fieldsOf } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { identityOf } from '../harness/exact-json.ts';
import type { ListQuery } from '../harness/http/api.ts';
import { judge, show } from '../harness/judge.ts';
import { Inconclusive, Skipped, Violation } from '../harness/verdicts.ts';
import { hasSize, unlessPagesEndEarly } from './pages.ts';

/**
 * What a read-only run has instead of animals of its own: those that stood there before. None can be deleted, but
 * their owners may change them, so one that a list lacks is fetched again before the list is blamed.
 */
export function strangersIn({ population, getPetIsServed }: CheckContext): readonly Animal[] {
  const { found } = population;
  if (found.length === 0) throw new Inconclusive('No animal is known to exist on the target.');
  if (!getPetIsServed) {
    throw new Skipped('Read-only: whether an animal that a list lacks is still there could be seen only by getPet.');
  }
  return found;
}

/** Whether the page was short, and so could be judged; then it held every one of them that is still there. */
export function holdsStrangers(
  strangers: readonly Animal[],
  query: Pick<ListQuery, 'status'>,
  { api, preflight, eventually }: CheckContext,
): Promise<boolean> {
  const looked = eventually(async () => {
    const page = await api.listPets({ ...query, limit: preflight.page });
    const animals = judge(page).lists();
    if (animals.length >= preflight.page) return false;
    if (strangers.length >= preflight.page) hasSize(animals, preflight.page, Number.POSITIVE_INFINITY, page);
    const listed = new Set(animals.map(({ id }) => identityOf(id)));
    for (const stranger of strangers) {
      if (listed.has(identityOf(stranger.id))) continue;
      const again = await api.getPet(stranger.id);
      const now = again.status === 200 && again.json.ok ? animalOf(again.json.value) : undefined;
      if (!now || (query.status !== undefined && now.status !== query.status)) continue;
      const actual = `a short page of ${animals.length} without it`;
      throw new Violation(`the animal ${show(fieldsOf(now))} in the list`, actual, [again, page]);
    }
    return true;
  });
  return unlessPagesEndEarly(looked);
}

export function tooFullToSee(): Skipped {
  return new Skipped('Read-only: every page that could be judged is full, so nothing can be seen missing from one.');
}
