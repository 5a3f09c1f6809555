import { identityOf } from '../../harness/json/exact-json.ts';
import { LONGEST_NAME, STATUSES } from '../reading/document.ts';
import { isAlone, isPlain } from '../reading/odd-parts.ts';
import { isAccepted, isSameName, type Reading } from '../reading/reading.ts';
import { type Asked, type BodyFlaw, isLarge, isRefusedInPieces } from '../reading/request.ts';
import type { World } from '../world/world.ts';
import { created, error, list, MARKED, made, ok, post, REX, SOLD } from './example.ts';
import type { Place } from './places.ts';
import { requirementsOfArea } from './requirement.ts';
import { answeredWith, exactly } from './rules/answers.ts';
import * as creation from './rules/creations.ts';
import { noEffect } from './rules/effects.ts';
import { every } from './rules/violation.ts';

const withKey = ({ operation, credential }: Asked) => operation === 'createPet' && credential === 'right';

/** Valid bodies, in any form. What a service may refuse or take, it keeps if it takes it. */
const ofPet = (asked: Asked) => withKey(asked) && asked.sent !== undefined;

const INVALID: readonly Place[] = ['POST /pets, response 400', 'Errors, row 400'];

const FLAWS: readonly BodyFlaw[] = ['missing-field', 'wrong-type', 'out-of-range', 'bad-status', 'bad-body'];

/** Bodies that are broken in this way are refused with 400. */
const brokenBy = (flaw: BodyFlaw) => ({
  about: (asked: Asked) => withKey(asked) && asked.body === flaw,
  check: (reading: Reading, world: World) =>
    FLAWS.includes(flaw) && isRefusedCombination(reading) ? undefined : answeredWith(exactly(400), reading, world),
});

/** How a broken body that comes with something else odd is refused is a matter of create.invalid. */
const isRefusedCombination = (reading: Reading) => !isAlone(reading) && !isAccepted(reading) && reading.status !== 400;

const REFUSED_BODIES =
  'It fails when a list or fetch shows a pet with the name or category of a refused creation; what a body without both adds cannot be recognised. It passes when something would have shown it after the consistency window: a short page, a full page with pets of this run from before and after the refusal where all pages are in one order of ids, or fetches of all ids between two such pets. Otherwise inconclusive; unobservable if every page is full.';

const BROKEN = ['broken bodies'] as const;
const VALID = 'valid pets';

const COMMON = { area: 'create', level: 'MUST', operation: 'createPet', topics: ['pets'] } as const;

