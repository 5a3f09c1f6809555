import { groupBy } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import { requirementsAbout } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import { isPartOf } from './failure-key.ts';
import type { Findings } from './findings.ts';

/* Which values cause a failure: of its request, or of the pets that a read is about. */

/** Values with which some request with the key was answered rightly in every respect: by themselves they cause nothing. */
export function harmlessInputs(findings: readonly Findings[]): ReadonlySet<string> {
  const withKey = findings.filter(({ reading }) => reading.asked.credential === 'right');
  const right = withKey.filter(({ violations, agreed }) => violations.length === 0 && agreed.size > 0);
  const ofValid = inputsOf(withKey.filter(({ reading }) => isValid(reading)));
  const accepted = inputsOf(right.filter(({ reading }) => reading.isSuccess));
  // A refusal shows nothing about what valid requests have, too, such as headers: it may be refused for them.
  const refused = inputsOf(right).filter((value) => !ofValid.includes(value));
  return new Set([...accepted, ...refused]);
}

function isValid({ asked: { sent, page } }: Reading): boolean {
  return sent !== undefined || page?.isExact === true;
}

function inputsOf(findings: readonly Findings[]): readonly string[] {
  return [...new Set(findings.flatMap(({ reading }) => reading.input ?? []))];
}

/** The fields of a pet, and the tables of their values. */
const TABLES: Readonly<Record<string, string>> = { name: 'name', categoryId: 'category', status: 'status' };

/** What some right read of the same requirement was about. */
export function rightlyRead(agreed: readonly Reading[], world: World): ReadonlySet<string> {
  return new Set(agreed.flatMap((reading) => readValues(reading, reading.ids, Object.keys(TABLES), world)));
}

/**
 * What is not the reason that pages are too short: nothing is wrong with a page that is longer than all of them. In a large
 * store all longer pages may be full, and then they show pets of earlier runs.
 */
export function inLongerPages(
  violations: readonly Violation[],
  faultless: readonly Reading[],
  world: World,
): readonly string[] {
  const tooShort = violations.filter(isTooShort);
  if (tooShort.length === 0) return [];
  const longest = Math.max(...tooShort.map(({ reading }) => reading.ids.length));
  const ids = new Set<string>(tooShort.map(({ id }) => id));
  const isAbout = ({ asked }: Reading) => requirementsAbout(asked).some(({ id }) => ids.has(id));
  const longer = faultless.filter((reading) => reading.pets && reading.ids.length > longest && isAbout(reading));
  return [...rightlyRead(longer, world), ...longer.flatMap((page) => statusesOfEarlierPets(page, world))];
}

function isTooShort({ lacks, petId, reading }: Violation): boolean {
  if (!reading.pets) return false;
  return lacks !== undefined || (petId !== undefined && !reading.ids.includes(petId));
}

/** Whether an earlier pet was created with its status, or without any, is not known. */
function statusesOfEarlierPets({ pets = [], ids }: Reading, world: World): readonly string[] {
  const earlier = pets.filter((_, index) => !world.creations.has(ids[index] ?? ''));
  return earlier.flatMap(({ status }) => ['of/status/none', `of/status/${status ?? 'none'}`]);
}

/** What a read is about: its filter, and the values that these pets were created with. */
function readValues(
  { asked: { operation, page } }: Reading,
  ids: readonly string[],
  fields: readonly string[],
  world: World,
): readonly string[] {
  if (operation !== 'listPets' && operation !== 'getPet') return [];
  const filter = page?.filter === undefined ? [] : [`filtered/${page.filter}`];
  const tables = fields.map((field) => TABLES[field]);
  const values = ids.flatMap((id) => {
    const [creation] = world.creations.get(id) ?? [];
    return creation ? createdWith(creation) : [];
  });
  return [...filter, ...values.filter((value) => tables.includes(value.split('/')[0])).map((value) => `of/${value}`)];
}

