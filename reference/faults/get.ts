import type { Alteration, Fault } from '../change.ts';
import { answer, shown, shownAs, transmitted } from '../combinators/answer.ts';
import { coded, refused, succeeds } from '../combinators/answers.ts';
import { asText } from '../combinators/becomes.ts';
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
export const getFaults: readonly Fault[] = [
  ...faults({ violates: ['get.found'] }, [
    {
      name: 'get-hides-sold',
      story: 'Sold pets are archived and no longer fetched.',
      also: ['history.agrees'],
      change: misses(hasStatus('sold')),
    },
    {
      name: 'get-rounds-category',
      story: 'getPet writes the category through a double.',
      change: fetched(shownAs((pet) => ({ ...pet, categoryId: throughDouble(pet.categoryId) }))),
    },
    {
      name: 'get-composes-name',
      story: 'getPet composes accents.',
      change: fetched(shownAs((pet) => ({ ...pet, name: pet.name.normalize() }))),
    },
    {
      name: 'get-forgets-status',
      story: 'getPet selects every column but the status.',
      also: ['history.agrees'],
      change: fetched(shownAs(({ id, name, categoryId }) => ({ id, name, categoryId }))),
    },
    {
      name: 'get-returns-the-next',
      story: 'The index of the pet in memory is off by one for even ids.',
      also: ['history.agrees'],
      change: found((pet, store) => (pet.id % 2n === 0n ? (store.find(pet.id + 1n) ?? store.find(pet.id - 1n)) : pet)),
    },
    {
      name: 'get-adds-a-status',
      story: 'getPet shows pets without a status as available.',
      also: ['history.agrees'],
      change: fetched(shown((pet) => ({ status: 'available', ...pet }))),
    },
    {
      name: 'unknown-id-cached',
      story: 'A 404 is cached for good, also when the id is given to a new pet later.',
      change: cachedMisses(Number.POSITIVE_INFINITY),
    },
  ]),
  ...faults({ violates: ['get.unknown'] }, [
    {
      name: 'get-by-remainder',
      story: 'Pets are kept by the remainder of 10,000.',
      change: likened((known, id) => known === id % 10_000n),
    },
    {
      name: 'unknown-is-null',
      story: 'A pet that does not exist is a 200 with null.',
      change: unknownAs(200, () => null),
    },
    {
      name: 'unknown-is-gone',
      story: 'An id that does not exist is taken for one that did: 410.',
      also: ['errors.documented-status'],
      change: unknownAs(410, (error) => ({ ...membersOf(error), status: 410 })),
    },
    {
      name: 'unknown-id-of-thirteen-to-eighteen-digits-is-the-last-pet',
      story: 'Long ids are taken for times.',
      change: digits(13, 18),
    },
    {
      name: 'id-sign-ignored',
      story: 'The sign of an id is lost, so minus five is pet five.',
      change: folded((id) => (id < 0n ? -id : id)),
    },
    {
      name: 'id-loses-its-highest-bit',
      story: 'The highest bit of an id is a flag, so 5 - 2^63 is pet 5.',
      change: folded(lowest(63)),
    },
    {
      name: 'large-id-through-double',
      story: 'Ids beyond 2^53 are looked up as doubles, so the id next to a pet is the pet.',
      change: all(idsFrom(2n ** 60n, 1024n), folded(throughDouble)),
    },
    {
      name: 'large-id-is-a-bad-request',
      story: 'An id beyond 32 bits is refused as invalid.',
      also: ['errors.documented-status'],
      change: unknown((id) => (isBeyond32(id) ? deny(400, 'invalid_pet_id', 'petId is too large.') : undefined)),
    },
  ]),
  ...faults({ violates: ['get.unknown', 'errors.no-5xx'] }, [
    {
      name: 'large-unknown-id-crashes',
      story: 'An id beyond 32 bits overflows in the query.',
      change: unknown((id) => (isBeyond32(id) ? crash() : undefined)),
    },
    {
      name: 'next-id-crashes',
      story: 'The id after the last is read beyond the end of the table.',
      change: unknown((id, store) => (store.find(id - 1n) !== undefined ? crash() : undefined)),
    },
  ]),
  ...faults({ violates: ['get.invalid-id'] }, [
    {
      name: 'id-parsed-until-it-breaks',
      story: 'The id is read up to the first character that is not a digit.',
      change: petId((s) => /^-?\d+/.exec(s)?.[0] ?? s),
    },
    {
      name: 'text-id-draws-401',
      story: 'Without a number nobody knows whose pet it is, so the key is refused.',
      change: petId((s) => (/^[a-z]+$/.test(s) ? refuseKey() : s)),
    },
    {
      name: 'id-fraction-cut',
      story: 'An id with a fraction is cut to an integer.',
      change: petId((s) => s.replace(/^(-?\d+)\.\d+$/, '$1')),
    },
    {
      name: 'id-with-an-exponent',
      story: 'The end of the id is not checked, and what is read as a number may have an exponent.',
      change: petId((s) => (/^\d+e\d+$/.test(s) ? String(Number(s)) : s)),
    },
    {
      name: 'id-cut-at-19-digits',
      story: 'Ids have 19 digits, and further ones are not read.',
      change: all(idsFrom(10n ** 18n), cutAt19),
    },
    {
      name: 'id-wraps-in-64-bits',
      story: 'An id beyond int64 wraps around, so 2^64 + 5 is pet 5.',
      change: foldedBeyond((value) => value > 0n),
    },
    {
      name: 'negative-id-wraps-in-64-bits',
      story: 'Ids below int64 wrap: 5 - 2^64 is pet 5.',
      change: foldedBeyond((value) => value < 0n),
    },
  ]),
  ...faults({ violates: ['get.invalid-id', 'errors.no-5xx'] }, [
    {
      name: 'text-id-breaks-the-connection',
      story: 'An id that starts with a letter ends the worker, and its connections with it.',
      change: transmitted((_message, request) => isFetch(request) && /^\/pets\/[a-z]/.test(request.path), {
        kind: 'dropped',
      }),
    },
    {
      name: 'text-id-crashes',
      story: 'The id is parsed as if no client ever sent text.',
      change: petId((s) => (/[a-z]/i.test(s) ? crash() : s)),
    },
    {
      name: 'id-beyond-int64-crashes',
      story: 'An id beyond int64 is an overflow that nobody catches.',
      change: petId((s) => (/^\d{19,}$/.test(s) && BigInt(s) >= 2n ** 63n ? crash() : s)),
    },
    {
      name: 'invalid-utf-8-id-crashes',
      story: 'The bytes of an id are decoded as if they always were UTF-8.',
      change: forSome((request) => isFetch(request) && hasBadEscape(request))(answer(coded('invalid_url'))(crash)),
    },
  ]),
  ...faults({ violates: ['body.content-type'] }, [
    {
      name: 'get-as-text-without-accept',
      story: 'getPet answers a client without Accept as plain text.',
      change: forSome(hasNoAccept)(answer(succeeds('getPet'))(asText)),
    },
  ]),
  ...faults({ violates: ['errors.no-5xx'] }, [
    {
      name: 'superscript-id-crashes',
      story: 'A superscript digit passes for a digit and then cannot be converted.',
      change: forSome(({ path }) => /%C2%B[239]/i.test(path))(petId(crash)),
    },
  ]),
];
