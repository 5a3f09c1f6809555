import type { Alteration, Variant } from '../change.ts';
import { all, forSome } from '../combinators/compose.ts';
import {
  bytes,
  category,
  categoryValue,
  fields,
  lenient,
  name,
  status,
  statusValue,
  text,
} from '../combinators/create.ts';
import { crash, deny, reject } from '../combinators/failures.ts';
import { isChunked } from '../combinators/requests.ts';
import { instead } from '../combinators/values.ts';
import type { Json } from '../json/value.ts';

const FIELDS = ['name', 'categoryId', 'status'];

const refusedNames = (isRefused: (text: string) => boolean): Alteration =>
  name((given) => (isRefused(given) ? reject('This name is not accepted.') : given));
const refusedCategories = (isRefused: (value: bigint) => boolean): Alteration =>
  category((value) => (isRefused(value) ? reject('There is no such category.') : value));

const isOddName = (given: string) => given.trim() === '' || [...given].length > 255 || /\p{Cc}/u.test(given);

/** Takes a fraction that a double does not show for the integer beside it. */
const rounded = (isRounded: (double: number) => boolean): Alteration =>
  categoryValue((value) => (typeof value === 'number' && isRounded(value) ? BigInt(value) : value));

const UNKNOWN = 'Most categories are unknown there.';

/** One of two workers, in turn. */
const everyOther = (alteration: Alteration): Alteration => forSome(({ serial }) => serial % 2 === 0)(alteration);

/** Only these categories are known. */
const known = (categories: readonly bigint[]) => ({
  settings: { 'category-ids': categories.join(',') },
  mayStayOpen: { 'create.int64': 'No category beyond 2^53 is known there.' },
});

const withoutRest = lenient((given) => given.replace(/\}[^}]*$|\}\s*\{.*$/s, '}'));
const keysWithoutCase = fields((given) => {
  const found = Object.entries(given).flatMap(([key, value]): [string, Json][] => {
    const field = FIELDS.find((known) => known.toLowerCase() === key.toLowerCase());
    return field === undefined ? [] : [[field, value]];
  });
  return { ...given, ...Object.fromEntries(found) };
});

/** What the specification leaves open about the bodies that clients send, and habits that harm nobody. */
export const bodyVariants: readonly Variant[] = [
  {
    name: 'available-by-default',
    story: 'A pet that is added without a status is available, and the answer says so.',
    change: status((given) => given ?? 'available'),
  },
  {
    name: 'default-by-category',
    story: 'A pet that is added without a status is pending in an even category, and available in any other.',
    change: fields((given) => {
      const isEven = typeof given.categoryId === 'bigint' && given.categoryId % 2n === 0n;
      return given.status === undefined ? { ...given, status: isEven ? 'pending' : 'available' } : given;
    }),
  },
  {
    name: 'default-of-the-new-version',
    story: 'One of two versions makes a pet without a status available; the other one leaves it as it is.',
    change: everyOther(status((given) => given ?? 'available')),
  },
  {
    name: 'status-trimmed',
    story: 'White space around a status is cut.',
    change: statusValue((value) => (typeof value === 'string' ? value.trim() : value)),
  },
  {
    name: 'null-status-is-none',
    story: 'A status that is null counts as none.',
    change: statusValue(instead(null, undefined)),
  },
  {
    name: 'unknown-fields-refused',
    story: 'A field that is not documented, such as an id, is refused with 400.',
    change: fields((given) =>
      Object.keys(given).every((field) => FIELDS.includes(field)) ? given : reject('There is an unknown field.'),
    ),
  },
  { name: 'empty-names-refused', story: 'A name must not be empty.', change: refusedNames((given) => given === '') },
  {
    name: 'names-above-64-refused',
    story: 'A name has at most 64 characters.',
    change: refusedNames((given) => [...given].length > 64),
  },
  {
    name: 'names-as-strict-as-allowed',
    story: 'A name must not be blank, longer than 64 characters or have control characters.',
    change: refusedNames((s) => isOddName(s) || s.length > 64),
  },
  {
    name: 'odd-names-refused-with-422',
    story: 'A name that is blank, longer than 255 characters or has control characters gets 422.',
    change: name((s) => (isOddName(s) ? deny(422, 'invalid_pet', 'This name is not accepted.') : s)),
  },
  { name: 'names-trimmed', story: 'White space at both ends of a name is cut.', change: name((given) => given.trim()) },
  {
    name: 'one-category-only',
    story: 'A pet can only be added to one category, which is 0.',
    change: refusedCategories((value) => value !== 0n),
    ...known([0n]),
  },
  {
    name: 'known-categories-only',
    story: 'A pet can only be added to one of three categories.',
    change: refusedCategories((value) => value < 1n || value > 3n),
    ...known([1n, 2n, 3n]),
  },
  ...[250n, 1_000n].map((last) => ({
    name: `categories-up-to-${last}`,
    story: `There are ${last} categories, and whoever runs the suite names none of them.`,
    change: refusedCategories((value) => value < 1n || value > last),
    mayStayOpen: { 'create.int64': UNKNOWN, 'create.echo': UNKNOWN, 'create.out-of-range': UNKNOWN },
    exitCode: 4,
  })),
  {
    name: 'category-zero-refused',
    story: 'A category of 0 counts as missing.',
    change: refusedCategories((value) => value === 0n),
  },
  {
    name: 'lowest-category-refused',
    story: 'The range is checked on the absolute value, which the lowest int64 does not have.',
    change: refusedCategories((value) => value === -(2n ** 63n)),
  },
  {
    name: 'categories-below-one-refused',
    story: 'Categories are positive.',
    change: refusedCategories((value) => value < 1n),
  },
  {
    name: 'fraction-beyond-doubles-rounded',
    story: 'A category is tested for a fraction as a double, however large it is.',
    change: rounded((double) => Number.isInteger(double) && Math.abs(double) < 2 ** 63),
  },
  {
    name: 'bodies-in-pieces-refused',
    story: 'A body without a length is refused with 411.',
    change: forSome(isChunked)(bytes(() => deny(411, 'length_required', 'A body needs a length.'))),
  },
  {
    name: 'json-as-in-go',
    story: 'Reading stops after the object, and key case is ignored.',
    change: all(withoutRest, keysWithoutCase),
  },
  {
    name: 'json-as-in-python',
    story: 'NaN and Infinity are numbers.',
    change: lenient((s) => s.replace(/-?\b(?:NaN|Infinity)\b/g, '0')),
  },
  {
    name: 'json-up-to-its-nul',
    story: 'The text ends at its first NUL, as strings do in C.',
    change: lenient((s) => s.replace(/\0.*$/s, '')),
  },
  {
    name: 'deep-lists-crash',
    story: 'A list nested thousands deep overflows a stack.',
    change: text((s) => (s.includes('['.repeat(1000)) ? crash() : s)),
  },
];
