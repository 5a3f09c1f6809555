import { memoize } from '../../harness/basics/memoize.ts';
import { SUCCESS } from '../reading/document.ts';
import { oddParts } from '../reading/odd-parts.ts';
import { requirementOf } from '../requirements/index.ts';
import type { World } from '../world/world.ts';
import type { Violation } from './findings.ts';
import type { Group } from './groups.ts';
import { factsOf, keysOf, type StoryFacts } from './story-keys.ts';

/*
 * A story is what most likely has one cause. It orders what people read, and changes no outcome, no exit code and nothing
 * that the gate does.
 *
 * Groups are taken by the rank of their requirement, and each joins the first story that it shares a key with
 * (story-keys.ts), or most of its pets, or most of its exchanges: in the order of `storyFor`. Otherwise it opens one.
 */

export interface Story {
  readonly headline: Group;
  readonly others: readonly Group[];
}

/** A story while groups still join it. */
interface Open {
  readonly members: Group[];
  /** What members share with others. */
  readonly keys: Set<string>;
  /** What only the headline shares. */
  readonly headlineKeys: ReadonlySet<string>;
  readonly pets: Set<string>;
  readonly exchanges: Set<number>;
}

export function storiesOf(groups: readonly Group[], world: World): readonly Story[] {
  const isCap = capsIn(groups);
  const ranks = new Map(groups.map((group) => [group, isCap(group) ? CAP : rankOf(group)]));
  const rank = (group: Group) => ranks.get(group) ?? 0;
  const sorted = groups.toSorted(
    (one, other) =>
      rank(one) - rank(other) || sizeOf(one) - sizeOf(other) || one.culprits.length - other.culprits.length,
  );
  const wholeForms = exchangesByForm(groups);
  const open: Open[] = [];
  for (const group of sorted) {
    const story = storyFor(factsOf(group), open, wholeForms);
    if (story) join(story, group);
    else open.push(opened(group));
  }
  return open.map(({ members }) => withHeadline(members, world)).toSorted(byUrgency);
}

function rankOf({ id, violations: [first], culprits }: Group): number {
  const { rank } = requirementOf(id);
  return typeof rank === 'number' ? rank : rank((first as Violation).reading, culprits);
}

/** Of several combinations, the one with the fewest parts that are not plain says most. */
function sizeOf({ violations }: Group): number {
  return Math.min(...violations.map(({ reading }) => oddParts(reading).size));
}

function opened(group: Group): Open {
  const { members, headline, offered, pets } = keysOf(factsOf(group));
  return {
    members: [group],
    keys: new Set([...members, ...offered]),
    headlineKeys: new Set(headline),
    pets: new Set(pets),
    exchanges: new Set(isOfPets(group) ? [] : exchangesOf(group)),
  };
}

function join(story: Open, group: Group): void {
  const { members, offered, pets } = keysOf(factsOf(group));
  const [head] = story.members;
  story.members.push(group);
  for (const key of [...members, ...offered]) story.keys.add(key);
  for (const pet of pets) story.pets.add(pet);
  // The form of an answer brings no exchanges into a story about something else.
  const isOfStory = !isOfForm(group) || (head !== undefined && isOfForm(head));
  if (isOfStory && !isOfPets(group)) for (const number of exchangesOf(group)) story.exchanges.add(number);
}

/** By the strongest kind of key that any story has. */
function storyFor(facts: StoryFacts, open: readonly Open[], wholeForms: WholeForms): Open | undefined {
  const { members, headline, taken, pets } = keysOf(facts);
  const { group } = facts;
  return (
    open.find(({ keys }) => members.some((key) => keys.has(key))) ??
    withMost(pets, open, (story) => story.pets) ??
    withExchanges(group, open, wholeForms) ??
    open.find(({ keys }) => taken.some((key) => keys.has(key))) ??
    open.find(({ headlineKeys }) => headline.some((key) => headlineKeys.has(key)))
  );
}

