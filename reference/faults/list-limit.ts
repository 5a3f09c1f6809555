import type { Fault } from '../change.ts';
import type { Query } from '../model.ts';
import { refusal } from '../refusal.ts';
import { crash, onlyValue } from './tools.ts';

/** A fault by which a plain list, without a filter, is as long as another limit would make it. */
const pages = (name: string, story: string, requirement: string, actual: (limit: number) => number): Fault => ({
  name,
  story,
  violates: [requirement],
  change: (rules) => ({
    page: (pets, view) => rules.page(pets, view.status === undefined ? { ...view, limit: actual(view.limit) } : view),
  }),
});

/** A fault by which the text of `limit`, in a plain list, is read in another way. */
const reads = (
  name: string,
  story: string,
  violates: readonly string[],
  read: (text: string | undefined, otherwise: () => number) => number,
): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({
    readLimit: (query) => {
      const otherwise = () => rules.readLimit(query);
      return query.has('status') ? otherwise() : read(onlyValue(query, 'limit'), otherwise);
    },
  }),
});

const isDefault = (query: Query) => !query.has('limit');

const DEFAULT = 'list.limit.default';
const MINIMUM = 'list.limit.minimum';
const MAXIMUM = 'list.limit.maximum';
const HONOURED = 'list.limit.honoured';
const WITH_FILTER = 'list.status.with-limit';

/** Limits within the documented range. */
export const listLimitFaults: readonly Fault[] = [
  {
    name: 'limit-after-status-ignored',
    story: 'Only the first parameter of a query is read for the limit.',
    violates: [WITH_FILTER],
    change: (rules) => ({
      readLimit: (query) => rules.readLimit([...query.keys()][0] === 'limit' ? query : new Map()),
    }),
  },
  {
    name: 'default-ten',
    story: 'The default of the framework, 10, stayed where the documented one was meant to go.',
    violates: [DEFAULT, WITH_FILTER],
    change: (rules) => ({ readLimit: (query) => (isDefault(query) ? 10 : rules.readLimit(query)) }),
  },
  {
    name: 'default-the-maximum',
    story: 'Without a limit, the maximum applies.',
    violates: [DEFAULT, WITH_FILTER],
    change: (rules) => ({ readLimit: (query) => (isDefault(query) ? 100 : rules.readLimit(query)) }),
  },
  reads('default-nineteen', 'The default counts from zero.', [DEFAULT], (text, otherwise) =>
    text === undefined ? 19 : otherwise(),
  ),
  reads(
    'default-twenty-one',
    'One pet more is read to see whether there are more, and it is shown too.',
    [DEFAULT],
    (text, otherwise) => (text === undefined ? 21 : otherwise()),
  ),
  {
    name: 'default-lost-in-large-stores',
    story: 'Beyond a hundred pets another query runs, and that one has no default.',
    violates: [DEFAULT],
    pets: 101,
    change: (rules) => {
      let held = 0;
      return {
        around: async (request, answer, store) => {
          held = store.size;
          return rules.around(request, answer, store);
        },
        readLimit: (query) => (isDefault(query) && !query.has('status') && held > 100 ? 100 : rules.readLimit(query)),
      };
    },
  },
  reads('limit-one-refused', 'The minimum is taken to be exclusive.', [MINIMUM], (text, otherwise) => {
    if (text === '1') throw refusal('invalidLimit');
    return otherwise();
  }),
  pages('limit-one-gives-two', 'A loop runs once more for the smallest page.', MINIMUM, (limit) =>
    limit === 1 ? 2 : limit,
  ),
  reads(
    'limit-one-is-a-flag',
    'limit=1 is read as "yes, please limit" and gives the default.',
    [MINIMUM],
    (text, otherwise) => (text === '1' ? 20 : otherwise()),
  ),
  pages('limit-one-gives-none', 'The last pet of a page is left out where it is the only one.', MINIMUM, (limit) =>
    limit === 1 ? 0 : limit,
  ),
  reads('limit-hundred-refused', 'The maximum is taken to be exclusive.', [MAXIMUM], (text, otherwise) => {
    if (text === '100') throw refusal('invalidLimit');
    return otherwise();
  }),
  pages('limit-hundred-gives-ninety-nine', 'The largest page is one too short.', MAXIMUM, (limit) =>
    limit === 100 ? 99 : limit,
  ),
  pages('limit-hundred-is-no-limit', 'The maximum stands for "everything".', MAXIMUM, (limit) =>
    limit === 100 ? Number.POSITIVE_INFINITY : limit,
  ),
  pages(
    'limit-one-too-many',
    'One pet more is read to see whether there are more, and it is shown too.',
    HONOURED,
    (limit) => (limit > 1 && limit < 100 && limit !== 20 ? limit + 1 : limit),
  ),
  pages('limit-in-steps', 'Pages come in the sizes of a selection box: 20, 50, 100.', HONOURED, (limit) =>
    limit > 20 && limit < 100 ? (limit <= 50 ? 50 : 100) : limit,
  ),
  reads(
    'limit-above-fifty-refused',
    'A limit above 50 is refused, except the maximum that was tested.',
    [HONOURED],
    (text, otherwise) => {
      const limit = otherwise();
      if (text !== undefined && limit > 50 && limit < 100) throw refusal('invalidLimit');
      return limit;
    },
  ),
  reads(
    'limit-of-one-digit-ignored',
    'Limits of one digit, except 1, are too small to be meant.',
    [HONOURED],
    (_text, otherwise) => {
      const limit = otherwise();
      return limit > 1 && limit < 10 ? 20 : limit;
    },
  ),
  pages('limit-odd-loses-one', 'Pages are filled from two columns of the same height.', HONOURED, (limit) =>
    limit > 1 ? limit - (limit % 2) : limit,
  ),
  {
    name: 'capped-at-eighty',
    story: 'A page is never longer than 80, whatever was asked for.',
    violates: [HONOURED, MAXIMUM, WITH_FILTER],
    change: (rules) => ({
      page: (pets, view) => rules.page(pets, { ...view, limit: Math.min(80, view.limit) }),
    }),
  },
];

