import type { Alteration, Fault } from '../change.ts';
import { answer, refusedWith, shown, shownAs } from '../combinators/answer.ts';
import { succeeds } from '../combinators/answers.ts';
import { withText } from '../combinators/becomes.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { category, categoryValue, fields, nameValue, status, statusValue } from '../combinators/create.ts';
import { crash, deny, reject } from '../combinators/failures.ts';
import { asksForJson } from '../combinators/requests.ts';
import { isStatus, isText, lacks, sent } from '../combinators/sent.ts';
import { instead, throughDouble } from '../combinators/values.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../int64.ts';
import { isObject, type Json } from '../json/value.ts';
import { type PetStatus, type Request, STATUSES } from '../model.ts';
import { faults } from './fault.ts';

const isWhole = (value: Json | undefined): value is bigint => typeof value === 'bigint';
const isBeyond32 = (value: bigint) => BigInt.asIntN(32, value) !== value;
const isBeyond53 = (value: bigint) => BigInt.asIntN(54, value) !== value;

/** Takes this value for the category where another was sent. */
const asCategory = (is: (value: Json | undefined) => boolean, other: bigint) =>
  categoryValue((value) => (is(value) ? other : value));

/** Takes some values of the status for none. */
const dropped = (is: (value: Json | undefined) => boolean) => statusValue((value) => (is(value) ? undefined : value));

const lost = status(() => undefined);

const statusStays: Alteration = (rules) => {
  let last: PetStatus | undefined;
  return {
    readStatus: (value, request) => {
      last = rules.readStatus(value, request) ?? last;
      return last;
    },
  };
};

const keysOf = (request: Request) => Object.keys(sent(request));
const isLast: Which = (request) => keysOf(request).at(-1) === 'status';
const isFirst: Which = (request) => keysOf(request)[0] === 'status';
const isBeforeName: Which = (request) => keysOf(request).indexOf('status') < keysOf(request).indexOf('name');

