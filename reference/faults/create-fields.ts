import type { Fault } from '../change.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../int64.ts';
import type { Json } from '../json/value.ts';
import { crash, isText, refuse } from './tools.ts';

/** A fault that puts another value in the place of the category that was sent. */
const takesCategory = (
  name: string,
  story: string,
  requirement: string,
  take: (value: Json | undefined) => Json | undefined,
): Fault => ({
  name,
  story,
  violates: [requirement],
  change: (rules) => ({ readCategoryId: (value) => rules.readCategoryId(take(value)) }),
});

/** A fault that puts another value in the place of the name that was sent. */
const takesName = (
  name: string,
  story: string,
  requirement: string,
  take: (value: Json | undefined) => Json | undefined,
): Fault => ({
  name,
  story,
  violates: [requirement],
  change: (rules) => ({ readName: (value) => rules.readName(take(value)) }),
});

const MISSING = 'create.missing-field';
const TYPE = 'create.wrong-type';
const RANGE = 'create.out-of-range';
const REST = 'create.invalid';
const ECHO = 'create.echo';

/** What is let through, or refused wrongly, in `name` and `categoryId`. */
export const createFieldFaults: readonly Fault[] = [
  takesCategory(
    'category-loses-zeros',
    'Zeros at the end of a short number are cut and put back wrongly.',
    ECHO,
    (value) =>
      typeof value === 'bigint' && value > 0n && value < 10_000n && value % 10n === 0n ? (value / 10n) * 9n : value,
  ),
  takesName('name-optional', 'A pet without a name is called "".', MISSING, (value) =>
    value === undefined ? '' : value,
  ),
  takesCategory('category-optional', 'A pet without a category gets category 0.', MISSING, (value) =>
    value === undefined ? 0n : value,
  ),
  {
    name: 'missing-field-is-422',
    story: 'A required field that is missing gets 422, as the framework likes it.',
    violates: [MISSING],
    change: (rules) => ({
      readName: (value) => rules.readName(value ?? demanded('name', value)),
      readCategoryId: (value) => rules.readCategoryId(value ?? demanded('categoryId', value)),
    }),
  },
  {
    name: 'empty-object-accepted',
    story: 'The validator does not look into an object without a single field.',
    violates: [MISSING],
    change: (rules) => ({
      readFields: (body) => {
        const fields = rules.readFields(body);
        return Object.keys(fields).length === 0 ? { name: 'unnamed', categoryId: 0n } : fields;
      },
    }),
  },
  {
    name: 'missing-name-crashes',
    story: 'The length of the name is taken before anyone knows that there is one.',
    violates: [MISSING, 'errors.no-5xx'],
    change: (rules) => ({ readName: (value) => (value === undefined ? crash() : rules.readName(value)) }),
  },
  {
    name: 'invalid-pet-is-422',
    story: 'Whatever is JSON but no NewPet gets 422, as the framework likes it.',
    violates: [MISSING, TYPE, RANGE, 'create.bad-status', 'create.bad-body'],
    change: (rules) => ({
      refusalStatus: (refusal, request) =>
        refusal.code === 'invalid_pet' ? 422 : rules.refusalStatus(refusal, request),
    }),
  },
  takesName('name-number-as-text', 'A name that is a number is turned into text.', TYPE, (value) =>
    typeof value === 'bigint' ? value.toString() : value,
  ),
  takesName('name-null-is-empty', 'A name that is null becomes empty text.', TYPE, (value) => value ?? asEmpty(value)),
  takesName('name-list-joined', 'A name that is a list is joined with commas.', TYPE, (value) =>
    Array.isArray(value) ? value.join(',') : value,
  ),
  takesCategory('category-text-as-number', 'A category in quotes is taken for a number.', TYPE, (value) =>
    isText(value) && /^-?\d+$/.test(value) ? BigInt(value) : value,
  ),
  takesCategory('category-fraction-cut', 'A category with a fraction loses the fraction.', TYPE, (value) =>
    typeof value === 'number' && Math.abs(value) < 2 ** 53 ? BigInt(Math.trunc(value)) : value,
  ),
  takesCategory('category-null-is-zero', 'A category that is null becomes 0.', TYPE, (value) =>
    value === null ? 0n : value,
  ),
  takesCategory('category-true-is-one', 'A category that is true becomes 1.', TYPE, (value) =>
    value === true ? 1n : value,
  ),
  takesCategory('category-list-of-one', 'A list of one number is as good as the number.', TYPE, (value) =>
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ),
  {
    name: 'category-object-crashes',
    story: 'An object in the place of a category is cast to a number and explodes.',
    violates: [TYPE, 'errors.no-5xx'],
    change: (rules) => ({
      readCategoryId: (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) ? crash() : rules.readCategoryId(value),
    }),
  },
  takesCategory('category-wraps', 'A category beyond int64 wraps around.', RANGE, (value) =>
    typeof value === 'bigint' ? BigInt.asIntN(64, value) : value,
  ),
  takesCategory('category-saturates', 'A category beyond int64 becomes the nearest int64.', RANGE, (value) => {
    if (typeof value !== 'bigint') return value;
    if (isInt64(value)) return value;
    return value > 0n ? INT64_MAX : INT64_MIN;
  }),
  takesCategory('category-one-below-the-range', 'The lower bound of the range is one too low.', RANGE, (value) =>
    value === INT64_MIN - 1n ? INT64_MIN : value,
  ),
  {
    name: 'category-beyond-int64-crashes',
    story: 'A category beyond int64 is an overflow that nobody catches.',
    violates: [RANGE, 'errors.no-5xx'],
    change: (rules) => ({
      readCategoryId: (value) =>
        typeof value === 'bigint' && BigInt.asIntN(64, value) !== value ? crash() : rules.readCategoryId(value),
    }),
  },
  takesCategory('category-long-text-as-number', 'Text of two digits and more passes for a category.', REST, (value) =>
    isText(value) && /^-?\d{2,18}$/.test(value) ? BigInt(value) : value,
  ),
  takesCategory('category-empty-text-is-zero', 'An empty text becomes the category 0.', TYPE, (value) =>
    value === '' ? 0n : value,
  ),
  takesCategory('category-empty-list-is-zero', 'An empty list becomes the category 0.', TYPE, (value) =>
    Array.isArray(value) && value.length === 0 ? 0n : value,
  ),
  takesCategory('category-false-is-zero', 'A category that is false becomes 0.', TYPE, (value) =>
    value === false ? 0n : value,
  ),
  takesCategory(
    'category-wraps-once',
    'A category just beyond 2^64 wraps around before the range is checked.',
    REST,
    (value) =>
      typeof value === 'bigint' && value > 2n ** 64n + 1n && value < 2n ** 65n ? BigInt.asIntN(64, value) : value,
  ),
  takesName('name-zero-as-text', 'A name that is 0 is turned into text.', REST, (value) =>
    value === 0n ? '0' : value,
  ),
];

function demanded(field: string, value: null | undefined): null {
  if (value === undefined) throw refuse(422, 'unprocessable', `${field} is required.`);
  return value;
}

function asEmpty(value: null | undefined): '' | undefined {
  return value === null ? '' : undefined;
}
