import type { Reply } from '../../harness/http/reply.ts';
import { identityOf, type JsonObject, toJson } from '../../harness/json/exact-json.ts';
import { petProblem } from '../../harness/json/schema.ts';
import type { Breach, Invariant, Known, Sighting } from '../../harness/run/invariants.ts';
import { type Pet, petsInWords } from '../../harness/run/pet.ts';
import type { Population } from '../../harness/run/population.ts';
import { describe, show } from '../../harness/verdict/expect-reply.ts';
import type { RequirementId } from '../catalogue.ts';
import { type AskedPage, askedPage, changedField, missingBreach, missingFrom, petsIn } from '../pages.ts';

/** A list that was answered with success, what it was asked for, and the pets on it. */
interface Page extends AskedPage {
  readonly pets: readonly JsonObject[];
}

/** Every rule below asks for the page of the same reply, and nobody for that of an earlier one. */
let last: { readonly reply: WeakRef<Reply>; readonly page: WeakRef<Page> } | undefined;

function pageOf(reply: Reply): Page | undefined {
  if (!isAnsweredList(reply)) return undefined;
  const known = last?.reply.deref() === reply ? last.page.deref() : undefined;
  if (known) return known;
  const pets = petsIn(reply);
  if (!pets) return undefined;
  const page = { ...askedPage(reply), pets };
  last = { reply: new WeakRef(reply), page: new WeakRef(page) };
  return page;
}

function isAnsweredList({ checked, operation, status, credential }: Reply): boolean {
  return checked && operation === 'listPets' && status === 200 && credential === 'right';
}

/** One rule about lists, written in terms of the page. */
function onPages(
  requirement: RequirementId,
  appliesTo: (page: Page) => boolean,
  breachOf: (page: Page, known: Known, reply: Reply) => Breach | undefined,
  reportedBy?: Invariant['reportedBy'],
): Invariant {
  return {
    requirement,
    appliesTo: (reply) => {
      const page = pageOf(reply);
      return page !== undefined && appliesTo(page);
    },
    breachOf: (reply, known) => {
      const page = pageOf(reply);
      return page && breachOf(page, known, reply);
    },
    ...(reportedBy && { reportedBy }),
  };
}

const SIZES: readonly RequirementId[] = [
  'list.limit.default',
  'list.limit.minimum',
  'list.limit.maximum',
  'list.limit.honoured',
  'list.limit.above-maximum',
  'list.limit.below-minimum',
  'list.limit.malformed',
  'list.status.with-limit',
];

const COMPLETENESS = ['list.complete', 'list.status.complete'];

export const pageInvariants: readonly Invariant[] = [
  ...SIZES.map((requirement) =>
    onPages(
      requirement,
      ({ sizedBy }) => sizedBy === requirement,
      (page, known, reply) => tooLong(page) ?? tooShort(page, known, reply),
      (sighting, { failures }) =>
        isTooShort(sighting) ? failures.map(({ id }) => id).filter((id) => COMPLETENESS.includes(id)) : [],
    ),
  ),

  {
    requirement: 'list.ok',
    appliesTo: (reply) => isAnsweredList(reply) && reply.documented,
    breachOf: (reply) => {
      if (reply.json.ok && Array.isArray(reply.json.value) && petsIn(reply)) return undefined;
      const isSpecialCase = petsIn(reply) !== undefined;
      return { expected: 'a JSON array of Pet objects', actual: describe(reply), partial: isSpecialCase };
    },
  },

  onPages(
    'list.status.only',
    ({ status, pets }) => status !== undefined && pets.length > 0,
    ({ status, pets }, { population }) => {
      const other = pets.find((pet) => pet.status !== status && !isKnownInvalid(pet, population));
      if (!other) return undefined;
      return {
        expected: `only pets of status ${status}`,
        actual: `pet ${show(other.id)} with status ${show(other.status)}`,
        facts: { petIds: [identityOf(other.id)] },
      };
    },
  ),

  onPages(
    'list.status.unknown',
    ({ otherStatus }) => otherStatus !== undefined,
    ({ pets }) =>
      pets.length === 0
        ? undefined
        : { expected: 'a 4xx Error, or 200 with no pet', actual: `200 with ${petsInWords(pets.length)}` },
  ),

  onPages(
    'list.status.complete',
    (page) => page.status !== undefined && page.isExact,
    (page, known, reply) => lacksOurs(page, known, reply),
    cappedBy(['list.status.with-limit']),
  ),

  onPages(
    'list.complete',
    () => true,
    (page, known, reply) => changesOurs(page, known) ?? (page.isPlain ? lacksOurs(page, known, reply) : undefined),
    cappedBy(['list.limit.maximum', 'list.limit.default', 'list.limit.honoured']),
  ),

  onPages(
    'list.unique',
    ({ pets }) => pets.length > 1,
    ({ pets }, { population }) => {
      const seen = new Map<string, JsonObject>();
      for (const pet of pets) {
        const identity = identityOf(pet.id);
        const other = seen.get(identity);
        if (other && !isKnownDuplicate(other, pet, population)) {
          return { expected: 'every id once', actual: `${identity} twice`, facts: { petIds: [identity] } };
        }
        seen.set(identity, pet);
      }
      return undefined;
    },
  ),
];

