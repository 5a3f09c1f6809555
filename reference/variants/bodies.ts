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
import { conforming } from './variant.ts';

const FIELDS = ['id', 'name', 'categoryId', 'status'];

const refusedNames = (isRefused: (text: string) => boolean): Alteration =>
  name((given) => (isRefused(given) ? reject('This name is not accepted.') : given));
const refusedCategories = (isRefused: (value: bigint) => boolean): Alteration =>
  category((value) => (isRefused(value) ? reject('There is no such category.') : value));

const isOddName = (given: string) => given.trim() === '' || [...given].length > 255 || /\p{Cc}/u.test(given);

/** Takes a fraction that a double does not show for the integer beside it. */
const rounded = (isRounded: (double: number) => boolean): Alteration =>
  categoryValue((value) => (typeof value === 'number' && isRounded(value) ? BigInt(value) : value));

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
export const bodyVariants: readonly Variant[] = conforming([
  'available-by-default: A pet that is added without a status is available, and the answer says so.',
  status((given) => given ?? 'available'),
  'pending-by-default: A pet that is added without a status is pending, and the answer says so.',
  status((given) => given ?? 'pending'),
  'default-by-category: A pet that is added without a status is pending in an even category, and available in any other.',
  fields((given) => {
    const isEven = typeof given.categoryId === 'bigint' && given.categoryId % 2n === 0n;
    return given.status === undefined ? { ...given, status: isEven ? 'pending' : 'available' } : given;
  }),
  'status-trimmed: White space around a status is cut.',
  statusValue((value) => (typeof value === 'string' ? value.trim() : value)),
  ['null-status-is-none: A status that is null counts as none.', statusValue(instead(null, undefined))],
  'unknown-fields-refused: A field that is not documented is refused with 400.',
  fields((given) =>
    Object.keys(given).every((field) => FIELDS.includes(field)) ? given : reject('There is an unknown field.'),
  ),
  ['empty-names-refused: A name must not be empty.', refusedNames((given) => given === '')],
  ['blank-names-refused: A name must not be blank.', refusedNames((given) => given.trim() === '')],
  ['long-names-refused: A name has at most 255 characters.', refusedNames((given) => [...given].length > 255)],
  ['names-above-64-refused: A name has at most 64 characters.', refusedNames((given) => [...given].length > 64)],
  ['names-above-64-units-refused: A name has at most 64 units of UTF-16.', refusedNames((given) => given.length > 64)],
  ['control-characters-refused: A name must not contain control characters.', refusedNames((s) => /\p{Cc}/u.test(s))],
  'names-as-strict-as-allowed: A name must not be blank, longer than 64 characters or have control characters.',
  refusedNames((s) => isOddName(s) || s.length > 64),
  'odd-names-refused-with-422: A name that is blank, longer than 255 characters or has control characters gets 422.',
  name((s) => (isOddName(s) ? deny(422, 'invalid_pet', 'This name is not accepted.') : s)),
  ['names-trimmed: White space at both ends of a name is cut.', name((given) => given.trim())],
  'one-category-only: A pet can only be added to one category, which is 0.',
  refusedCategories((value) => value !== 0n),
  known([0n]),
  'known-categories-only: A pet can only be added to one of three categories.',
  refusedCategories((value) => value < 1n || value > 3n),
  known([1n, 2n, 3n]),
  ['category-zero-refused: A category of 0 counts as missing.', refusedCategories((value) => value === 0n)],
  ['negative-category-refused: No category is negative.', refusedCategories((value) => value < 0n)],
  'lowest-category-refused: The range is checked on the absolute value, which the lowest int64 does not have.',
  refusedCategories((value) => value === -(2n ** 63n)),
  ['categories-below-one-refused: Categories are positive.', refusedCategories((value) => value < 1n)],
  'tiny-fraction-rounded: A category is tested for a fraction after a double has lost it.',
  rounded((double) => double !== 0 && Number.isSafeInteger(double)),
  'fraction-beyond-doubles-rounded: A category is tested for a fraction as a double, however large it is.',
  rounded((double) => Number.isInteger(double) && Math.abs(double) < 2 ** 63),
  ['underflow-is-zero: A category too small for a double is 0.', rounded((double) => double === 0)],
  'bodies-in-pieces-refused: A body without a length is refused with 411.',
  forSome(isChunked)(bytes(() => deny(411, 'length_required', 'A body needs a length.'))),
  ['any-media-type-accepted: The type of a body is not checked.', () => ({ checkMediaType: () => undefined })],
  ['byte-order-mark-accepted: A byte order mark in front of a body is skipped.', text((s) => s.replace(/^\ufeff/, ''))],
  ['text-behind-the-object-ignored: Reading stops at the end of the object.', withoutRest],
  ['keys-in-any-case: The keys of an object are compared without case.', keysWithoutCase],
  ['json-as-in-go: Reading stops after the object, and key case is ignored.', all(withoutRest, keysWithoutCase)],
  ['json-as-in-python: NaN and Infinity are numbers.', lenient((s) => s.replace(/-?\b(?:NaN|Infinity)\b/g, '0'))],
  'json-with-comments-and-trailing-commas: Comments and commas behind the last member are skipped.',
  lenient((s) => s.replace(/\/\/[^\n"]*|\/\*.*?\*\//gs, ' ').replace(/,(\s*[}\]])/g, '$1')),
  ['json-up-to-its-nul: The text ends at its first NUL, as strings do in C.', lenient((s) => s.replace(/\0.*$/s, ''))],
  'deep-lists-crash: A list nested thousands deep overflows a stack.',
  text((s) => (s.includes('['.repeat(1000)) ? crash() : s)),
]);