/** The story that has at least half of these. */
function withMost<T>(own: ReadonlySet<T>, open: readonly Open[], partOf: (story: Open) => ReadonlySet<T>) {
  const counted = open.map((story) => ({ story, count: [...own].filter((one) => partOf(story).has(one)).length }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return most && own.size > 0 && most.count * 2 >= own.size ? most.story : undefined;
}

/** The exchanges of all groups about one form, such as errors.shape.400 and errors.shape.404. */
type WholeForms = ReadonlyMap<string, ReadonlySet<number>>;

function exchangesByForm(groups: readonly Group[]): WholeForms {
  const forms = new Map<string, Set<number>>();
  for (const group of groups.filter(isOfForm)) {
    const all = forms.get(kindOfForm(group)) ?? new Set();
    for (const number of exchangesOf(group)) all.add(number);
    forms.set(kindOfForm(group), all);
  }
  return forms;
}

const isOfForm = ({ id }: Group) => requirementOf(id).form !== undefined;
const kindOfForm = ({ id }: Group) => id.replace(/\.(\d+|other)$/, '');

/** The story with most exchanges of a group; of a form, with all of them. */
function withExchanges(group: Group, open: readonly Open[], wholeForms: WholeForms): Open | undefined {
  if (isOfPets(group)) return undefined;
  const fitting = open.filter(({ members }) => canShareExchanges(members, group));
  if (!isOfForm(group)) return withMost(exchangesOf(group), fitting, ({ exchanges }) => exchanges);
  const all = [...(wholeForms.get(kindOfForm(group)) ?? [])];
  return fitting.find(({ exchanges }) => all.every((number) => exchanges.has(number)));
}

/** Two fields of one pet are two stories, two forms of one Error are, and so are a wrong pet and a wrong success. */
function canShareExchanges(members: readonly Group[], group: Group): boolean {
  const [head] = members as readonly [Group, ...Group[]];
  if (isOfForm(head) && isOfForm(group) && kindOfForm(head) === kindOfForm(group)) return false;
  if (isOfWrongPets(head) && isOfSuccessCode(group)) return false;
  return !members.every((member) => areOfOtherFields(member, group));
}

const isOfWrongPets = ({ id }: Group) => requirementOf(id).area === 'errors' && requirementOf(id).form === undefined;

/** Whatever its body is: a wrong pet in it is another defect. */
function isOfSuccessCode({ violations: [first] }: Group): boolean {
  const { asked, status = 0 } = first?.reading ?? {};
  const isOther = asked?.operation !== undefined && status !== SUCCESS[asked.operation];
  return isOther && status >= 200 && status < 300 && first?.changed === undefined;
}

function areOfOtherFields({ violations: [one] }: Group, { violations: [other] }: Group): boolean {
  if (one?.changed === undefined || other?.changed === undefined) return false;
  return one.changed !== other.changed && one.changed !== 'id';
}

/** A pet on a page is wrong, and not the page. */
function isOfPets({ violations: [first] }: Group): boolean {
  if (first?.reading.asked.page === undefined) return false;
  const isShown = first.petId !== undefined && first.reading.ids.includes(first.petId);
  return first.changed !== undefined || isShown;
}

const exchangesOf = memoize(
  ({ violations }: Group): ReadonlySet<number> => new Set(violations.map(({ reading }) => reading.number)),
);

/** In front of what lists lack. */
const CAP = 195;

/**
 * Pages that are too short because of their limit: whatever lists lack is missing from these very pages, or from others
 * that end at the same length. Where other pages lack pets as well, the lists have lost them.
 */
function capsIn(groups: readonly Group[]): (group: Group) => boolean {
  const isShort = ({ lacks }: Violation) => lacks !== undefined;
  const sizes = groups.flatMap(({ violations }) => violations).filter(isShort);
  const exchanges = new Set(sizes.map(({ reading }) => reading.number));
  const lengths = new Set(sizes.map(({ reading }) => reading.ids.length));
  const losses = groups.filter(isOfLosses).flatMap(({ violations }) => violations);
  const isOfCap = ({ reading, changed }: Violation) =>
    changed !== undefined ||
    exchanges.has(reading.number) ||
    (lengths.size === 1 && reading.ids.length > 0 && lengths.has(reading.ids.length));
  const areCaps = losses.every(isOfCap);
  return ({ violations }) => areCaps && violations.some(isShort);
}

function isOfLosses({ id }: Group): boolean {
  const { area, pass } = requirementOf(id);
  return area === 'list' && pass?.absentFrom !== undefined;
}

/** The first of them, unless what all of them show makes a later one say most. */
function withHeadline(members: readonly Group[], world: World): Story {
  const [first, ...rest] = members as readonly [Group, ...Group[]];
  const violations = members.filter((group) => !isOfForm(group)).flatMap((group) => group.violations);
  const isCause = (group: Group) =>
    violations.length > 0 && requirementOf(group.id).isCause?.(violations, group.violations, world);
  const headline = rest.find(isCause) ?? first;
  return { headline, others: members.filter((group) => group !== headline) };
}

/** The order of work: nothing works, security, crashes, data lost or changed, then the rest. */
function byUrgency(one: Story, other: Story): number {
  return urgencyOf(one) - urgencyOf(other);
}

function urgencyOf({ headline }: Story): number {
  const { isBasis, area, isOfEffect } = requirementOf(headline.id);
  const [first] = headline.violations as readonly [Violation, ...Violation[]];
  const { status } = first.reading;
  const isLetIn = status >= 200 && status < 300;
  if (isBasis && !isLetIn && headline.culprits.length === 0 && !headline.isIntermittent) return 0;
  if (area === 'auth' && (isLetIn || isOfEffect)) return 1;
  if (status === 0 || status >= 500) return 2;
  return isOfData(first, headline) ? 3 : 4;
}

/** A pet is lost, changed, mixed up with another one, or stored though it was refused. */
function isOfData({ changed, petId, reading }: Violation, { id }: Group): boolean {
  const { isOfEffect, isOfIds, refuses } = requirementOf(id);
  const isLost = petId !== undefined && refuses === undefined && !reading.ids.includes(petId);
  return isOfEffect === true || isOfIds === true || changed !== undefined || isLost;
}