const ABOVE = 'list.limit.above-maximum';
const BELOW = 'list.limit.below-minimum';
const MALFORMED = 'list.limit.malformed';
const CRASH = 'errors.no-5xx';
const EVERYTHING = Number.POSITIVE_INFINITY;

/** Limits outside the documented range, or no numbers at all. */
export const listOddLimitFaults: readonly Fault[] = [
  reads('limit-hundred-and-one', 'The maximum is one too high.', [ABOVE], (text, otherwise) =>
    text === '101' ? 101 : otherwise(),
  ),
  reads('limit-without-maximum', 'The maximum is documented and nowhere enforced.', [ABOVE], (text, otherwise) =>
    /^\d{3,19}$/.test(text ?? '') ? Number(text) : otherwise(),
  ),
  reads(
    'limit-beyond-32-bits-is-everything',
    'A limit beyond 32 bits wraps into a negative one: no limit.',
    [ABOVE],
    (text, otherwise) => (/^\d{10,19}$/.test(text ?? '') ? EVERYTHING : otherwise()),
  ),
  reads(
    'limit-beyond-int64-crashes',
    'A limit beyond int64 is an overflow that nobody catches.',
    [ABOVE, CRASH],
    (text, otherwise) => (text === (2n ** 63n).toString() ? crash() : otherwise()),
  ),
  reads('limit-zero-is-everything', 'A limit of 0 means none.', [BELOW], (text, otherwise) =>
    text === '0' ? EVERYTHING : otherwise(),
  ),
  {
    name: 'limit-negative-from-the-end',
    story: 'A negative limit counts from the end: all pets but the last.',
    violates: [BELOW],
    pets: 40,
    change: (rules) => ({
      readLimit: (query) => (onlyValue(query, 'limit') === '-1' ? -1 : rules.readLimit(query)),
    }),
  },
  reads(
    'limit-negative-crashes',
    'A negative limit is an error of the database that nobody catches.',
    [BELOW, CRASH],
    (text, otherwise) => (text?.startsWith('-') ? crash() : otherwise()),
  ),
  reads(
    'limit-text-is-everything',
    'A limit that is not a number compares with nothing, so nothing is cut.',
    [MALFORMED],
    (text, otherwise) => (text === 'abc' ? EVERYTHING : otherwise()),
  ),
  reads(
    'limit-text-crashes',
    'The limit is parsed without a thought for text.',
    [MALFORMED, CRASH],
    (text, otherwise) => (text !== undefined && !/^-?\d+$/.test(text) ? crash() : otherwise()),
  ),
  reads('limit-empty-is-everything', 'An empty limit is taken for none.', [MALFORMED], (text, otherwise) =>
    text === '' ? EVERYTHING : otherwise(),
  ),
  reads(
    'limit-fraction-crashes',
    'A limit with a fraction reaches the database.',
    [MALFORMED, CRASH],
    (text, otherwise) => (/^\d+\.\d+$/.test(text ?? '') ? crash() : otherwise()),
  ),
  {
    name: 'limit-twice-crashes',
    story: 'A limit that is given twice arrives as a list and is used as a number.',
    violates: [MALFORMED, CRASH],
    change: (rules) => ({
      readLimit: (query) => ((query.get('limit')?.length ?? 0) > 1 ? crash() : rules.readLimit(query)),
    }),
  },
  reads(
    'limit-of-many-digits-is-everything',
    'A limit of thirty digits is infinity to a float.',
    [MALFORMED],
    (text, otherwise) => (/^\d{25,}$/.test(text ?? '') ? EVERYTHING : otherwise()),
  ),
];