/** What is accepted, altered or refused wrongly in the three fields of a NewPet. */
export const createFieldFaults: readonly Fault[] = faults([
  'violates create.int64',
  ['category-through-double: Numbers are read as doubles, so those beyond 2^53 are rounded.', category(throughDouble)],
  ['category-in-53-bits: A category beyond 2^53 loses the bits above.', category((value) => BigInt.asIntN(54, value))],
  'category-beyond-53-bits-refused: A category that a double cannot represent is refused.',
  category((value) => (value > 0n && isBeyond53(value) ? reject() : value)),
  'highest-category-refused: The upper end of the range is taken to be exclusive.',
  category((value) => (value === INT64_MAX ? reject() : value)),
  'category-in-32-bits: The column of the category is an integer of 32 bits, and the driver wraps.',
  category((value) => BigInt.asIntN(32, value)),
  'category-beyond-32-bits-refused: A category beyond 32 bits is refused as invalid.',
  category((value) => (isBeyond32(value) ? reject() : value)),
  'category-shared-with-its-neighbour: Categories are kept once each, by their value as a double.',
  (rules) => {
    const known = new Map<number, bigint>();
    return category((value) => {
      if (!known.has(Number(value))) known.set(Number(value), value);
      return known.get(Number(value)) ?? value;
    })(rules);
  },
  'violates create.echo',
  'category-loses-zeros: Zeros at the end of a short number are cut and put back wrongly.',
  category((value) => (value > 0n && value < 10_000n && value % 10n === 0n ? (value / 10n) * 9n : value)),
  ['category-zero-becomes-one: A category of 0 counts as not set and becomes 1.', category(instead(0n, 1n))],
  'negative-category-loses-its-sign: The column of the category has no sign.',
  category((value) => (value < 0n && !isBeyond53(value) ? -value : value)),
  'category-2-31-becomes-negative: A category from 2^31 on wraps in 32 bits, unless it is even larger.',
  category((value) => (isBeyond53(value) ? value : BigInt.asIntN(32, value))),
  'violates create.int64, body.pet-shape',
  'category-kept-as-double: Numbers are kept as doubles, so the largest category comes back as 2^63.',
  shownAs((pet) => ({ ...pet, categoryId: BigInt(Number(pet.categoryId)) })),
  'large-category-as-text: A category beyond 2^53 is written as text, so that browsers keep its digits.',
  shown((pet) =>
    isWhole(pet.categoryId) && isBeyond53(pet.categoryId) ? { ...pet, categoryId: `${pet.categoryId}` } : pet,
  ),
  'violates create.missing-field',
  ['name-optional: A pet without a name is called "".', forSome(lacks('name'))(nameValue(() => ''))],
  ['category-optional: Without a category a pet gets 0.', forSome(lacks('categoryId'))(categoryValue(() => 0n))],
  'empty-object-accepted: The validator does not look into an object without a single field.',
  fields((given) => (Object.keys(given).length === 0 ? { name: 'unnamed', categoryId: 0n } : given)),
  'violates create.missing-field, errors.no-5xx',
  'missing-name-crashes: The length of the name is taken before anyone knows that there is one.',
  forSome(lacks('name'))(nameValue(crash)),
  'violates create.missing-field, create.wrong-type, create.out-of-range, create.bad-status, create.bad-body',
  'invalid-pet-is-422: A body that is JSON but not a NewPet gets 422, as the framework likes it.',
  forSome(
    (request) =>
      sent(request).status !== null &&
      ['name', 'categoryId'].every((field) => sent(request)[field] !== undefined || lacks(field)(request)),
  )(refusedWith('invalid_pet', 422)),
  'violates create.wrong-type',
  'name-number-as-text: A name that is a number is turned into text.',
  nameValue((value) => (isWhole(value) ? `${value}` : value)),
  ['name-null-is-empty: A name that is null becomes empty text.', nameValue(instead(null, ''))],
  'name-list-joined: A name that is a list is joined with commas.',
  nameValue((value) => (Array.isArray(value) ? value.join(',') : value)),
  'name-object-as-text: A name that is an object becomes the text of its type.',
  nameValue((value) => (isObject(value) ? '[object Object]' : value)),
  ['name-true-as-text: A name that is true is turned into text.', nameValue(instead(true, 'true'))],
  'name-empty-list-is-empty: A name that is an empty list counts as empty text.',
  nameValue((value) => (Array.isArray(value) && value.length === 0 ? '' : value)),
  'category-object-unwrapped: An object with an id is taken for the category that it names.',
  categoryValue((value) => (isObject(value) && isWhole(value.id) ? value.id : value)),
  'category-text-as-number: A category in quotes is taken for a number.',
  categoryValue((value) => (isText(value) && /^-?\d+$/.test(value) ? BigInt(value) : value)),
  'category-fraction-cut: A category with a fraction loses the fraction.',
  categoryValue((value) =>
    typeof value === 'number' && Math.abs(value) < 2 ** 53 ? BigInt(Math.trunc(value)) : value,
  ),
  'category-negative-fraction-cut: Only a remainder above 0 is found.',
  categoryValue((value) => (typeof value === 'number' && value < 0 ? BigInt(Math.trunc(value)) : value)),
  'category-nearly-an-integer: A difference of less than a thousandth counts as none.',
  categoryValue((value) => (typeof value === 'number' && value % 1 < 0.001 ? BigInt(Math.trunc(value)) : value)),
  'category-with-a-negative-exponent: A number without a point is taken for an integer, and cut.',
  categoryValue((value, { body }) => (/\de-/.test(`${body}`) ? BigInt(Math.trunc(Number(value))) : value)),
  ['category-null-is-zero: A category that is null becomes 0.', categoryValue(instead(null, 0n))],
  ['category-true-is-one: A category that is true becomes 1.', categoryValue(instead(true, 1n))],
  ['category-empty-text-is-zero: An empty text becomes the category 0.', categoryValue(instead('', 0n))],
  'category-empty-list-is-zero: An empty list becomes the category 0.',
  asCategory((value) => Array.isArray(value) && value.length === 0, 0n),
  'category-list-of-one: A list of one number is as good as the number.',
  categoryValue((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  'violates create.wrong-type, errors.no-5xx',
  'category-object-crashes: An object instead of a category is cast to a number and explodes.',
  categoryValue((value) => (isObject(value) ? crash() : value)),
  'violates create.out-of-range',
  'category-wraps: A category beyond int64 wraps around.',
  categoryValue((value) => (isWhole(value) ? BigInt.asIntN(64, value) : value)),
  'category-saturates: A category beyond int64 becomes the nearest int64.',
  categoryValue((value) => (!isWhole(value) || isInt64(value) ? value : value > 0n ? INT64_MAX : INT64_MIN)),
  ['category-one-below-the-range: The lower bound is one too low.', categoryValue(instead(INT64_MIN - 1n, INT64_MIN))],
  ['category-one-above-the-range: The upper bound is one too high.', categoryValue(instead(INT64_MAX + 1n, INT64_MAX))],
  'violates create.out-of-range, errors.no-5xx',
  'category-beyond-int64-crashes: A category beyond int64 is an overflow that nobody catches.',
  categoryValue((value) => (isWhole(value) && !isInt64(value) ? crash() : value)),
  'violates create.invalid',
  'category-long-text-as-number: Text of two digits and more passes for a category.',
  categoryValue((value) => (isText(value) && /^-?\d{2,18}$/.test(value) ? BigInt(value) : value)),
  'category-wraps-once: A category just beyond 2^64 wraps around before the range is checked.',
  categoryValue((value) =>
    isWhole(value) && value > 2n ** 64n + 1n && value < 2n ** 65n ? BigInt.asIntN(64, value) : value,
  ),
  ['name-zero-as-text: A name that is 0 is turned into text.', nameValue(instead(0n, '0'))],
  'violates create.minimal, create.echo',
  [
    'status-of-an-earlier-pet: Bodies are read into one object, where a status stays until another one comes.',
    statusStays,
  ],
  'violates create.with-status',
  ['status-not-stored: The status is checked and then left out of the INSERT.', lost],
  'no-body-with-a-status-for-any-accept: The answer to a creation with a status has no body unless JSON is asked for.',
  forSome((request) => sent(request).status !== undefined && !asksForJson(request))(
    answer(succeeds('createPet'))(withText('application/json', '')),
  ),
  'pending-becomes-available: Every new pet that is not sold starts as available.',
  status((sentStatus) => (sentStatus === 'pending' ? 'available' : sentStatus)),
  'sold-refused: The engineer found that nobody adds a pet that is sold already.',
  statusValue((value) => (value === 'sold' ? reject('A new pet cannot be sold.') : value)),
  'every-status-refused: The status is set by another service, so no client may send one.',
  statusValue((value) => (value === undefined ? value : reject('status is set by the service.'))),
  'status-only-at-the-end: Fields are read by position, and the status is the third and last one.',
  forSome((request) => !isLast(request))(lost),
  ['status-first-ignored: The first field is never taken for a status.', forSome(isFirst)(lost)],
  'status-before-the-name-ignored: Reading starts at the name, and skips what is before it.',
  forSome(isBeforeName)(lost),
  'violates create.bad-status',
  'status-true-is-any: true is loosely equal to the first status in the list.',
  statusValue((value) => (value === true ? 'available' : value)),
  'status-object-dropped: An object instead of a status counts as none.',
  dropped((value) => isObject(value)),
  ['bad-status-dropped: An unknown status is dropped.', dropped((value) => value !== null && !isStatus(value))],
  'status-looked-up-in-an-object: The status is looked up in an object, and so in its prototype.',
  dropped((value) => value === 'constructor'),
  'status-case-ignored: The status is put into small letters before it is checked.',
  statusValue((value) => (isText(value) ? value.toLowerCase() : value)),
  ['status-empty-dropped: An empty status counts as none.', dropped((value) => value === '')],
  'status-by-number: A number is taken for the position of a status in the enumeration.',
  statusValue((value) => (typeof value === 'bigint' ? STATUSES[Number(value)] : value)),
  'status-by-number-as-text: A number in quotes is taken for the position of a status in the enumeration.',
  statusValue((value) => (isText(value) && /^[0-2]$/.test(value) ? STATUSES[Number(value)] : value)),
  'status-list-of-one: A list of one status is as good as the status.',
  statusValue((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  'bad-status-stored: The status is any text to the database, and nobody checks it before.',
  (rules) => ({
    readStatus: (value, request) => (isText(value) ? (value as PetStatus) : rules.readStatus(value, request)),
  }),
  'bad-status-is-409: A status that is not known is taken for a conflict with the enumeration.',
  statusValue((value) =>
    isText(value) && !isStatus(value) ? deny(409, 'unknown_status', 'There is no such status.') : value,
  ),
  'violates create.bad-status, errors.no-5xx',
  'status-object-crashes: An object instead of a status is more than the enumeration can convert.',
  statusValue((value) => (isObject(value) ? crash() : value)),
  'violates create.invalid',
  'long-bad-status-dropped: A status longer than its column is dropped before anyone checks it.',
  dropped((value) => isText(value) && value.length > 20),
  ['status-false-dropped: A status that is false counts as none.', dropped((value) => value === false)],
  'violates body.pet-shape, warns create.null-status',
  'status-null-stored: A status that is null passes the validator as none, and is stored and returned as it is.',
  (rules) => ({
    readStatus: (value, request) =>
      value === null ? (value as unknown as PetStatus) : rules.readStatus(value, request),
  }),
  'warns create.null-status',
  ['status-null-dropped: A status that is null counts as none.', dropped((value) => value === null)],
  ['status-null-is-available: A status that is null becomes the default.', statusValue(instead(null, 'available'))],
  'status-null-is-422: A status that is null is refused with 422.',
  statusValue((value) => (value === null ? deny(422) : value)),
]);
