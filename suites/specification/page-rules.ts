import { identityOf, type JsonObject } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { LIMIT, petsInWords, STATUSES } from './document.ts';
import { existedAt, petsDue } from './existence.ts';
import type { Findings } from './findings.ts';
import { checkPet } from './pet-rules.ts';
import { READ_PETS, type Reading, show } from './reading.ts';
import type { AskedPage } from './request.ts';
import { pagesOf, type World } from './world.ts';

/** A list that was answered with success. */
export function checkPage(findings: Findings, world: World): void {
  const { asked, json, pets } = findings.reading;
  const { page, decidedBy } = asked;
  if (!page) return;
  const isArray = Array.isArray(json) && pets !== undefined;
  const id = page.isExact ? 'list.ok' : decidedBy;
  if (id && (page.isExact || !Array.isArray(json))) findings.check(id, isArray, 'a JSON array of Pet objects');
  if (!pets) return;
  for (const pet of pets) checkPet(findings, pet, world);
  if (pets.length > 1) checkUnique(findings);
  if (decidedBy === 'list.status.unknown') {
    // Without a pet that has a status, a filter that compares loosely has nothing to show.
    if (pets.length > 0 || STATUSES.some((status) => world.count(status) > 0)) {
      const actual = `200 with ${petsInWords(pets.length)}`;
      findings.check('list.status.unknown', pets.length === 0, 'a 4xx Error, or 200 with no pet', actual);
    }
    return;
  }
  checkSize(findings, pets.length, page, world);
  if (page.filter !== undefined) checkFilter(findings, pets, page.filter);
  if (page.isExact) checkCompleteness(findings, page, world);
}

/** Only a page that could have been longer says something about its length. */
function checkSize(findings: Findings, size: number, page: AskedPage, world: World): void {
  const { limit, isExact, sizedBy, filter } = page;
  if (limit === Number.POSITIVE_INFINITY) return;
  const isTelling = isExact
    ? size >= limit && world.count(filter) > limit
    : visiblePets(findings.reading, world) > LIMIT.maximum;
  const shown = `${petsInWords(size)}${size === READ_PETS ? ' or more' : ''}`;
  if (isTelling || size > limit) findings.check(sizedBy, size <= limit, `at most ${petsInWords(limit)}`, shown);
}

/** Pets that reads had shown when the page was asked for, or that they could no longer lack. */
function visiblePets({ sentAt }: Reading, { shown, pets, scope }: World): number {
  const visible = new Set<string>();
  for (const [id, views] of shown) if (views.some(({ answeredAt }) => answeredAt <= sentAt)) visible.add(id);
  for (const [id, { acknowledgedAt }] of pets) if (acknowledgedAt + scope.windowMs < sentAt) visible.add(id);
  return visible.size;
}

function checkFilter(findings: Findings, pets: readonly JsonObject[], filter: string): void {
  for (const pet of pets) {
    const isOk = pet.status === filter;
    const actual = () => `pet ${show(pet.id)} with status ${show(pet.status)}`;
    const petId = identityOf(pet.id);
    findings.check('list.status.only', isOk, `only pets of status ${filter}`, actual, { petId });
  }
}

function checkUnique(findings: Findings): void {
  const { ids } = findings.reading;
  const twice = new Set(ids).size === ids.length ? undefined : ids.find((id, at) => ids.indexOf(id) !== at);
  const details = twice === undefined ? {} : { petId: twice };
  findings.check('list.unique', twice === undefined, 'every id once', `${twice} twice`, details);
}

/**
 * Whether a list lacks a pet. Limit and filter are documented here (`isExact`), so a page that is shorter than its
 * limit shows everything there is. Each pet that is due (`petsDue`) and that it lacks is a violation:
 *
 * | the page | violates |
 * |---|---|
 * | is short because of its limit (`isMatterOfLimit`) | the requirement about that limit (`limitRequirement`) |
 * | has no filter | list.complete |
 * | has a filter | list.status.complete; also where the limit counts before the filter |
 *
 * A full page says nothing about what it lacks. A pet whose id another creation asked for is left to create.client-id.
 * A pet that both lists with and without a filter lack is reported once, by list.status.complete (consequences.ts), and
 * one that only concurrent clients or fetches make disappear by a property (properties.ts).
 *
 * The page agrees if it shows a pet that it could have lacked, and lacks none that may still lag.
 */
