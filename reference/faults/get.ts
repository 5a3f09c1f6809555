import type { Alteration, Fault } from '../change.ts';
import { answer, shown, shownAs, transmitted } from '../combinators/answer.ts';
import { coded, refused, succeeds } from '../combinators/answers.ts';
import { asText, withContent } from '../combinators/becomes.ts';
import { all, forSome, type Which } from '../combinators/compose.ts';
import { idsFrom } from '../combinators/create.ts';
import { crash, deny, refuseKey } from '../combinators/failures.ts';
import { cachedMisses, folded, found, petId, unknown } from '../combinators/get.ts';
import { hasNoAccept, isFetch } from '../combinators/requests.ts';
import { hasStatus, throughDouble } from '../combinators/values.ts';
import { isInt64 } from '../int64.ts';
import { type Json, membersOf } from '../json/value.ts';
import type { Pet } from '../model.ts';
import type { Store } from '../store.ts';
import { faults } from './fault.ts';

const OLD_PETS = 15;

const fetched = (alteration: Alteration) => forSome(isFetch)(alteration);
const misses = (isMissed: (pet: Pet) => boolean) => found((pet) => (isMissed(pet) ? undefined : pet));

/** A pet that does not exist gets another status, with another body. */
const unknownAs = (status: number, content: (error: Json) => Json): Alteration =>
  answer(refused(404, 'getPet'))((given) => ({ ...given, status, content: content(given.content) }));

const lastOf = (store: Store) => store.all().at(-1);
/** Ids that do not exist and have this many digits get a pet that was stored last. */
const digits = (fewest: number, most: number): Alteration =>
  unknown((id, store) => (`${id}`.length >= fewest && `${id}`.length <= most && id > 0n ? lastOf(store) : undefined));

/** A number beyond int64 is folded into it. */
const foldedBeyond = (isFolded: (value: bigint) => boolean): Alteration =>
  petId((text) => {
    const value = /^-?\d{1,30}$/.test(text) ? BigInt(text) : 0n;
    return !isInt64(value) && isFolded(value) ? `${BigInt.asIntN(64, value)}` : text;
  });

const lowest = (bits: number) => (id: bigint) => BigInt.asUintN(bits, id);
const cutAt19 = petId((text) => text.replace(/^(\d{19})\d+$/, '$1'));
const hasBadEscape: Which = ({ path }) => /%[89a-f]/i.test(path);
const isBeyond32 = (id: bigint) => BigInt.asIntN(32, id) !== id;

/** A pet whose id has a remainder, or a text, in common with the one that was asked for. */
const likened = (isAlike: (known: bigint, asked: bigint) => boolean): Alteration =>
  unknown((id, store) => (id > 0n ? store.all().find((pet) => isAlike(pet.id, id)) : undefined));