export const createRequirements = requirementsOfArea(COMMON, [
  {
    id: 'create.minimal',
    accepts: true,
    subject: VALID,
    isBasis: true,
    cites: ['POST /pets, request body', 'POST /pets, response 201', 'NewPet, row name', 'NewPet, row categoryId'],
    statement: 'A body of name and categoryId alone is answered with 201 and a pet with an id and the same two fields.',
    example: { right: post({ name: 'Rex', categoryId: 3 }, made(REX)) },
    checked:
      'Checks every creation with a plain name, an ordinary category and nothing else, which may get a default status, the same for all pets of a category. If no creation is ever accepted, the other createPet requirements are inconclusive. Where the server refuses categories, name known ones in PETSTORE_CATEGORY_IDS.',
    usually:
      'The answer is 200 or has no body, status is required, or the server refuses a category that it does not know.',
    isUsual: ({ status, text }) => status !== 201 || text === '',
    about: (asked) => withKey(asked) && asked.body === 'minimal',
    check: (reading, world) =>
      every(
        creation.accepted('minimal', reading, world),
        creation.kept('name', reading),
        creation.kept('categoryId', reading),
        creation.keptWithoutStatus(reading, world),
      ),
  },
  {
    id: 'create.with-status',
    accepts: true,
    subject: VALID,
    cites: ['States and transitions, rule 1', 'NewPet, row status', 'PetStatus, allowed values'],
    statement: 'A pet created as available, pending or sold is answered with 201 and that same status.',
    example: { right: post({ name: 'Rex', categoryId: 3, status: 'sold' }, made(SOLD)) },
    checked: 'Checks the status in the answer to every creation with a status. It passes when all three were accepted.',
    usually: 'A default replaces the status in the body, or the server insists that new pets are available.',
    about: (asked) => ofPet(asked) && asked.sent?.status !== undefined,
    check: (reading, world) =>
      every(creation.accepted('with-status', reading, world), creation.kept('status', reading)),
    pass: {
      lacks: ({ pets }) => {
        const seen = new Set([...pets.values()].map(({ pet }) => pet.status));
        const missing = STATUSES.filter((status) => !seen.has(status));
        return missing.length > 0 ? `creation with status ${missing.join(' and ')}` : undefined;
      },
    },
  },
  {
    id: 'create.echo',
    accepts: true,
    subject: VALID,
    cites: ['POST /pets, response 201', 'NewPet, row name', 'NewPet, row categoryId'],
    statement: 'Any valid pet comes back from its creation with the very fields that were sent.',
    example: { right: post({ name: 'Zoë 🐈', categoryId: 3 }, made({ ...REX, name: 'Zoë 🐈' })) },
    checked: `Combines names, categories, statuses, spellings of the JSON, framings and headers; a failing combination is reduced to the values that matter. Categories below 1, and names that are empty, blank, longer than ${LONGEST_NAME} characters or have control characters, may be refused, but what is accepted must come back unchanged.`,
    usually:
      'Names are normalised, escaped or cut, or bodies that come in pieces are not read, or decoded piece by piece.',
    about: ofPet,
    check: (reading, world) => {
      const { sent, body } = reading.asked;
      // The fields of a plain body are a matter of create.minimal, whatever headers it comes with.
      if (body === 'minimal') return isPlain(reading) ? undefined : creation.accepted('echo', reading, world);
      const name = isTrimmed(reading) ? undefined : creation.kept('name', reading);
      const category = sent && isLarge(sent.categoryId) ? undefined : creation.kept('categoryId', reading);
      const status = creation.keptWithoutStatus(reading, world);
      return every(creation.accepted('echo', reading, world), name, category, status);
    },
    pass: {
      caveat: ({ readings }) =>
        readings.some(({ request, status }) => isRefusedInPieces(request, status))
          ? 'Bodies in pieces are refused with 411, so only whole bodies were checked.'
          : undefined,
    },
  },
  {
    id: 'create.whitespace',
    accepts: true,
    level: 'SHOULD',
    cites: ['NewPet, row name'],
    statement: 'White space at either end of a name is kept.',
    example: { right: post({ name: ' Rex ', categoryId: 3 }, made({ ...REX, name: ' Rex ' })) },
    checked:
      'Creates pets whose names begin and end with white space, and compares the answer. Trimming is common and does no harm, so it is a warning.',
    usually: 'A form helper or a validation library trims every text.',
    about: (asked) => ofPet(asked) && asked.sent?.name !== asked.sent?.name.trim(),
    check: (reading) => {
      const isKept = creation.kept('name', reading);
      return isKept === 'agrees' || isTrimmed(reading) ? isKept : undefined;
    },
  },
  {
    id: 'create.int64',
    accepts: true,
    subject: VALID,
    needs: 'any-category',
    cites: ['NewPet, row categoryId'],
    statement: 'A categoryId beyond 2^53, up to both ends of int64, comes back digit for digit.',
    example: {
      right: post({ name: 'Rex', categoryId: 2n ** 53n + 1n }, made({ ...REX, categoryId: 2n ** 53n + 1n })),
    },
    checked:
      'Creates pets with categories that a double cannot represent, up to both ends of int64; negative ones may be refused. Skipped with PETSTORE_CATEGORY_IDS; inconclusive if the server accepts only one category.',
    usually: 'JSON numbers are read as doubles, which round above 2^53, or the column is a 32-bit integer.',
    // A large number with a point or an exponent is not decided.
    about: (asked) => ofPet(asked) && asked.body !== 'open' && isLarge(asked.sent?.categoryId ?? 0),
    check: (reading, world) => every(creation.accepted('int64', reading, world), creation.kept('categoryId', reading)),
  },
  {
    id: 'create.id.int64',
    topics: ['pets', 'ids'],
    isOfIds: true,
    everywhere: true,
    cites: ['Pet, row id'],
    statement: 'The id of a created pet is an integer in the range of int64.',
    example: { right: post({ name: 'Rex', categoryId: 3 }, made(REX)) },
    checked: 'Reads the id of every 201 without losing digits.',
    usually: 'Ids are UUIDs or text, are written as strings, or are unsigned and too large.',
    about: withKey,
    check: creation.hasInt64Id,
  },
  {
    id: 'create.id.unique',
    topics: ['pets', 'ids'],
    isOfIds: true,
    everywhere: true,
    cites: ['Pet, row id'],
    statement: 'Every creation gets an id of its own, also for identical bodies and for many creations at once.',
    example: { given: created(REX), right: post({ name: 'Rex', categoryId: 3 }, made({ ...REX, id: 8 })) },
    checked:
      'Compares the ids of all creations, and looks for pets that one creation made twice. The same body is sent several times at once; it passes when at least two of them were accepted. With --concurrency 1 they are sent one after the other, and the report says so.',
    usually:
      'The next id is read and written without a lock, is made from the clock, equal bodies count as one request, or a write is repeated.',
    about: ({ credential }) => credential === 'right',
    check: (reading, world) =>
      reading.asked.operation === 'createPet' ? creation.ownId(reading, world) : creation.madeOnce(reading, world),
    pass: {
      lacks: ({ readings, sameRequest }) => {
        const isMade = ({ asked, isSuccess }: Reading) => asked.operation === 'createPet' && isSuccess;
        const areMade = readings.some((one) => isMade(one) && sameRequest(one).filter(isMade).length > 1);
        return areMade ? undefined : 'second creation with the same body';
      },
    },
  },
  {
    id: 'create.missing-field',
    topics: BROKEN,
    refuses: 400,
    cites: [...INVALID, 'POST /pets, request body'],
    statement: 'A body without name, without categoryId or without both is refused with 400.',
    example: { right: post({ name: 'Rex' }, error(400)) },
    checked: 'Sends bodies that lack one required field or both, with every status.',
    usually: 'A missing field gets the zero value of its type, or the framework answers 422.',
    ...brokenBy('missing-field'),
  },
  {
    id: 'create.wrong-type',
    topics: BROKEN,
    refuses: 400,
    cites: [...INVALID, 'NewPet, row name', 'NewPet, row categoryId'],
    statement: 'A name that is not a string, or a categoryId that is not an integer, is refused with 400.',
    example: { right: post({ name: 'Rex', categoryId: '3' }, error(400)) },
    checked:
      'Replaces one field of a valid body with a value of another type. Fractions that a double cannot distinguish from an integer are not decided.',
    usually:
      'The JSON library converts types, so "1" becomes 1 and 1.5 becomes 1, nothing checks the type, or the framework answers 422.',
    ...brokenBy('wrong-type'),
  },
  {
    id: 'create.out-of-range',
    topics: BROKEN,
    refuses: 400,
    needs: 'any-category',
    cites: [...INVALID, 'NewPet, row categoryId'],
    statement: 'A categoryId outside the range of int64 is refused with 400.',
    example: { right: post({ name: 'Rex', categoryId: 2n ** 63n }, error(400)) },
    checked:
      'Sends integers outside int64 in a body that is valid otherwise. Skipped with PETSTORE_CATEGORY_IDS; inconclusive if the server accepts only one category.',
    usually: 'The number wraps around, is clamped or becomes a double, or the overflow error is not caught.',
    ...brokenBy('out-of-range'),
  },
  {
    id: 'create.bad-status',
    topics: BROKEN,
    refuses: 400,
    subject: 'invalid statuses',
    cites: [...INVALID, 'NewPet, row status', 'PetStatus, allowed values'],
    statement: 'A status that is not exactly available, pending or sold is refused with 400.',
    example: { right: post({ name: 'Rex', categoryId: 3, status: 'lost' }, error(400)) },
    checked: 'Replaces the status of a valid body with values that are not one of the three.',
    usually: 'The value is stored without a check, compared without regard to case, or empty text means absent.',
    ...brokenBy('bad-status'),
  },
  {
    id: 'create.null-status',
    topics: BROKEN,
    refuses: 400,
    subject: 'invalid statuses',
    level: 'SHOULD',
    cites: ['NewPet, row status', 'PetStatus, allowed values'],
    statement: 'null as status is refused with 400.',
    example: { right: post({ name: 'Rex', categoryId: 3, status: null }, error(400)) },
    checked: 'Sends null as the status of a valid body. Many libraries read it as absent, so it is a warning.',
    usually: 'The JSON library reads null as an absent field.',
    ...brokenBy('null-status'),
  },
  {
    id: 'create.bad-body',
    topics: BROKEN,
    refuses: 400,
    subject: 'bodies that are not a JSON object',
    cites: [...INVALID, 'POST /pets, request body'],
    statement:
      'A body that is absent, empty, not an object, or that no parser can read as a NewPet is refused with 400.',
    example: { right: post([], error(400)) },
    checked: 'Sends bodies that are not a JSON object, and text that no parser can read as one.',
    usually:
      'The parser throws outside the error handling and a 500 results, an absent body is read as an empty object, or a list is unpacked.',
    ...brokenBy('bad-body'),
  },
  {
    id: 'create.lenient-body',
    topics: BROKEN,
    refuses: 400,
    subject: 'bodies that are not a JSON object',
    level: 'SHOULD',
    cites: ['POST /pets, request body', 'Standards, RFC 8259 section 9'],
    statement: 'Text that is a NewPet only to lenient parsers is refused with 400.',
    example: { right: post("{'name': 'Rex', 'categoryId': 3}", error(400)) },
    checked:
      'Sends text that is not JSON, or has other keys, in ways that parsers of real stacks accept, as far as the creations of a run allow. RFC 8259 lets a parser accept them, so it is a warning; a crash still fails errors.no-5xx.',
    usually: 'The parser reads a superset of JSON, takes keys in any case, or ignores what follows the first object.',
    ...brokenBy('lenient-body'),
  },
  {
    id: 'create.invalid',
    topics: BROKEN,
    refuses: 400,
    everywhere: true,
    cites: INVALID,
    statement: 'Any pet that is broken in one way is refused with 400.',
    example: { right: post({ name: 'Rex', categoryId: 3.5 }, error(400)) },
    checked:
      'Breaks valid bodies in one way at random, beside corners that the tables of invalid bodies lack, and shrinks a failure to the smallest body.',
    usually: 'The check covers the usual bad values only: a long text or a number of another size is accepted.',
    about: (asked) => withKey(asked) && FLAWS.some((flaw) => flaw === asked.body),
    check: (reading, world) =>
      reading.property === 'create.invalid' || isRefusedCombination(reading)
        ? answeredWith(exactly(400), reading, world)
        : undefined,
  },
  {
    id: 'create.no-effect',
    topics: ['broken bodies', 'open creations', 'last look'],
    cites: ['POST /pets, response 400'],
    statement: 'A createPet that is refused, with whatever status, adds no pet.',
    example: { right: post({ ...MARKED, status: 'lost' }, error(400)), later: [list('', ok([]))] },
    checked: REFUSED_BODIES,
    usually: 'The pet is stored before the last check, and the transaction is not rolled back.',
    everywhere: true,
    isOfEffect: true,
    about: ({ operation }) => operation === 'createPet',
    check: (reading, world) => (reading.status === 401 ? undefined : noEffect(reading, world)),
    pass: { absentFrom: STATUSES },
  },
  {
    id: 'create.client-id',
    topics: ['pets', 'open creations'],
    isOfIds: true,
    cites: ['Pet, row id', 'POST /pets, request body'],
    statement: 'An id sent by the client never replaces or duplicates an existing pet.',
    example: {
      given: created(REX),
      right: post({ id: 7, name: 'Ada', categoryId: 3 }, made({ id: 8, name: 'Ada', categoryId: 3 })),
    },
    checked:
      'Creates a pet with the id of another pet of this run, and one with a free id: 201, or a 4xx other than 401, is right; later creations must not get an id that was taken over. It passes when a later list or fetch shows the first pet unchanged.',
    usually:
      'The body is bound to the stored record and saved with insert-or-update, so a known id overwrites its pet.',
    about: (asked) => withKey(asked) && asked.body === 'client-id',
    check: creation.respectsIds,
    pass: {
      lacks: (world) => {
        const isSeen = world.readings.some(({ asked: { clientId }, answeredAt }) => {
          const { views } = world.timeline(identityOf(clientId ?? ''));
          return views.some(({ sentAt }) => sentAt >= answeredAt);
        });
        return isSeen ? undefined : 'owner of the id after the creation that asked for it';
      },
      // Without getPet, only a list shows the owner.
      absentFrom: [undefined],
    },
  },
]);

/** The name came back without the white space at its ends, and is the same otherwise. */
function isTrimmed({ asked: { sent }, json }: Reading): boolean {
  const { name } = (json ?? {}) as { readonly name?: unknown };
  return sent !== undefined && sent.name !== name && isSameName(sent.name, name);
}
