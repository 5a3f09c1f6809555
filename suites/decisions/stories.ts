import { memoize } from '../../harness/basics/memoize.ts';
import { SUCCESS } from '../reading/document.ts';
import { oddParts } from '../reading/odd-parts.ts';
import { isAccepted } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import type { Failure } from './failures.ts';
import { factsOf, keysOf, type StoryFacts } from './story-keys.ts';

/*
 * A story is what most likely has one cause. It orders what people read, and changes no outcome, no exit code and nothing
 * that the gate does.
 *
 * Failures are taken by the rank of their requirement, and each joins the first story that it shares a key with
 * (story-keys.ts), or most of its pets, or most of its exchanges: in the order of `storyFor`. Otherwise it opens one.
 */

export interface Story {
  readonly headline: Failure;
  readonly others: readonly Failure[];
}

/** A story while failures still join it. */
interface Open {
  readonly members: Failure[];
  /** What members share with others. */
  readonly keys: Set<string>;
  /** What only the headline shares. */
  readonly headlineKeys: ReadonlySet<string>;
  readonly pets: Set<string>;
  readonly exchanges: Set<number>;
}

export function storiesOf(failures: readonly Failure[], world: World): readonly Story[] {
  const wholeForms = exchangesByForm(failures);
  const open: Open[] = [];
  for (const failure of inOrder(failures)) {
    const story = storyFor(factsOf(failure), open, wholeForms);
    if (story) join(story, failure);
    else open.push(opened(failure));
  }
  return open.map(({ members }) => withHeadline(members, world)).toSorted(byUrgency);
}

/** By the rank of their requirement. Of several combinations, the one with the fewest parts that are not plain says most. */
function inOrder(failures: readonly Failure[]): readonly Failure[] {
  const isCap = capsIn(failures);
  const ranked = failures.map((failure) => ({
    failure,
    rank: isCap(failure) ? CAP : rankOf(failure),
    size: Math.min(...failure.violations.map(({ reading }) => oddParts(reading).size)),
    culprits: failure.culprits.length,
  }));
  ranked.sort((one, other) => one.rank - other.rank || one.size - other.size || one.culprits - other.culprits);
  return ranked.map(({ failure }) => failure);
}

function rankOf({ id, violations: [first], culprits }: Failure): number {
  const { rank } = requirementOf(id);
  return typeof rank === 'number' ? rank : rank((first as Violation).reading, culprits);
}

function opened(failure: Failure): Open {
  const { members, headline, offered, pets } = keysOf(factsOf(failure));
  return {
    members: [failure],
    keys: new Set([...members, ...offered]),
    headlineKeys: new Set(headline),
    pets: new Set(pets),
    exchanges: new Set(isOfPets(failure) ? [] : exchangesOf(failure)),
  };
}

function join(story: Open, failure: Failure): void {
  const { members, offered, pets } = keysOf(factsOf(failure));
  const [head] = story.members;
  story.members.push(failure);
  for (const key of [...members, ...offered]) story.keys.add(key);
  for (const pet of pets) story.pets.add(pet);
  // The form of an answer brings no exchanges into a story about something else.
  const isOfStory = !isOfForm(failure) || (head !== undefined && isOfForm(head));
  if (isOfStory && !isOfPets(failure)) for (const number of exchangesOf(failure)) story.exchanges.add(number);
}