/** Fetches of one pet. */
export const getFaults: readonly Fault[] = faults([
  'violates get.found',
  ['get-misses-every-third: One of three shards is missing in the routing table.', misses(({ id }) => id % 3n === 0n)],
  'get-misses-ids-beyond-a-byte: Ids are objects and compared by identity, and only the small ones are shared.',
  misses(({ id }) => id > 127n),
  { pets: 120 },
  ['get-misses-pets-without-status: An inner join loses pets without a status.', misses(hasStatus(undefined))],
  ['get-hides-sold: Sold pets are archived and no longer fetched.', misses(hasStatus('sold'))],
  'get-misses-old-pets: Pets from before the migration are listed and cannot be fetched.',
  misses(({ id }) => id <= OLD_PETS),
  { pets: OLD_PETS },
  'get-rounds-category: getPet writes the category through a double.',
  fetched(shownAs((pet) => ({ ...pet, categoryId: throughDouble(pet.categoryId) }))),
  ['get-trims-name: getPet trims the name.', fetched(shownAs((pet) => ({ ...pet, name: pet.name.trim() })))],
  ['get-composes-name: getPet composes accents.', fetched(shownAs((pet) => ({ ...pet, name: pet.name.normalize() })))],
  'get-forgets-status: getPet selects every column but the status.',
  fetched(shownAs(({ id, name, categoryId }) => ({ id, name, categoryId }))),
  'get-returns-the-next: The index of the pet in memory is off by one for even ids.',
  found((pet, store) => (pet.id % 2n === 0n ? (store.find(pet.id + 1n) ?? store.find(pet.id - 1n)) : pet)),
  'get-adds-a-status: getPet shows pets without a status as available.',
  fetched(shown((pet) => ({ status: 'available', ...pet }))),
  'get-answers-a-list: getPet shares its query with listPets and answers a list of one.',
  answer(succeeds('getPet'))(withContent((pet) => [pet])),
  'unknown-id-cached: A 404 is cached for good, also when the id is given to a new pet later.',
  cachedMisses(Number.POSITIVE_INFINITY),
  'violates get.unknown',
  ['get-by-remainder: Pets are kept by the remainder of 10,000.', likened((known, id) => known === id % 10_000n)],
  ['get-by-remainder-of-a-power-of-two: Pets are kept by 20 bits.', likened((known, id) => known === id % 2n ** 20n)],
  'get-by-prefix: Ids are looked up as text, with the first that starts alike.',
  likened((known, id) => `${id}`.startsWith(`${known}`)),
  'get-by-suffix: Ids are compared from their last digit on, as far as the shorter one goes.',
  likened((known, id) => `${id}`.endsWith(`${known}`)),
  ['unknown-is-null: A pet that does not exist is a 200 with null.', unknownAs(200, () => null)],
  'unknown-is-invented: A pet that does not exist is filled in with defaults.',
  unknown((id) => ({ id, name: 'unknown', categoryId: 0n })),
  'unknown-is-gone: An id that does not exist is taken for one that did: 410.',
  unknownAs(410, (error) => ({ ...membersOf(error), status: 410 })),
  ['unknown-is-401: A pet that does not exist belongs to nobody, so the key is refused.', unknown(refuseKey)],
  'unknown-is-the-nearest: The query asks for the first id that is not smaller, and else for the last.',
  unknown((id, store) => store.all().find((pet) => pet.id > id) ?? lastOf(store)),
  'next-id-is-the-last-pet: The upper end of the search is off by one, so the id after the last is the last pet.',
  unknown((id, store) => store.find(id - 1n)),
  ['short-unknown-id-is-the-last-pet: Ids of up to six digits always find a pet.', digits(1, 6)],
  ['unknown-id-of-thirteen-to-eighteen-digits-is-the-last-pet: Long ids are taken for times.', digits(13, 18)],
  'short-unknown-id-is-a-bad-request: An unknown id of up to nine digits is taken for a mistake of the client.',
  unknown((id) => (id > 0n && `${id}`.length <= 9 ? deny(400, 'invalid_pet_id', 'There is no such id.') : undefined)),
  ['id-by-its-last-two-digits: An unknown id is looked up by its last two digits.', folded((id) => id % 100n)],
  'id-by-its-first-digit: The parser of ids stops after one digit where the whole id is unknown.',
  folded((id) => BigInt(`${id}`.replace(/^(-?\d).*/, '$1'))),
  ['id-sign-ignored: The sign of an id is lost, so minus five is pet five.', folded((id) => (id < 0n ? -id : id))],
  ['id-keeps-16-bits: The id in the path is cut to 16 bits, so 2^16 + 5 is pet 5.', folded(lowest(16))],
  ['id-wraps-in-32-bits: The id is cut to 32 bits, so 2^32 + 5 is pet 5.', folded((id) => BigInt.asIntN(32, id))],
  ['id-keeps-53-bits: The id in the path is cut to 53 bits, so 2^53 + 5 is pet 5.', folded(lowest(53))],
  ['id-loses-its-highest-bit: The highest bit of an id is a flag, so 5 - 2^63 is pet 5.', folded(lowest(63))],
  'large-id-through-double: Ids beyond 2^53 are looked up as doubles, so the id next to a pet is the pet.',
  all(idsFrom(2n ** 60n, 1024n), folded(throughDouble)),
  'large-id-is-a-bad-request: An id beyond 32 bits is refused as invalid.',
  unknown((id) => (isBeyond32(id) ? deny(400, 'invalid_pet_id', 'petId is too large.') : undefined)),
  'violates get.unknown, errors.no-5xx',
  'large-unknown-id-crashes: An id beyond 32 bits overflows in the query.',
  unknown((id) => (isBeyond32(id) ? crash() : undefined)),
  'next-id-crashes: The id after the last is read beyond the end of the table.',
  unknown((id, store) => (store.find(id - 1n) !== undefined ? crash() : undefined)),
  'violates get.invalid-id',
  'id-parsed-until-it-breaks: The id is read up to the first character that is not a digit.',
  petId((s) => /^-?\d+/.exec(s)?.[0] ?? s),
  [
    'text-id-draws-401: Without a number nobody knows whose pet it is, so the key is refused.',
    petId((s) => (/^[a-z]+$/.test(s) ? refuseKey() : s)),
  ],
  ['id-fraction-cut: An id with a fraction is cut to an integer.', petId((s) => s.replace(/^(-?\d+)\.\d+$/, '$1'))],
  'id-with-an-exponent: The end of the id is not checked, and what is read as a number may have an exponent.',
  petId((s) => (/^\d+e\d+$/.test(s) ? String(Number(s)) : s)),
  'text-id-is-the-first: An id that is not a number becomes the default of the query: the first pet.',
  forSome(({ path }) => /^\/pets\/[a-z]+$/i.test(path))(() => ({
    readPetId: () => 0n,
    find: (store) => store.all()[0],
  })),
  ['id-cut-at-19-digits: Ids have 19 digits, and further ones are not read.', all(idsFrom(10n ** 18n), cutAt19)],
  ['id-wraps-in-64-bits: An id beyond int64 wraps around, so 2^64 + 5 is pet 5.', foldedBeyond((value) => value > 0n)],
  ['negative-id-wraps-in-64-bits: Ids below int64 wrap: 5 - 2^64 is pet 5.', foldedBeyond((value) => value < 0n)],
  'violates get.invalid-id, errors.no-5xx',
  'text-id-breaks-the-connection: An id that starts with a letter ends the worker, and its connections with it.',
  transmitted((_message, request) => isFetch(request) && /^\/pets\/[a-z]/.test(request.path), { kind: 'dropped' }),
  'invalid-utf-8-id-breaks-the-connection: An id that is not UTF-8 ends the worker, and its connections with it.',
  transmitted(({ status }, request) => isFetch(request) && status === 400 && hasBadEscape(request), {
    kind: 'dropped',
  }),
  ['text-id-crashes: The id is parsed as if no client ever sent text.', petId((s) => (/[a-z]/i.test(s) ? crash() : s))],
  'id-beyond-int64-crashes: An id beyond int64 is an overflow that nobody catches.',
  petId((s) => (/^\d{19,}$/.test(s) && BigInt(s) >= 2n ** 63n ? crash() : s)),
  'invalid-utf-8-id-crashes: The bytes of an id are decoded as if they always were UTF-8.',
  forSome((request) => isFetch(request) && hasBadEscape(request))(answer(coded('invalid_url'))(crash)),
  'violates body.content-type',
  'get-as-text-without-accept: getPet answers a client without Accept as plain text.',
  forSome(hasNoAccept)(answer(succeeds('getPet'))(asText)),
  'violates errors.no-5xx',
  'superscript-id-crashes: A superscript digit passes for a digit and then cannot be converted.',
  forSome(({ path }) => /%C2%B[239]/i.test(path))(petId(crash)),
]);
