import { decodeBody } from '../../harness/http/received-body.ts';
import { headerOf, type Reply } from '../../harness/http/reply.ts';
import { identityOf, isInt64, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import { petProblem } from '../../harness/json/schema.ts';
import type { Breach, Invariant } from '../../harness/run/invariants.ts';
import { petOf } from '../../harness/run/pet.ts';
import type { Population } from '../../harness/run/population.ts';
import { describe, same, show } from '../../harness/verdict/expect-reply.ts';
import type { RequirementId } from '../catalogue.ts';
import { instantOf, isStructuredDate } from '../http-dates.ts';
import { changedField } from '../pages.ts';

/** The first and the last instant that are 5 December 2030 somewhere: from UTC+14 to UTC-12. */
const SUNSET_FROM = Date.parse('2030-12-04T10:00:00Z');
const SUNSET_TO = Date.parse('2030-12-06T11:59:59Z');

/** Spellings of an int64 that are only observed. */
const OBSERVED_SPELLING = /^(\+?0*\d+(\.0+)?|-?0+\d+|-?\d+\.0+|0x[\da-f]+)$/i;

/** What getPet was asked for: the segment after /pets/, as it was sent. */
function askedId({ request }: Reply): string {
  return request.path.split('/').at(-1) ?? '';
}

/** Not an int64, in whichever spelling. */
function isInvalid(segment: string): boolean {
  const text = decoded(segment);
  return int64In(text) === undefined && !OBSERVED_SPELLING.test(text);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function int64In(text: string): bigint | undefined {
  if (!/^(-?[1-9]\d*|0)$/.test(text)) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}

function isFetch({ checked, operation, credential }: Reply): boolean {
  return checked && operation === 'getPet' && credential === 'right';
}

/** A pet of this run that had been created when it was asked for. */
function existedBefore(reply: Reply, population: Population): boolean {
  const own = population.ownPet(askedId(reply));
  return own !== undefined && own.createdAt <= reply.sentAt;
}

function bodyOf({ json }: Reply): JsonObject | undefined {
  return json.ok && isObject(json.value) ? json.value : undefined;
}

function isCreation({ checked, operation, status }: Reply): boolean {
  return checked && operation === 'createPet' && status === 201;
}

/** Every Pet in a successful response. */
function petsIn(reply: Reply): readonly JsonObject[] {
  const { checked, operation, status, json } = reply;
  if (!checked || !json.ok || reply.toBeRefused) return [];
  if (operation === 'listPets' && status === 200) return Array.isArray(json.value) ? json.value.filter(isObject) : [];
  const isPet = (operation === 'createPet' && status === 201) || (operation === 'getPet' && status === 200);
  return isPet && isObject(json.value) ? [json.value] : [];
}

export const petInvariants: readonly Invariant[] = [
  {
    requirement: 'get.found',
    appliesTo: (reply, { population }) => isFetch(reply) && existedBefore(reply, population),
    breachOf: (reply, { population, windowMs }) => {
      const own = population.ownPet(askedId(reply));
      if (!own || reply.status >= 500) return undefined;
      if (reply.status !== 200) {
        const mayLag = reply.status === 404 && own.createdAt + windowMs >= reply.sentAt;
        return mayLag ? undefined : { expected: 'status 200', actual: describe(reply) };
      }
      const shown = bodyOf(reply);
      if (!shown) return { expected: 'a Pet', actual: describe(reply) };
      // A pet that is not valid is reported by body.pet-shape.
      return petProblem(shown) === undefined ? changedField(own.pet, shown) : undefined;
    },
  },
  {
    requirement: 'get.unknown',
    appliesTo: (reply, { population }) =>
      isFetch(reply) && int64In(askedId(reply)) !== undefined && population.creationsOf(askedId(reply)).length === 0,
    breachOf: (reply, { population }) => {
      if (reply.status !== 200) return undefined;
      const id = int64In(askedId(reply));
      const shown = bodyOf(reply);
      // Someone else's pet that exists is reported by get.found.
      const isKnown = population.found.some((pet) => same(pet.id, id));
      // An id that is not a number is reported by body.pet-shape.
      if (isKnown || same(shown?.id, id) || shown?.id === String(id)) return undefined;
      return { expected: 'status 404', actual: describe(reply) };
    },
    // An id that another check asked for may be that of somebody's pet.
    reportedBy: ({ reply }, { failures }) =>
      reply.exchange.requirement === 'get.unknown'
        ? []
        : failures.map(({ id }) => id).filter((id) => id === 'get.found'),
  },
  {
    requirement: 'get.invalid-id',
    appliesTo: (reply) => isFetch(reply) && isInvalid(askedId(reply)),
    breachOf: (reply) =>
      reply.status < 300 ? { expected: 'a 4xx Error, never a pet', actual: describe(reply) } : undefined,
  },
  comesBack('create.with-status', 'status'),
  comesBack('create.int64', 'categoryId', isLarge),
  comesBack('create.echo', 'name'),
  comesBack('create.echo', 'categoryId', (value) => !isLarge(value)),
  {
    requirement: 'create.id.int64',
    // A body that is not JSON is reported by body.json.
    appliesTo: (reply) => isCreation(reply) && !reply.toBeRefused && reply.json.ok,
    breachOf: (reply) => {
      const id = bodyOf(reply)?.id;
      return isInt64(id) ? undefined : { expected: 'an id that is an integer in int64', actual: `id ${show(id)}` };
    },
  },
  {
    requirement: 'create.id.unique',
    // What becomes of an id that the client sends is reported by create.client-id.
    appliesTo: (reply) =>
      isCreation(reply) && reply.documented && !reply.toBeRefused && petOf(bodyOf(reply)) !== undefined,
    breachOf: (reply, { population }) => {
      const id = bodyOf(reply)?.id;
      if (population.creationsOf(id).length < 2) return undefined;
      return {
        expected: 'an id of its own for every creation',
        actual: `id ${show(id)} twice`,
        facts: { petIds: [identityOf(id)] },
      };
    },
  },
  ...(['create.no-effect', 'auth.no-effect'] as const).map((requirement): Invariant => {
    const status = requirement === 'create.no-effect' ? 400 : 401;
    return {
      requirement,
      appliesTo: (reply) => petsIn(reply).length > 0 && reply.operation !== 'createPet',
      breachOf: (reply, { population }) => {
        for (const pet of petsIn(reply)) {
          const refusal = population.refusalOf(pet.name);
          if (refusal?.status !== status) continue;
          return {
            expected: `nothing added by a creation refused with ${status}`,
            actual: `the pet ${show(pet)}`,
            earlier: refusal,
            facts: { petIds: [identityOf(pet.id)] },
          };
        }
        return undefined;
      },
    };
  }),
  {
    requirement: 'body.pet-shape',
    appliesTo: (reply) => petsIn(reply).length > 0,
    breachOf: (reply, { population }): Breach | undefined => {
      for (const pet of petsIn(reply)) {
        const problem = petProblem(pet);
        // If it is invalid, the run that put it there reported that.
        if (!problem || population.isOfAnotherRun(pet)) continue;
        const facts = { petIds: [identityOf(pet.id)] };
        return { expected: 'a valid Pet', actual: `${problem}: ${show(pet)}`, facts };
      }
      return undefined;
    },
    // What was accepted although it is invalid is reported where it was sent.
    reportedBy: ({ breach }, { population }) =>
      (breach.facts?.petIds ?? []).filter((id) => population.acceptedInvalid.has(id)),
  },
  {
    requirement: 'deprecation.date',
    appliesTo: (reply) => isFetch(reply) && headerOf(reply, 'sunset') !== undefined,
    breachOf: (reply) => {
      const value = headerOf(reply, 'sunset') ?? '';
      const instant = instantOf(value);
      if (instant === undefined) return { expected: 'a Sunset that is an HTTP-date', actual: value };
      const isThatDay = instant >= SUNSET_FROM && instant <= SUNSET_TO;
      return isThatDay ? undefined : { expected: 'a Sunset on 5 December 2030', actual: value };
    },
  },
  {
    requirement: 'deprecation.announced',
    appliesTo: (reply) => isFetch(reply) && reply.status === 200,
    breachOf: (reply) => {
      const deprecation = headerOf(reply, 'deprecation');
      if (!isStructuredDate(deprecation ?? '')) {
        return { expected: 'a Deprecation header such as @1688169599', actual: deprecation ?? 'none' };
      }
      return headerOf(reply, 'sunset') === undefined ? { expected: 'a Sunset header', actual: 'none' } : undefined;
    },
  },
  {
    requirement: 'deprecation.only-there',
    appliesTo: ({ checked, operation }) => checked && (operation === 'listPets' || operation === 'createPet'),
    breachOf: (reply) => {
      const name = ['deprecation', 'sunset'].find((header) => headerOf(reply, header) !== undefined);
      if (name === undefined) return undefined;
      return { expected: `no ${name} header on ${reply.operation}`, actual: headerOf(reply, name) ?? '' };
    },
  },
];

/** Beyond 32 bits, where numbers begin to go wrong. */
function isLarge(value: unknown): boolean {
  return Math.abs(Number(value)) >= 2 ** 31;
}

/** A field of a created pet is the one that was sent. */
function comesBack(
  requirement: RequirementId,
  field: 'name' | 'categoryId' | 'status',
  isMeant: (sent: unknown) => boolean = () => true,
): Invariant {
  const sentIn = ({ request }: Reply) => {
    const { json } = decodeBody(Buffer.from(request.body ?? ''));
    return json.ok && isObject(json.value) ? json.value[field] : undefined;
  };
  return {
    requirement,
    appliesTo: (reply) => {
      if (!isCreation(reply) || !reply.documented || reply.toBeRefused) return false;
      const sent = sentIn(reply);
      // A status that was not sent may get a default.
      return sent !== undefined && isMeant(sent);
    },
    breachOf: (reply) => {
      const shown = bodyOf(reply);
      // A pet that is not valid is reported by body.pet-shape.
      if (!shown || petProblem(shown) !== undefined || same(sentIn(reply), shown[field])) return undefined;
      return { expected: `${field} ${show(sentIn(reply))}`, actual: `${field} ${show(shown[field])}` };
    },
  };
}
