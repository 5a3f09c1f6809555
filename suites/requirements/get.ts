import { isObject } from '../../harness/json/exact-json.ts';
import { SUCCESS } from '../reading/document.ts';
import { petProblem, type Reading, same, show } from '../reading/reading.ts';
import type { Asked } from '../reading/request.ts';
import { isBeyondKnown, madeUpPets } from '../world/existence.ts';
import type { World } from '../world/world.ts';
import { created, error, get, ok, REX } from './example.ts';
import { requirementsOfArea } from './requirement.ts';
import { answeredWith, either, exactly, REFUSED } from './rules/answers.ts';
import { asListed, expectedPet, unchanged } from './rules/pets.ts';
import { every, type Verdict, violates } from './rules/violation.ts';

const withKey = (idKind: Asked['idKind']) => (asked: Asked) => asked.credential === 'right' && asked.idKind === idKind;

/** A pet that exists is found, and as it was created. */
function found(reading: Reading, world: World): Verdict {
  const { asked, json, status, problem, isSuccess, unreadable } = reading;
  const { petId = '' } = asked;
  const expected = expectedPet(reading, world);
  // A pet may still be missing within the window, so a 404 agrees with nothing.
  const mayBeAbsent = expected !== 'found' && status === 404;
  const isExpected = expected === 'found' || expected === 'lags';
  const answer = isExpected && !mayBeAbsent ? flagged(reading, world) : undefined;
  if (!isSuccess || unreadable || (expected === 'unknown' && !isOfId(reading))) return answer;
  if (!isObject(json)) return every(answer, violates(reading, 'a Pet', problem));
  const own = unchanged(reading, world);
  if (petProblem(json) !== undefined || world.creations.has(petId)) return every(answer, own);
  const isThat = same(json.id, BigInt(petId));
  if (!isThat)
    return every(answer, violates(reading, `pet ${petId}`, `pet ${show(json.id)}`, { petId, changed: 'id' }));
  return every(answer, asListed(reading, world), 'agrees');
}

function flagged(reading: Reading, world: World): Verdict {
  const verdict = answeredWith(exactly(SUCCESS.getPet), reading, world);
  const { petId } = reading.asked;
  return Array.isArray(verdict) && petId !== undefined ? verdict.map((flaw) => ({ ...flaw, petId })) : undefined;
}

/** The answer is the pet with the very id that was asked for. */
function isOfId({ json, asked: { petId = '' } }: Reading): boolean {
  return isObject(json) && (same(json.id, BigInt(petId)) || json.id === petId);
}

/** What cannot be read may be a pet of somebody that the run does not know. */
function mayBeSomebodys({ asked: { petId = '' }, text, json, unreadable }: Reading, world: World): boolean {
  return unreadable !== undefined || (json === undefined && text !== '' && !isBeyondKnown(petId, world));
}

/** Whether a service may give this id to a pet; others it may refuse as invalid. */
function isHandedOut(id: bigint): boolean {
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
}

export const getRequirements = requirementsOfArea(
  { area: 'get', level: 'MUST', operation: 'getPet', needs: 'getPet', topics: ['fetches', 'pets'] },
  [
    {
      id: 'get.found',
      namedPets: 'every',
      // No list comes after the last fetches that would show that the pet exists.
      failsAgain: (failed, repeated) => failed.status === 404 && repeated.status === 404,
      cites: ['GET /pets/{petId}, response 200', 'What the service does, operations'],
      statement: 'A pet that exists is answered with 200 and the fields it was created with.',
      example: { given: created(REX), right: get(7, ok(REX)) },
      checked:
        'Compares every fetch of a pet of this run with its creation, and fetches some pets of others. A 404 counts only for pets acknowledged more than the consistency window before; for pets of others, only if they were seen that long before and after.',
      usually:
        'The handler reads from another store, cache or column than creation writes to, or the id has lost digits.',
      about: withKey('int64'),
      check: found,
    },
    {
      id: 'get.unknown',
      refuses: 404,
      cites: ['GET /pets/{petId}, response 404', 'Errors, row 404'],
      statement: 'An id that no pet has is answered with 404.',
      example: { right: get(99, error(404)) },
      checked:
        'Fetches ids that no pet of the run has, of every number of digits, among them those that arithmetic of fewer bits, a modulus or a comparison of text maps to an existing one. For 0, negative ids and those beyond 2^53, a 400 is right as well. A single 200 with the very id asked for may be a pet of somebody; two or more of random ids, or one that a complete list lacks, are made up.',
      usually:
        'A missing row becomes 200 with null or an empty object, a lookup returns a neighbour, or zero, negative and very large ids fail before the lookup.',
      isUsual: ({ status }) => status < 300 || status === 400,
      about: withKey('int64'),
      check: (reading, world) => {
        const { petId = '' } = reading.asked;
        if (expectedPet(reading, world) !== 'unknown' || (reading.isSuccess && mayBeSomebodys(reading, world)))
          return undefined;
        if (reading.isSuccess && isOfId(reading) && !madeUpPets(world).has(petId)) return undefined;
        const allowed = isHandedOut(BigInt(petId)) ? exactly(404) : either(404, 400);
        return answeredWith(allowed, reading, world);
      },
    },
    {
      id: 'get.invalid-id',
      refuses: 'any',
      cites: ['GET /pets/{petId}, parameter petId', 'Errors, Error body'],
      statement:
        'A petId that is not an int64 is refused with a 4xx status other than 401: it never gives a pet and never a 5xx.',
      example: { right: get('abc', error(400)) },
      checked:
        'Fetches path segments that are not an int64, though a loose parser may read an id in them. Any 4xx but 401 is right; a 400 of the HTTP layer to invalid UTF-8 is accepted. Blanks, signs, leading zeros and digits of other scripts are not decided.',
      usually:
        'A lenient parser stops at the first character that is not a digit, the number is cut to 32 or 64 bits, or the text reaches the database and the conversion error is not caught.',
      about: withKey('invalid'),
      check: (reading, world) => {
        const verdict = answeredWith(REFUSED, reading, world);
        const [petId] = reading.ids;
        return Array.isArray(verdict) && petId !== undefined ? verdict.map((flaw) => ({ ...flaw, petId })) : verdict;
      },
    },
  ],
);
