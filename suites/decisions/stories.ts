import { SUCCESS } from '../reading/document.ts';
import { isAccepted, isOfGateway } from '../reading/reading.ts';
import { requirementOf } from '../requirements/index.ts';
import { ORDER_OF_WORK } from '../requirements/order-of-work.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { Failure } from './failures.ts';
import { factsOf, petsOf, STORY_RULES } from './story-rules.ts';

/*
 * A story is what most likely has one cause. It orders what people read, and changes no outcome, no exit code and nothing
 * that the gate does.
 *
 * Failures are taken in the order of work. Each joins the first story that has one of its keys (story-rules.ts), or else
 * the one that has most of what shows it, at least half. Otherwise it opens a story, in which it says most.
 */

/** Failures in the order of work. */
export type Story = readonly [Failure, ...Failure[]];

/** A story while failures still join it. */
interface Open {
  readonly members: [Failure, ...Failure[]];
  readonly keys: Set<string>;
  /** What shows its failures. */
  readonly shown: Set<string>;
}

export function storiesOf(failures: readonly Failure[]): readonly Story[] {
  const keysOf = keysIn(failures);
  const open: Open[] = [];
  for (const failure of failures.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const keys = keysOf(failure);
    const known = open.find((story) => keys.some((key) => story.keys.has(key))) ?? withHalf(failure, open);
    const story: Open = known ?? { members: [failure], keys: new Set(), shown: new Set() };
    if (known) known.members.push(failure);
    else open.push(story);
    for (const key of keys) story.keys.add(key);
    for (const violation of failure.violations) for (const sight of sightsOf(violation)) story.shown.add(sight);
  }
  return open.map(({ members }) => members);
}

const PLACES = new Map<string, number>(ORDER_OF_WORK.map((id, place) => [id, place]));

/** What ends the server, or answers in its place, says most about every request that it meets. */
function placeOf({ id, violations }: Failure): number {
  const isAway = violations.some(({ reading }) => reading.processEnd !== undefined || isOfGateway(reading));
  return isAway && requirementOf(id).isOfCrash ? -1 : (PLACES.get(id) ?? PLACES.size);
}

/** The keys of a failure by all rules; a rule says nothing where no failure makes it true. */
function keysIn(failures: readonly Failure[]): (failure: Failure) => readonly string[] {
  const facts = new Map(failures.map((failure) => [failure, factsOf(failure)]));
  const made = STORY_RULES.map(({ keys, madeBy }) => {
    const makers = madeBy && [...facts.values()].filter(madeBy);
    return makers && new Set(makers.flatMap(keys));
  });
  return (failure) =>
    STORY_RULES.flatMap(({ keys }, at) =>
      keys(facts.get(failure) ?? factsOf(failure)).filter((key) => made[at]?.has(key) ?? true),
    );
}

/** The story that has most of what shows a failure, and at least half of it. Headers are wrong whatever the answer is. */
function withHalf({ id, violations }: Failure, open: readonly Open[]): Open | undefined {
  const { form, area } = requirementOf(id);
  if (form && area !== 'errors') return undefined;
  const partOf = ({ shown }: Open) => violations.filter((violation) => isAmong(shown, violation)).length;
  const counted = open.map((story) => ({ story, part: partOf(story) }));
  const [most] = counted.toSorted((one, other) => other.part - one.part);
  return most && most.part * 2 >= violations.length ? most.story : undefined;
}

/** Two fields of one pet are two things; what is not about a field goes with any. */
function isAmong(shown: ReadonlySet<string>, violation: Violation): boolean {
  const { changed } = violation;
  return thingsOf(violation).some((thing) =>
    changed === undefined ? shown.has(thing) : shown.has(`${thing} as a whole`) || shown.has(`${thing} ${changed}`),
  );
}

function sightsOf(violation: Violation): readonly string[] {
  const things = [...thingsOf(violation), ...(isOfStatus(violation) ? [`exchange ${violation.reading.number}`] : [])];
  return things.flatMap((thing) => [thing, `${thing} ${violation.changed ?? 'as a whole'}`]);
}

/** A creation that succeeds with another status than the documented one is wrong whatever its pet is. */
function isOfStatus({ id, reading, changed }: Violation): boolean {
  const { asked, status } = reading;
  const isOther = asked.operation !== undefined && isAccepted(reading) && status !== SUCCESS[asked.operation];
  return isOther && requirementOf(id).accepts === true && changed === undefined;
}

/** What shows a violation: its exchange and its pets, or only these if they are on a page. */
function thingsOf(violation: Violation): readonly string[] {
  const { reading } = violation;
  if (isOfStatus(violation)) return [`status of exchange ${reading.number}`];
  const pets = petsOf(violation).map((id) => `pet ${id} ${reading.ids.includes(id) ? 'shown' : 'absent'}`);
  return reading.asked.page && pets.length > 0 ? pets : [`exchange ${reading.number}`, ...pets];
}