function checkCompleteness(findings: Findings, page: AskedPage, world: World): void {
  const { reading } = findings;
  const size = reading.ids.length;
  const { limit, filter } = page;
  // An id that is written as text is a matter of body.pet-shape.
  const shown = new Set(reading.ids.map((id) => id.replace(/^"(-?\d+)"$/, '$1')));
  const completeBy = filter ? 'list.status.complete' : 'list.complete';
  if (filter) checkReplacement(findings, shown, world);
  /** The pets of this run that match the filter, due or not. */
  const own = [...world.pets].filter(([, { pet }]) => !filter || pet.status === filter);
  if (reading.isFull) {
    // A full page says nothing about what it lacks; one that shows every pet of this run lacks none of them.
    const earlier = own.filter(([, { sentAt }]) => sentAt < reading.sentAt);
    if (earlier.length > 2 && earlier.every(([id]) => shown.has(id))) findings.agreed.add(completeBy);
    return;
  }
  const due = petsDue(reading, world);
  const lacks = due.filter((petId) => !shown.has(petId) && !world.claims.has(petId));
  const known = new Set([...due, ...reading.ids]).size;
  if (lacks.length > 0 && isMatterOfLimit(reading, known, world)) {
    findings.violate(limitRequirement(reading, world), petsInWords(limit), petsInWords(size), { lacks });
    return;
  }
  for (const petId of lacks) {
    const expected = `the pet ${show(world.pets.get(petId)?.pet ?? { id: BigInt(petId) })} in the list`;
    findings.violate(completeBy, expected, `a short page of ${size} without it`, { petId });
  }
  if (lacks.length > 0) return;
  // In a run without pets of its own, those of others that lists show before and after it.
  const isSeen =
    due.length > 0 ||
    own.filter(([id]) => shown.has(id)).length > 2 ||
    reading.ids.some((id) => !world.creations.has(id) && existedAt(id, reading, world));
  // A page that lacks what may still lag is neither a violation nor an agreement.
  const isLagging = own.some(([id, { acknowledgedAt }]) => acknowledgedAt < reading.sentAt && !shown.has(id));
  if (isSeen && !isLagging) findings.agreed.add(completeBy);
}

/**
 * Who is to blame for a short page that lacks pets? Its limit, if at least as many pets exist as were asked for, or if
 * every page without a limit is as short as this one while larger pages show more. Otherwise the list has lost them.
 */
function isMatterOfLimit({ asked, ids }: Reading, known: number, world: World): boolean {
  const { limit = 0, filter, isDefault } = asked.page ?? {};
  // Where hardly more match than were asked for, it is not the limit that leaves one out.
  const isClose = filter && known <= limit + 1 && limit < LIMIT.maximum;
  if (known >= limit && !isClose) return true;
  if (!isDefault) return false;
  const alike = pagesOf(filter, world);
  const [defaults, larger] = [alike.filter((page) => page.asked.page?.isDefault), alike.filter(isLargest)];
  return (
    defaults.length > 1 &&
    defaults.every((page) => page.ids.length === ids.length) &&
    larger.length > 0 &&
    larger.every((page) => page.ids.length > ids.length)
  );
}

function isLargest({ asked }: Reading): boolean {
  return asked.page?.limit === LIMIT.maximum;
}

/** The requirement that says how long such a page is. Under a filter, the limit may also count before the filter. */
function limitRequirement(reading: Reading, world: World): RequirementId {
  const { page } = reading.asked;
  if (!page) return 'list.ok';
  return page.filter && countsBeforeFilter(reading, world) ? 'list.status.complete' : page.sizedBy;
}

/** Other pages of the status are as long as this one should be, or other filters show it; the limit alone does not. */
function countsBeforeFilter({ asked, ids }: Reading, world: World): boolean {
  const { pages } = world;
  const { limit = 0, filter, isDefault } = asked.page ?? {};
  const filtered = pages.filter((page) => page.asked.page?.isExact && page.asked.page.filter);
  const lacksPets = (page: Reading) => petsDue(page, world).some((id) => !page.ids.includes(id));
  const isShown = (page: Reading) => !page.isFull && !page.asked.page?.isDefault && lacksPets(page);
  // A page without a limit has a wrong default, unless pages with a limit lack pets as well.
  if (isDefault) return filtered.some(isShown);
  const isAsLong = (page: Reading) => page.asked.page?.limit === limit && page.ids.length === ids.length;
  if (ids.length === LIMIT.default || pagesOf(undefined, world).some(isAsLong)) return false;
  if (filtered.some((page) => page.asked.page?.filter === filter && page.ids.length >= limit)) return true;
  const isLonger = (page: Reading) => (other: Reading) =>
    other.asked.page?.filter === page.asked.page?.filter && other.ids.length > page.ids.length;
  return filtered.some((page) => isShown(page) && page.asked.page?.limit !== limit && filtered.some(isLonger(page)));
}

/** Whether some list with this filter, or without any, shows the pet. */
export function isShownUnder(filter: string | undefined, id: string, { shown }: World): boolean {
  return pagesOf(filter, { pages: shown.get(id) ?? [] }).length > 0;
}

/** What getPet returned, the filter finds too. */
function checkReplacement(findings: Findings, shown: ReadonlySet<string>, { fetches }: World): void {
  for (const [id, all] of fetches) {
    const wasFetched = all.some(({ isSuccess, answeredAt }) => isSuccess && answeredAt < findings.reading.sentAt);
    if (wasFetched && shown.has(id)) findings.agreed.add('deprecation.replacement');
  }
}
