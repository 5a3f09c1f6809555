import { identityOf, type JsonObject, toJson } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { LIMIT, petsInWords } from './document.ts';
import type { FindingFacts, Note } from './finding.ts';
import { checkPet } from './pet-rules.ts';
import { describe, idsOf, petProblem, READ_PETS, type Reading, show } from './reading.ts';
import type { AskedPage } from './request.ts';
import { groupBy, isOfAnotherRun, petsDue, type World } from './world.ts';

export function checkPage(reading: Reading, world: World, note: Note): void {
  const { asked, json, pets } = reading;
  const { page, decidedBy } = asked;
  if (!page) return;
  const shapedBy = page.isExact ? 'list.ok' : decidedBy;
  if (shapedBy && (page.isExact || !Array.isArray(json))) {
    note(shapedBy, Array.isArray(json) && pets !== undefined, 'a JSON array of Pet objects', () => describe(reading));
  }
  if (!pets) return;
  for (const pet of pets) checkPet(pet, reading, world, note);
  if (pets.length > 1) checkUnique(pets, world, note);
  if (page.hasOtherFilter) {
    if (pets.length > 0 || world.hasStatuses) {
      note(
        'list.status.unknown',
        pets.length === 0,
        'a 4xx Error, or 200 with no pet',
        () => `200 with ${petsInWords(pets.length)}`,
      );
    }
    return;
  }
  checkSize(reading, pets.length, page, world, note);
  if (page.filter !== undefined) checkFilter(pets, page.filter, world, note);
  if (page.isExact) checkCompleteness(reading, pets, page, world, note);
}

/** Only a page that could have been longer says something about its length. */
function checkSize(
  reading: Reading,
  size: number,
  { limit, isExact, sizedBy, filter }: AskedPage,
  world: World,
  note: Note,
): void {
  const isTelling = isExact
    ? size >= limit && world.count(filter) > limit
    : visiblePets(reading, world) > LIMIT.maximum;
  if (!isTelling && size <= limit) return;
  note(
    sizedBy,
    size <= limit,
    `at most ${petsInWords(limit)}`,
    () => `${petsInWords(size)}${size === READ_PETS ? ' or more' : ''}`,
    () => ({ facts: { pageSize: size } }),
  );
}

/** Pets that reads had shown when the page was asked for, or that they could no longer lack. */
function visiblePets({ sentAt }: Reading, { shown, pets, scope }: World): number {
  const visible = new Set<string>();
  for (const [id, views] of shown) if (views.some(({ answeredAt }) => answeredAt <= sentAt)) visible.add(id);
  for (const [id, { acknowledgedAt }] of pets) if (acknowledgedAt + scope.windowMs < sentAt) visible.add(id);
  return visible.size;
}

function checkFilter(pets: readonly JsonObject[], filter: string, world: World, note: Note): void {
  for (const pet of pets) {
    const isExcused = pet.status !== filter && petProblem(pet) !== undefined && isOfAnotherRun(pet, world);
    note(
      'list.status.only',
      pet.status === filter || isExcused,
      `only pets of status ${filter}`,
      () => `pet ${show(pet.id)} with status ${show(pet.status)}`,
      () => ({ facts: { petIds: [identityOf(pet.id)] } }),
    );
  }
}

/** Two pets that got the same id in another run are known; the same pet twice is the fault of this list. */
function checkUnique(pets: readonly JsonObject[], world: World, note: Note): void {
  const ids = idsOf(pets);
  const alike = new Set(ids).size === ids.length ? [] : [...groupBy(pets, ({ id }) => identityOf(id)).values()];
  const twice = alike.find((group) => {
    if (group.length === 1) return false;
    const areDistinct = new Set(group.map((pet) => toJson(pet))).size === group.length;
    return !(areDistinct && group.some((pet) => isOfAnotherRun(pet, world)));
  });
  const id = identityOf(twice?.[0]?.id);
  note(
    'list.unique',
    twice === undefined,
    'every id once',
    () => `${id} twice`,
    () => ({ facts: { petIds: [id] } }),
  );
}

/** A page that is shorter than its limit shows everything there is. */
function checkCompleteness(
  reading: Reading,
  pets: readonly JsonObject[],
  { limit, sizedBy, filter, isDefault }: AskedPage,
  world: World,
  note: Note,
): void {
  // An id that is written as text is a matter of body.pet-shape.
  const shown = new Set(reading.ids.map((id) => id.replace(/^"(-?\d+)"$/, '$1')));
  const completeBy: RequirementId = filter ? 'list.status.complete' : 'list.complete';
  if (pets.length >= limit) {
    // A full page says nothing about what it lacks; one that shows every pet of this run lacks none of them.
    const own = [...world.pets].filter(
      ([, { pet, sentAt }]) => sentAt < reading.sentAt && (!filter || pet.status === filter),
    );
    if (own.length > 2 && own.every(([id]) => shown.has(id))) note(completeBy, true);
  } else {
    const due = petsDue(reading, world);
    const facts: FindingFacts = { pageSize: pets.length, isShort: sizedBy };
    if (due.length >= limit) {
      // Where other pages of the status are as long as this one should be, the limit counts before the filter.
      const id = filter && !isDefault && world.longestPage(filter) >= limit ? completeBy : sizedBy;
      note(
        id,
        false,
        petsInWords(limit),
        () => petsInWords(pets.length),
        () => ({ facts }),
      );
      return;
    }
    for (const pet of due) {
      const id = identityOf(pet.id);
      if (shown.has(id) || world.claimed.has(id)) continue;
      note(
        completeBy,
        false,
        `the pet ${show(world.pets.get(id)?.pet ?? { id: pet.id })} in the list`,
        () => `a short page of ${pets.length} without it`,
        () => ({ facts: { ...facts, petIds: [id], ...vanished(id, reading, world) } }),
      );
    }
    const isSeen = [...shown].some((id) => world.pets.has(id) || (due.length > 0 && world.shown.has(id)));
    if (isSeen) note(completeBy, true);
  }
  if (filter) checkReplacement(reading, shown, world, note);
}

/** Whether a pet is missing since it was fetched. */
function vanished(id: string, { sentAt }: Reading, { shown, fetched }: World): Pick<FindingFacts, 'vanished'> {
  const fetchedAt = Math.min(...(fetched.get(id) ?? []).map((fetch) => fetch.answeredAt));
  const views = (shown.get(id) ?? []).filter(({ asked }) => asked.page?.filter);
  if (fetchedAt >= sentAt || views.some((view) => view.sentAt > fetchedAt)) return {};
  return { vanished: views.length > 0 ? 'after-shown' : 'before-shown' };
}

/** What getPet returned, the filter finds too. */
function checkReplacement({ sentAt }: Reading, shown: ReadonlySet<string>, { fetched }: World, note: Note): void {
  for (const [id, fetches] of fetched) {
    if (shown.has(id) && fetches.some(({ answeredAt }) => answeredAt < sentAt)) {
      note('deprecation.replacement', true);
      return;
    }
  }
}
