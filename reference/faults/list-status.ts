import type { Fault } from '../change.ts';
import { type Pet, STATUSES, type View } from '../model.ts';
import { crash, onlyValue } from './tools.ts';

const ONLY = 'list.status.only';
const COMPLETE = 'list.status.complete';
const UNKNOWN = 'list.status.unknown';
const WITH_LIMIT = 'list.status.with-limit';

/** A fault by which a filter lets other pets pass as well. */
const letsThrough = (name: string, story: string, passes: (pet: Pet, status: string) => boolean): Fault => ({
  name,
  story,
  violates: [ONLY],
  change: (rules) => ({ matches: (pet, status) => passes(pet, status) || rules.matches(pet, status) }),
});

/** A fault by which a filter loses pets that match. */
const loses = (name: string, story: string, lost: (pet: Pet, matching: readonly Pet[]) => boolean): Fault => ({
  name,
  story,
  violates: [COMPLETE],
  change: (rules) => ({
    page: (pets, view) => rules.page(view.status === undefined ? pets : pets.filter((pet) => !lost(pet, pets)), view),
  }),
});

/** A fault by which a status that is not documented is read in another way. */
const takes = (name: string, story: string, take: (text: string) => string | undefined): Fault => ({
  name,
  story,
  violates: [UNKNOWN],
  change: (rules) => ({
    readStatusFilter: (query) => {
      const text = onlyValue(query, 'status');
      const odd = text !== undefined && text !== '' && !STATUSES.some((status) => status === text);
      return odd ? take(text) : rules.readStatusFilter(query);
    },
  }),
});

/** A fault by which a filtered list is as long as another limit would make it. */
const pages = (name: string, story: string, actual: (view: View) => number): Fault => ({
  name,
  story,
  violates: [WITH_LIMIT],
  change: (rules) => ({
    page: (pets, view) => rules.page(pets, view.status === undefined ? view : { ...view, limit: actual(view) }),
  }),
});

export const listStatusFaults: readonly Fault[] = [
  letsThrough(
    'no-status-counts-as-available',
    'A pet without a status is found under available.',
    (pet, status) => pet.status === undefined && status === 'available',
  ),
  letsThrough(
    'no-status-under-every-filter',
    'A comparison with NULL lets pets without a status pass.',
    (pet) => pet.status === undefined,
  ),
  letsThrough(
    'pending-includes-sold',
    'Whatever is not available any more is found under pending.',
    (pet, status) => pet.status === 'sold' && status === 'pending',
  ),
  letsThrough(
    'sold-includes-pending',
    'A reserved pet counts as sold.',
    (pet, status) => pet.status === 'pending' && status === 'sold',
  ),
  {
    name: 'filter-lost-in-large-stores',
    story: 'Beyond a hundred pets another query runs, and that one has no filter.',
    violates: [ONLY],
    pets: 101,
    change: (rules) => {
      let held = 0;
      return {
        listed: (store, view) => {
          held = store.size;
          return rules.listed(store, view);
        },
        matches: (pet, status) => held > 100 || rules.matches(pet, status),
      };
    },
  },
  {
    name: 'filter-after-limit',
    story: 'The page is cut first and filtered afterwards.',
    violates: [COMPLETE],
    change: (rules) => ({
      listed: (store, view) => {
        const pets = rules.listed(store, view);
        return view.status === undefined ? pets : pets.slice(0, view.limit);
      },
    }),
  },
  loses(
    'sold-filter-finds-nothing',
    'Sold pets live in an archive that the filter does not search.',
    (pet) => pet.status === 'sold',
  ),
  loses(
    'pending-filter-misses-every-second',
    'Only one of two partitions has the index on pending.',
    (pet) => pet.status === 'pending' && pet.id % 2n === 0n,
  ),
  loses(
    'filter-misses-the-newest',
    'The range of a filtered query ends before its last row.',
    (pet, matching) => pet === matching.at(-1),
  ),
  takes(
    'filter-case-ignored',
    'The filter compares without case.',
    (text) => STATUSES.find((status) => status === text.toLowerCase()) ?? 'none',
  ),
  takes(
    'filter-by-prefix',
    'The filter compares with LIKE and finds every status that starts with the text.',
    (text) => STATUSES.find((status) => status.startsWith(text)) ?? 'none',
  ),
  takes('unknown-filter-ignored', 'A status that is not known is no filter at all.', () => undefined),
  takes('unknown-filter-is-available', 'A status that is not known falls back to available.', () => 'available'),
  {
    name: 'unknown-filter-crashes',
    story: 'The text is turned into the enumeration without a thought for other text.',
    violates: [UNKNOWN, 'errors.no-5xx'],
    change: (rules) => ({
      readStatusFilter: (query) => {
        const text = onlyValue(query, 'status');
        const known = text === undefined || text === '' || STATUSES.some((status) => status === text);
        return known ? rules.readStatusFilter(query) : crash();
      },
    }),
  },
  pages('filter-ignores-limit', 'The filtered query was written without a limit and shows up to a hundred.', () => 100),
  pages('filter-has-no-maximum', 'The largest page, under a filter, is everything.', ({ limit }) =>
    limit === 100 ? Number.POSITIVE_INFINITY : limit,
  ),
  pages('filter-gives-ninety-nine-at-most', 'A filtered page is never longer than 99.', ({ limit }) =>
    Math.min(99, limit),
  ),
  pages('filter-one-too-many', 'Under a filter, one pet more is read and shown.', ({ limit }) =>
    limit < 100 ? limit + 1 : limit,
  ),
  {
    name: 'filter-default-hundred',
    story: 'The default of 20 holds only without a filter.',
    violates: [WITH_LIMIT],
    change: (rules) => ({
      readLimit: (query) => (query.has('status') && !query.has('limit') ? 100 : rules.readLimit(query)),
    }),
  },
];