/** The values of a creation. Each pet is in many lists. */
const createdWith = memoize(({ input = [], asked: { sent } }: Reading): readonly string[] => {
  if (!sent) return [];
  return [...input.filter((value) => /^(name|category)\//.test(value)), `status/${sent.status ?? 'none'}`];
});

interface Suspected {
  readonly violation: Violation;
  /** Everything that it could be. */
  readonly values: readonly string[];
  /** Those that were never answered rightly. */
  readonly suspects: readonly string[];
}

interface Named {
  readonly violation: Violation;
  readonly culprits: readonly string[];
}

/** A combination of more values than this was not narrowed down. */
const NARROWED = 2;

interface CulpritGroup {
  readonly culprits: readonly string[];
  /** Combinations that were not narrowed down: the culprits are what all of them have, and there may be more. */
  readonly areSome?: true;
  readonly violations: readonly Violation[];
}

/** Violations that are the same failure but for their culprits, by these culprits. */
export function byCulprits(
  alike: readonly Violation[],
  harmless: ReadonlySet<string>,
  world: World,
): readonly CulpritGroup[] {
  // Where plain requests fail in the same way, no value of the request is the reason.
  const isPlain = alike.some(({ reading }) => !reading.input?.length && !reading.generated);
  const named = withCulprits(alike.map((violation) => suspectedIn(violation, isPlain, harmless, world)));
  const narrowed = named.filter(({ culprits }) => culprits.length <= NARROWED);
  const groups = [...groupBy(narrowed, ({ culprits }) => culprits.join('\n')).values()].map((own) => ({
    culprits: own[0].culprits,
    violations: own.map(({ violation }) => violation),
  }));
  const [first, ...others] = named.filter(({ culprits }) => culprits.length > NARROWED);
  return first ? [...groups, inCommon(first, others)] : groups;
}

/** What fails in the same way with fewer values is the reason, even if they are harmless in other requests. */
function withCulprits(suspected: readonly Suspected[]): readonly Named[] {
  const fewestFirst = suspected.toSorted(
    (one, other) => one.suspects.length - other.suspects.length || one.values.length - other.values.length,
  );
  const known = new Map<string, readonly string[]>();
  return fewestFirst.map(({ violation, values, suspects }) => {
    const culprits = [...known.values()].find((smaller) => isPartOf(smaller, values)) ?? suspects;
    if (culprits.length > 0) known.set(culprits.join('\n'), culprits);
    return { violation, culprits: culprits.toSorted() };
  });
}

/** Other seeds combine other values: what all of these have in common is the same in each run. */
function inCommon(first: Named, others: readonly Named[]): CulpritGroup {
  const culprits = first.culprits.filter((value) => others.every((other) => other.culprits.includes(value)));
  return { culprits, areSome: true, violations: [first, ...others].map(({ violation }) => violation) };
}

function suspectedIn(violation: Violation, isPlain: boolean, harmless: ReadonlySet<string>, world: World): Suspected {
  const { reading, petId, changed = 'status' } = violation;
  const isSuspect = (value: string) => !harmless.has(value);
  const sent = isPlain ? [] : sentValues(violation);
  const read = readValues(reading, petId === undefined ? [] : [petId], [changed], world).filter(isSuspect);
  const suspects = sent.filter(isSuspect);
  // Where each is harmless by itself, the combination is to blame; of a fetch, the id that it asks for.
  if (suspects.length === 0 && reading.asked.petId === undefined) suspects.push(...sent);
  return { violation, values: [...sent, ...read], suspects: [...suspects, ...read] };
}

/** Which of the ordinary limits show a page of the wrong length depends on how many pets there are. */
function sentValues({ reading }: Violation): readonly string[] {
  const { page } = reading.asked;
  if (page?.isExact && reading.isSuccess) return [];
  if (reading.generated) return classOfId(reading);
  return (reading.input ?? []).toSorted();
}

/** Random ids are other ones in each run: what they have in common is their size. */
function classOfId({ asked: { petId } }: Reading): readonly string[] {
  if (petId === undefined) return [];
  const id = BigInt(petId);
  if (id < 1n) return ['pet-id/below-1'];
  if (id < 2n ** 31n) return ['pet-id/of-32-bits'];
  return [id < 2n ** 53n ? 'pet-id/of-53-bits' : 'pet-id/of-64-bits'];
}