/** By the strongest kind of key that any story has. */
function storyFor(facts: StoryFacts, open: readonly Open[], wholeForms: WholeForms): Open | undefined {
  const { members, headline, taken, pets } = keysOf(facts);
  const { failure } = facts;
  return (
    open.find(({ keys }) => members.some((key) => keys.has(key))) ??
    withMost(pets, open, (story) => story.pets) ??
    withExchanges(failure, open, wholeForms) ??
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

/** The exchanges of all failures about one form, such as errors.shape.400 and errors.shape.404. */
type WholeForms = ReadonlyMap<string, ReadonlySet<number>>;

function exchangesByForm(failures: readonly Failure[]): WholeForms {
  const forms = new Map<string, Set<number>>();
  for (const failure of failures.filter(isOfForm)) {
    const all = forms.get(kindOfForm(failure)) ?? new Set();
    for (const number of exchangesOf(failure)) all.add(number);
    forms.set(kindOfForm(failure), all);
  }
  return forms;
}

const isOfForm = ({ id }: Failure) => requirementOf(id).form !== undefined;
const kindOfForm = ({ id }: Failure) => id.replace(/\.(\d+|other)$/, '');

/** The story with most exchanges of a failure; of a form, with all of them. */
function withExchanges(failure: Failure, open: readonly Open[], wholeForms: WholeForms): Open | undefined {
  if (isOfPets(failure)) return undefined;
  const fitting = open.filter(({ members }) => canShareExchanges(members, failure));
  if (!isOfForm(failure)) return withMost(exchangesOf(failure), fitting, ({ exchanges }) => exchanges);
  const all = [...(wholeForms.get(kindOfForm(failure)) ?? [])];
  return fitting.find(({ exchanges }) => all.every((number) => exchanges.has(number)));
}

/** Two fields of one pet are two stories, two forms of one Error are, and so are a wrong pet and a wrong success. */
function canShareExchanges(members: readonly Failure[], failure: Failure): boolean {
  const [head] = members as readonly [Failure, ...Failure[]];
  if (isOfForm(head) && isOfForm(failure) && kindOfForm(head) === kindOfForm(failure)) return false;
  if (isOfHeaders(failure)) return false;
  if (isOfWrongPets(head) && isOfSuccessCode(failure)) return false;
  return !members.every((member) => areOfOtherFields(member, failure));
}

/** Headers that announce something are missing or wrong for a reason of their own, whatever the answer is. */
const isOfHeaders = ({ id }: Failure) =>
  requirementOf(id).area === 'deprecation' && requirementOf(id).form !== undefined;

const isOfWrongPets = ({ id }: Failure) => requirementOf(id).area === 'errors' && requirementOf(id).form === undefined;

/** Whatever its body is: a wrong pet in it is another defect. */
function isOfSuccessCode({ violations: [first] }: Failure): boolean {
  if (!first || first.changed !== undefined || !isAccepted(first.reading)) return false;
  const { asked, status } = first.reading;
  return asked.operation !== undefined && status !== SUCCESS[asked.operation];
}

function areOfOtherFields({ violations: [one] }: Failure, { violations: [other] }: Failure): boolean {
  if (one?.changed === undefined || other?.changed === undefined) return false;
  return one.changed !== other.changed && one.changed !== 'id';
}

/** A pet on a page is wrong, and not the page. */
function isOfPets({ violations: [first] }: Failure): boolean {
  if (first?.reading.asked.page === undefined) return false;
  const isShown = first.petId !== undefined && first.reading.ids.includes(first.petId);
  return first.changed !== undefined || isShown;
}

const exchangesOf = memoize(
  ({ violations }: Failure): ReadonlySet<number> => new Set(violations.map(({ reading }) => reading.number)),
);

/** In front of what lists lack. */
const CAP = 195;

/**
 * Pages that are too short because of their limit: whatever lists lack is missing from these very pages, or from others
 * that end at the same length. Where other pages lack pets as well, the lists have lost them.
 */
function capsIn(failures: readonly Failure[]): (failure: Failure) => boolean {
  const isShort = ({ lacks }: Violation) => lacks !== undefined;
  const sizes = failures.flatMap(({ violations }) => violations).filter(isShort);
  const exchanges = new Set(sizes.map(({ reading }) => reading.number));
  const lengths = new Set(sizes.map(({ reading }) => reading.ids.length));
  const losses = failures.filter(isOfLosses).flatMap(({ violations }) => violations);
  const isOfCap = ({ reading, changed }: Violation) =>
    changed !== undefined ||
    exchanges.has(reading.number) ||
    (lengths.size === 1 && reading.ids.length > 0 && lengths.has(reading.ids.length));
  const areCaps = losses.every(isOfCap);
  return ({ violations }) => areCaps && violations.some(isShort);
}

function isOfLosses({ id }: Failure): boolean {
  const { area, pass } = requirementOf(id);
  return area === 'list' && pass?.absentFrom !== undefined;
}

/** The first of them, unless what all of them show makes a later one say most. */
function withHeadline(members: readonly Failure[], world: World): Story {
  const [first, ...rest] = members as readonly [Failure, ...Failure[]];
  const violations = members.filter((failure) => !isOfForm(failure)).flatMap((failure) => failure.violations);
  const isCause = (failure: Failure) =>
    violations.length > 0 && requirementOf(failure.id).isCause?.(violations, failure.violations, world);
  const headline = rest.find(isCause) ?? first;
  return { headline, others: members.filter((failure) => failure !== headline) };
}

/** The order of work: nothing works, security, crashes, data lost or changed, then the rest. */
function byUrgency(one: Story, other: Story): number {
  return urgencyOf(one) - urgencyOf(other);
}

function urgencyOf({ headline }: Story): number {
  const { isBasis, area, isOfEffect } = requirementOf(headline.id);
  const [first] = headline.violations as readonly [Violation, ...Violation[]];
  const { status } = first.reading;
  if (first.reading.processEnd) return -1;
  const isLetIn = isAccepted(first.reading);
  if (isBasis && !isLetIn && headline.culprits.length === 0 && !headline.isIntermittent) return 0;
  if (area === 'auth' && (isLetIn || isOfEffect)) return 1;
  if (status === 0 || status >= 500) return 2;
  return isOfData(first, headline) ? 3 : 4;
}

/** A pet is lost, changed, mixed up with another one, or stored though it was refused. */
function isOfData({ changed, petId, reading }: Violation, { id }: Failure): boolean {
  const { isOfEffect, isOfIds, refuses } = requirementOf(id);
  const isLost = petId !== undefined && refuses === undefined && !reading.ids.includes(petId);
  return isOfEffect === true || isOfIds === true || changed !== undefined || isLost;
}
