import type { Alteration, Fault } from '../change.ts';
import { all, forSome } from '../combinators/compose.ts';
import { crash, refuseKey } from '../combinators/failures.ts';
import { defaultLimit, limit, limitQuery, list, pageSize } from '../combinators/list.ts';
import { hasFilter, isFilteredList, isPlainList } from '../combinators/requests.ts';
import { neverAnswered } from '../combinators/silence.ts';
import { instead } from '../combinators/values.ts';
import type { Json } from '../json/value.ts';
import { refusal } from '../refusal.ts';
import { faults } from './fault.ts';

const EVERYTHING = Number.POSITIVE_INFINITY;

const plain = (alteration: Alteration) => forSome(isPlainList)(alteration);
/** On plain lists, a limit of this spelling is read in this way. */
const reads = (spelling: RegExp, read: (text: string) => number) => plain(limit(spelling, read));
/** On plain lists, pages are as long as another limit would make them. */
const sized = (actual: (limit: number) => number) => plain(pageSize(actual));
const largeStore = (alteration: Alteration) => forSome(({ stored }) => stored > 100)(plain(alteration));

const refuse = (): never => {
  throw refusal('invalidLimit');
};
const everything = () => EVERYTHING;
/** Neither the minimum nor the default nor the maximum, which have requirements of their own. */
const isOrdinary = (size: number) => size > 1 && size < 100 && size !== 20;
const upTo = (step: number) => (size: number) => (size > 20 ? Math.ceil(size / step) * step : size);
/** Limits that so many bits cannot keep lose the bits above, and nobody checks what is left. */
const foldedAt = (bits: number) => {
  const isBeyond = (text: string) => /^\d{1,20}$/.test(text) && BigInt(text) >= 2n ** BigInt(bits);
  return plain(limit({ test: isBeyond }, (text) => Number(BigInt.asUintN(bits, BigInt(text)))));
};
/** A limit of this spelling gets 200 with something that is not a list. */
const answersWith = (spelling: RegExp, content: Json) =>
  all(
    limit(spelling, () => 0),
    list((_pets, view) => (view.limit === 0 ? content : undefined)),
  );

/** Limits within the documented range. */
export const listLimitFaults: readonly Fault[] = faults([
  'violates list.limit.default',
  ['default-nineteen: The default counts from zero.', plain(defaultLimit(19))],
  ['default-twenty-one: One pet more is read to see if there are more, and shown.', plain(defaultLimit(21))],
  'default-lost-in-large-stores: Beyond a hundred pets another query runs, and that one has no default.',
  largeStore(defaultLimit(100)),
  { pets: 101 },
  'violates list.limit.default, list.status.with-limit',
  ['default-ten: The default of the framework, 10, was never replaced by the documented one.', defaultLimit(10)],
  ['default-the-maximum: Without a limit, the maximum applies.', defaultLimit(100)],
  'violates list.limit.minimum',
  ['limit-one-refused: The minimum is taken to be exclusive.', reads(/^1$/, refuse)],
  ['limit-one-gives-two: A loop runs once more for the smallest page.', sized(instead(1, 2))],
  ['limit-one-is-a-flag: limit=1 is read as "yes, please limit" and gives the default.', reads(/^1$/, () => 20)],
  ['limit-one-gives-none: The last pet of a page is left out where it is the only one.', sized(instead(1, 0))],
  'violates list.limit.maximum',
  ['limit-hundred-refused: The maximum is taken to be exclusive.', reads(/^100$/, refuse)],
  ['limit-hundred-gives-ninety-nine: The largest page is one too short.', sized(instead(100, 99))],
  ['limit-hundred-is-no-limit: The maximum means "everything".', sized(instead(100, EVERYTHING))],
  'violates list.limit.honoured',
  'limit-one-too-many: One pet more is read to see whether there are more, and it is shown too.',
  sized((size) => (isOrdinary(size) ? size + 1 : size)),
  'limit-in-steps: Pages come in the sizes of a selection box: 20, 50, 100.',
  sized((size) => (size <= 20 ? size : size <= 50 ? 50 : 100)),
  ['limit-rounded-up-to-tens: Pages come in steps of ten, and a limit is rounded up.', sized(upTo(10))],
  'limit-above-fifty-refused: A limit above 50 is refused, except the maximum that was tested.',
  reads(/^(?:5[1-9]|[6-9]\d)$/, refuse),
  ['limit-of-one-digit-ignored: Limits of one digit, except 1, are too small to be meant.', reads(/^[2-9]$/, () => 20)],
  'limit-odd-loses-one: Pages are filled from two columns of the same height.',
  sized((size) => (size > 1 ? size - (size % 2) : size)),
  'violates list.limit.honoured, list.limit.maximum, list.status.with-limit',
  ['capped-at-eighty: A page is never longer than 80, whatever the limit is.', pageSize((size) => Math.min(80, size))],
  'violates list.limit.honoured, list.status.with-limit',
  'limits-of-a-menu: Pages have the sizes that the web site offers: up to 20, or from 49 on.',
  pageSize((size) => (size > 21 && size < 49 ? 20 : size)),
  'violates list.status.with-limit',
  'limit-after-status-ignored: Only the first parameter of a query is read for the limit.',
  limitQuery((query) => ([...query.keys()][0] === 'limit' ? query : new Map())),
  'filter-ignores-limit: The filtered query was written without a limit and shows up to a hundred.',
  forSome(isFilteredList)(pageSize(() => 100)),
  'filter-has-no-maximum: The largest page, under a filter, is everything.',
  forSome(isFilteredList)(pageSize(instead(100, EVERYTHING))),
  'filter-gives-ninety-nine-at-most: A filtered page is never longer than 99.',
  forSome(isFilteredList)(pageSize((size) => Math.min(99, size))),
  'filter-one-too-many: Under a filter, one pet more is read and shown.',
  forSome(isFilteredList)(pageSize((size) => (size < 100 ? size + 1 : size))),
  'filter-shows-a-lone-rest: One pet more is read, and shown where it is the last one.',
  forSome(isFilteredList)((rules) => ({
    page: (pets, view, request) => rules.page(pets, pets.length === view.limit + 1 ? { limit: 100 } : view, request),
  })),
  ['filter-default-hundred: The default of 20 applies only without a filter.', forSome(hasFilter)(defaultLimit(100))],
]);

