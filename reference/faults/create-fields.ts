import type { Alteration, Fault } from '../change.ts';
import { answer, refusedWith, shown, shownAs } from '../combinators/answer.ts';
import { succeeds } from '../combinators/answers.ts';
import { withText } from '../combinators/becomes.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { category, categoryValue, fields, nameValue, status, statusValue } from '../combinators/create.ts';
import { crash, reject } from '../combinators/failures.ts';
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
const isFirst: Which = (request) => keysOf(request)[0] === 'status';

/** What is accepted, altered or refused wrongly in the three fields of a NewPet. */
export const createFieldFaults: readonly Fault[] = [
  ...faults({ violates: ['create.int64'] }, [
    {
      name: 'category-through-double',
      story: 'Numbers are read as doubles, so those beyond 2^53 are rounded.',
      change: category(throughDouble),
    },
    {
      name: 'highest-category-refused',
      story: 'The upper end of the range is taken to be exclusive.',
      also: ['create.echo'],
      change: category((value) => (value === INT64_MAX ? reject() : value)),
    },
    {
      name: 'category-in-32-bits',
      story: 'The column of the category is an integer of 32 bits, and the driver wraps.',
      also: ['create.echo'],
      change: category((value) => BigInt.asIntN(32, value)),
    },
    {
      name: 'category-beyond-32-bits-refused',
      story: 'A category beyond 32 bits is refused as invalid.',
      also: ['create.echo'],
      change: category((value) => (isBeyond32(value) ? reject() : value)),
    },
    {
      name: 'category-above-two-billion-refused',
      story: 'A category has ten digits at most, and the first is a 1.',
      also: ['create.echo'],
      change: category((value) => (value > 1_999_999_999n ? reject() : value)),
    },
    {
      name: 'category-shared-with-its-neighbour',
      story: 'Categories are kept once each, by their value as a double.',
      change: (rules) => {
        const known = new Map<number, bigint>();
        return category((value) => {
          if (!known.has(Number(value))) known.set(Number(value), value);
          return known.get(Number(value)) ?? value;
        })(rules);
      },
    },
  ]),
  ...faults({ violates: ['create.echo'] }, [
    {
      name: 'category-loses-zeros',
      story: 'Zeros at the end of a short number are cut and put back wrongly.',
      change: category((value) => (value > 0n && value < 10_000n && value % 10n === 0n ? (value / 10n) * 9n : value)),
    },
    {
      name: 'category-zero-becomes-one',
      story: 'A category of 0 counts as not set and becomes 1.',
      change: category(instead(0n, 1n)),
    },
    {
      name: 'negative-category-loses-its-sign',
      story: 'The column of the category has no sign.',
      change: category((value) => (value < 0n && !isBeyond53(value) ? -value : value)),
    },
    {
      name: 'category-2-31-becomes-negative',
      story: 'A category from 2^31 on wraps in 32 bits, unless it is even larger.',
      change: category((value) => (isBeyond53(value) ? value : BigInt.asIntN(32, value))),
    },
  ]),
  ...faults({ violates: ['create.int64', 'body.pet-shape'] }, [
    {
      name: 'category-kept-as-double',
      story: 'Numbers are kept as doubles, so the largest category comes back as 2^63.',
      change: shownAs((pet) => ({ ...pet, categoryId: BigInt(Number(pet.categoryId)) })),
    },
    {
      name: 'large-category-as-text',
      story: 'A category beyond 2^53 is written as text, so that browsers keep its digits.',
      change: shown((pet) =>
        isWhole(pet.categoryId) && isBeyond53(pet.categoryId) ? { ...pet, categoryId: `${pet.categoryId}` } : pet,
      ),
    },
  ]),
  ...faults({ violates: ['create.missing-field'] }, [
    {
      name: 'name-optional',
      story: 'A pet without a name is called "".',
      change: forSome(lacks('name'))(nameValue(() => '')),
    },
    {
      name: 'category-optional',
      story: 'Without a category a pet gets 0.',
      change: forSome(lacks('categoryId'))(categoryValue(() => 0n)),
    },
    {
      name: 'empty-object-accepted',
      story: 'The validator does not look into an object without a single field.',
      change: fields((given) => (Object.keys(given).length === 0 ? { name: 'unnamed', categoryId: 0n } : given)),
    },
  ]),
  ...faults({ violates: ['create.missing-field', 'errors.no-5xx'] }, [
    {
      name: 'missing-name-crashes',
      story: 'The length of the name is taken before anyone knows that there is one.',
      also: ['create.invalid'],
      change: forSome(lacks('name'))(nameValue(crash)),
    },
  ]),
  ...faults(
    {
      violates: [
        'create.missing-field',
        'create.wrong-type',
        'create.out-of-range',
        'create.bad-status',
        'create.bad-body',
      ],
    },
    [
      {
        name: 'invalid-pet-is-422',
        story: 'A body that is JSON but not a NewPet gets 422, as the framework likes it.',
        also: ['create.invalid'],
        change: forSome(
          (request) =>
            sent(request).status !== null &&
            ['name', 'categoryId'].every((field) => sent(request)[field] !== undefined || lacks(field)(request)),
        )(refusedWith('invalid_pet', 422)),
      },
    ],
  ),
  ...faults({ violates: ['create.wrong-type'] }, [
    {
      name: 'name-number-as-text',
      story: 'A name that is a number is turned into text.',
      also: ['create.invalid'],
      change: nameValue((value) => (isWhole(value) ? `${value}` : value)),
    },
    {
      name: 'name-null-is-empty',
      story: 'A name that is null becomes empty text.',
      change: nameValue(instead(null, '')),
    },
    {
      name: 'name-object-as-text',
      story: 'A name that is an object becomes the text of its type.',
      change: nameValue((value) => (isObject(value) ? '[object Object]' : value)),
    },
    {
      name: 'name-true-as-text',
      story: 'A name that is true is turned into text.',
      change: nameValue(instead(true, 'true')),
    },
    {
      name: 'name-empty-list-is-empty',
      story: 'A name that is an empty list counts as empty text.',
      change: nameValue((value) => (Array.isArray(value) && value.length === 0 ? '' : value)),
    },
    {
      name: 'category-text-as-number',
      story: 'A category in quotes is taken for a number.',
      also: ['create.invalid'],
      change: categoryValue((value) => (isText(value) && /^-?\d+$/.test(value) ? BigInt(value) : value)),
    },
    {
      name: 'category-fraction-cut',
      story: 'A category with a fraction loses the fraction.',
      change: categoryValue((value) =>
        typeof value === 'number' && Math.abs(value) < 2 ** 53 ? BigInt(Math.trunc(value)) : value,
      ),
    },
    {
      name: 'category-negative-fraction-cut',
      story: 'Only a remainder above 0 is found.',
      change: categoryValue((value) => (typeof value === 'number' && value < 0 ? BigInt(Math.trunc(value)) : value)),
    },
    {
      name: 'category-with-a-negative-exponent',
      story: 'A number without a point is taken for an integer, and cut.',
      change: categoryValue((value, { body }) => (/\de-/.test(`${body}`) ? BigInt(Math.trunc(Number(value))) : value)),
    },
    {
      name: 'category-null-is-zero',
      story: 'A category that is null becomes 0.',
      change: categoryValue(instead(null, 0n)),
    },
    {
      name: 'category-true-is-one',
      story: 'A category that is true becomes 1.',
      change: categoryValue(instead(true, 1n)),
    },
    {
      name: 'category-empty-text-is-zero',
      story: 'An empty text becomes the category 0.',
      change: categoryValue(instead('', 0n)),
    },
    {
      name: 'category-empty-list-is-zero',
      story: 'An empty list becomes the category 0.',
      change: asCategory((value) => Array.isArray(value) && value.length === 0, 0n),
    },
    {
      name: 'category-list-of-one',
      story: 'A list of one number is as good as the number.',
      change: categoryValue((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
    },
  ]),
  ...faults({ violates: ['create.wrong-type', 'errors.no-5xx'] }, [
    {
      name: 'category-object-crashes',
      story: 'An object instead of a category is cast to a number and explodes.',
      also: ['create.invalid'],
      change: categoryValue((value) => (isObject(value) ? crash() : value)),
    },
  ]),
  ...faults({ violates: ['create.out-of-range'] }, [
    {
      name: 'category-wraps',
      story: 'A category beyond int64 wraps around.',
      also: ['create.invalid'],
      change: categoryValue((value) => (isWhole(value) ? BigInt.asIntN(64, value) : value)),
    },
    {
      name: 'category-one-below-the-range',
      story: 'The lower bound is one too low.',
      change: categoryValue(instead(INT64_MIN - 1n, INT64_MIN)),
    },
    {
      name: 'category-one-above-the-range',
      story: 'The upper bound is one too high.',
      change: categoryValue(instead(INT64_MAX + 1n, INT64_MAX)),
    },
  ]),
  ...faults({ violates: ['create.out-of-range', 'errors.no-5xx'] }, [
    {
      name: 'category-beyond-int64-crashes',
      story: 'A category beyond int64 is an overflow that nobody catches.',
      also: ['create.invalid'],
      change: categoryValue((value) => (isWhole(value) && !isInt64(value) ? crash() : value)),
    },
  ]),
  ...faults({ violates: ['create.invalid'] }, [
    {
      name: 'category-long-text-as-number',
      story: 'Text of two digits and more passes for a category.',
      violates: ['create.invalid', 'create.wrong-type'],
      anyOf: true,
      change: categoryValue((value) => (isText(value) && /^-?\d{2,18}$/.test(value) ? BigInt(value) : value)),
    },
    {
      name: 'category-wraps-once',
      story: 'A category just beyond 2^64 wraps around before the range is checked.',
      violates: ['create.invalid', 'create.out-of-range'],
      anyOf: true,
      change: categoryValue((value) =>
        isWhole(value) && value > 2n ** 64n + 1n && value < 2n ** 65n ? BigInt.asIntN(64, value) : value,
      ),
    },
    {
      name: 'name-zero-as-text',
      story: 'A name that is 0 is turned into text.',
      violates: ['create.invalid', 'create.wrong-type'],
      anyOf: true,
      change: nameValue(instead(0n, '0')),
    },
  ]),
  ...faults({ violates: ['create.minimal'] }, [
    {
      name: 'status-of-an-earlier-pet',
      story: 'Bodies are read into one object, where a status stays until another one comes.',
      also: ['create.echo'],
      change: statusStays,
    },
  ]),
  ...faults({ violates: ['create.echo'] }, [
    {
      name: 'no-body-with-a-status-for-any-accept',
      story: 'The answer to a creation with a status has no body unless JSON is asked for.',
      change: forSome((request) => sent(request).status !== undefined && !asksForJson(request))(
        answer(succeeds('createPet'))(withText('application/json', '')),
      ),
    },
  ]),
  ...faults({ violates: ['create.with-status'] }, [
    {
      name: 'status-not-stored',
      story: 'The status is checked and then left out of the INSERT.',
      also: ['history.agrees'],
      change: lost,
    },
    {
      name: 'pending-becomes-available',
      story: 'Every new pet that is not sold starts as available.',
      change: status((sentStatus) => (sentStatus === 'pending' ? 'available' : sentStatus)),
    },
    {
      name: 'every-status-refused',
      story: 'The status is set by another service, so no client may send one.',
      change: statusValue((value) => (value === undefined ? value : reject('status is set by the service.'))),
    },
    {
      name: 'status-first-ignored',
      story: 'The first field is never taken for a status.',
      change: forSome(isFirst)(lost),
    },
  ]),
  ...faults({ violates: ['create.bad-status'] }, [
    {
      name: 'status-true-is-any',
      story: 'true is loosely equal to the first status in the list.',
      change: statusValue((value) => (value === true ? 'available' : value)),
    },
    {
      name: 'bad-status-dropped',
      story: 'An unknown status is dropped.',
      also: ['create.invalid'],
      change: dropped((value) => value !== null && !isStatus(value)),
    },
    {
      name: 'status-looked-up-in-an-object',
      story: 'The status is looked up in an object, and so in its prototype.',
      change: dropped((value) => value === 'constructor'),
    },
    {
      name: 'status-case-ignored',
      story: 'The status is put into small letters before it is checked.',
      change: statusValue((value) => (isText(value) ? value.toLowerCase() : value)),
    },
    {
      name: 'status-empty-dropped',
      story: 'An empty status counts as none.',
      change: dropped((value) => value === ''),
    },
    {
      name: 'status-by-number',
      story: 'A number is taken for the position of a status in the enumeration.',
      change: statusValue((value) => (typeof value === 'bigint' ? STATUSES[Number(value)] : value)),
    },
    {
      name: 'status-by-number-as-text',
      story: 'A number in quotes is taken for the position of a status in the enumeration.',
      change: statusValue((value) => (isText(value) && /^[0-2]$/.test(value) ? STATUSES[Number(value)] : value)),
    },
    {
      name: 'status-list-of-one',
      story: 'A list of one status is as good as the status.',
      change: statusValue((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
    },
    {
      name: 'bad-status-stored',
      story: 'The status is any text to the database, and nobody checks it before.',
      also: ['create.invalid'],
      change: (rules) => ({
        readStatus: (value, request) => (isText(value) ? (value as PetStatus) : rules.readStatus(value, request)),
      }),
    },
  ]),
  ...faults({ violates: ['create.bad-status', 'errors.no-5xx'] }, [
    {
      name: 'status-object-crashes',
      story: 'An object instead of a status is more than the enumeration can convert.',
      also: ['create.invalid'],
      change: statusValue((value) => (isObject(value) ? crash() : value)),
    },
  ]),
  ...faults({ violates: ['create.invalid'] }, [
    {
      name: 'long-bad-status-dropped',
      story: 'A status longer than its column is dropped before anyone checks it.',
      violates: ['create.invalid', 'create.bad-status'],
      anyOf: true,
      change: dropped((value) => isText(value) && value.length > 20),
    },
    {
      name: 'status-false-dropped',
      story: 'A status that is false counts as none.',
      violates: ['create.invalid', 'create.bad-status'],
      anyOf: true,
      change: dropped((value) => value === false),
    },
  ]),
  ...faults({ violates: ['body.pet-shape'], warns: ['create.null-status'] }, [
    {
      name: 'status-null-stored',
      story: 'A status that is null passes the validator as none, and is stored and returned as it is.',
      change: (rules) => ({
        readStatus: (value, request) =>
          value === null ? (value as unknown as PetStatus) : rules.readStatus(value, request),
      }),
    },
  ]),
  ...faults({ warns: ['create.null-status'] }, [
    {
      name: 'status-null-dropped',
      story: 'A status that is null counts as none.',
      change: dropped((value) => value === null),
    },
  ]),
];