/** Accepted from another run, which reported it. */
function isKnownInvalid(pet: JsonObject, population: Population): boolean {
  return petProblem(pet) !== undefined && population.isOfAnotherRun(pet);
}

/** Two pets that were given the same id in another run; the same pet twice is the fault of this list. */
function isKnownDuplicate(one: JsonObject, other: JsonObject, population: Population): boolean {
  return toJson(one) !== toJson(other) && [one, other].some((pet) => population.isOfAnotherRun(pet));
}

function tooLong({ pets, limit }: Page): Breach | undefined {
  if (pets.length <= limit) return undefined;
  return {
    expected: `at most ${petsInWords(limit)}`,
    actual: petsInWords(pets.length),
    facts: { pageSize: pets.length },
  };
}

function tooShort(page: Page, known: Known, reply: Reply): Breach | undefined {
  const { pets, limit, isExact } = page;
  if (!isExact || pets.length >= limit || settledPets(page, known, reply).length < limit) return undefined;
  return { expected: petsInWords(limit), actual: petsInWords(pets.length), facts: { pageSize: pets.length } };
}

function isTooShort({ reply, breach }: Sighting): boolean {
  return (breach.facts?.pageSize ?? 0) < askedPage(reply).limit;
}

/** A page that always ends at the same size is capped: what it lacks is reported by the limit. */
function cappedBy(sizes: readonly RequirementId[]): NonNullable<Invariant['reportedBy']> {
  return ({ breach }, { sightingsOf }) =>
    sizes.filter((id) =>
      sightingsOf(id).some((other) => isTooShort(other) && other.breach.facts?.pageSize === breach.facts?.pageSize),
    );
}

/** A short page shows everything, so a pet of this run that is not on it is lost. */
function lacksOurs(page: Page, known: Known, reply: Reply): Breach | undefined {
  const { pets, limit, isExact } = page;
  if (!isExact || pets.length >= limit || known.population.count(page.status) >= limit) return undefined;
  const missing = missingFrom(settledPets(page, known, reply), pets);
  return missing && missingBreach(missing, pets.length);
}

function changesOurs({ pets }: Page, { population }: Known): Breach | undefined {
  for (const shown of pets) {
    const own = population.ownPet(shown.id);
    // A pet that is not valid is reported by body.pet-shape.
    const breach = own && petProblem(shown) === undefined ? changedField(own.pet, shown) : undefined;
    if (breach) return breach;
  }
  return undefined;
}

/** Pets of this run that the page must show: created longer ago than reads may lag. */
function settledPets({ status }: Page, { population, windowMs }: Known, { sentAt }: Reply): readonly Pet[] {
  return population.created
    .filter(({ createdAt, pet }) => createdAt + windowMs < sentAt && population.ownPet(pet.id) !== undefined)
    .map(({ pet }) => pet)
    .filter((pet) => status === undefined || pet.status === status);
}