/** Limits outside the documented range, or that are not numbers. */
export const listOddLimitFaults: readonly Fault[] = faults([
  'violates list.limit.above-maximum',
  ['limit-hundred-and-one: The maximum is one too high.', reads(/^101$/, Number)],
  ['limit-without-maximum: The maximum is documented and nowhere enforced.', reads(/^\d{3,19}$/, Number)],
  'limit-beyond-32-bits-is-everything: A limit beyond 32 bits wraps into a negative one: no limit.',
  reads(/^\d{10,19}$/, everything),
  ['limit-folded-at-8-bits: A limit beyond 8 bits is cut to them, without another check.', foldedAt(8)],
  ['limit-folded-at-32-bits: A limit beyond 32 bits is cut to them, unchecked: 2^32 + 150 is 150.', foldedAt(32)],
  'limit-checked-in-32-bits: The range is checked on 32 bits of the limit, and then all of it is used.',
  reads(/^4294967346$/, Number),
  ['limit-folded-at-64-bits: A limit beyond 64 bits is cut to them, unchecked: 2^64 + 150 is 150.', foldedAt(64)],
  'violates list.limit.above-maximum, errors.no-5xx',
  ['limit-beyond-int64-crashes: A limit beyond int64 is an uncaught overflow.', reads(/^\d{20}$/, crash)],
  'violates list.limit.below-minimum',
  ['limit-zero-is-everything: A limit of 0 means none.', reads(/^0$/, everything)],
  [
    'limit-zero-draws-401: What the guard in front refuses, a limit of 0 too, is a missing key.',
    reads(/^0$/, refuseKey),
  ],
  ['limit-zero-is-null: A limit of 0 allocates no list, and 200 comes with null.', answersWith(/^0$/, null)],
  ['limit-negative-is-null: A negative limit allocates no list, and 200 comes with null.', answersWith(/^-\d+$/, null)],
  'limit-negative-from-the-end: A negative limit counts from the end: all pets but the last.',
  limit(/^-1$/, () => -1),
  { pets: 40 },
  'violates list.limit.below-minimum, errors.no-5xx',
  ['limit-negative-crashes: A negative limit is an error of the database that nobody catches.', reads(/^-/, crash)],
  'violates list.limit.malformed',
  [
    'limit-rounded: A fraction is rounded before the range is checked, and not after.',
    reads(/^100\.[5-9]\d*$/, () => 101),
  ],
  ['limit-text-is-everything: A limit that is not a number is compared with nothing.', reads(/^abc$/, everything)],
  ['limit-empty-is-everything: An empty limit is taken for none.', reads(/^$/, everything)],
  ['limit-of-many-digits-is-everything: Thirty digits are infinity to a float.', reads(/^\d{25,}$/, everything)],
  ['limit-in-hexadecimal: A hexadecimal limit is converted after the check.', reads(/^0x[0-9a-f]+$/i, Number)],
  ['limit-with-an-exponent: A limit with an exponent is converted after the check.', reads(/^\d+e\d+$/i, Number)],
  'limit-in-wide-digits: A limit in wide digits is converted after the check.',
  reads(/^[０-９]+$/, (s) => Number(s.normalize('NFKC'))),
  ['limit-signed: A limit with a plus sign is converted after the check.', reads(/^\+\d+$/, Number)],
  ['limit-with-a-fraction: A limit that ends in .0 is converted after the check.', reads(/^\d+\.0+$/, Number)],
  'limit-with-a-suffix: A limit is read up to its first letter, after the check.',
  reads(/^\d+[a-z]+$/i, (s) => Number.parseInt(s, 10)),
  ['limit-infinity: Infinity is a number, and no maximum stops it.', reads(/^\+?infinity$/i, everything)],
  'text-limit-never-answered: A limit that is text sends the worker into an endless loop.',
  neverAnswered(({ search }) => /limit=[a-z]/.test(search)),
  'violates list.limit.malformed, errors.no-5xx',
  [
    'limit-superscript-crashes: Superscript digits pass for digits and cannot be converted.',
    reads(/^[\u2070-\u2079]+$/, crash),
  ],
  ['limit-text-crashes: The limit is parsed as if no client ever sent text.', reads(/^(?!-?\d+$)/, crash)],
  ['limit-fraction-crashes: A limit with a fraction reaches the database.', reads(/^\d+\.\d+$/, crash)],
  'limit-in-wide-digits-crashes: Wide digits pass as digits and cannot be converted.',
  limit(/^\p{Nd}*[^\P{Nd}0-9]\p{Nd}*$/u, crash),
  'limit-twice-crashes: A limit that is given twice arrives as a list and is used as a number.',
  limitQuery((query) => ((query.get('limit')?.length ?? 0) > 1 ? crash() : query)),
  'limit-as-text-and-list-crashes: A parser makes a list of limit[], and finds that limit is a text already.',
  limitQuery((query) => (query.has('limit[]') ? crash() : query)),
  { needsRareInput: true },
]);
