import type { Alteration, Fault } from '../change.ts';
import { headers } from '../combinators/answer.ts';
import { anyAnswer, refused } from '../combinators/answers.ts';
import { forSome } from '../combinators/compose.ts';
import { deny } from '../combinators/failures.ts';
import { isFetch } from '../combinators/requests.ts';
import type { PetStatus } from '../model.ts';
import { faults } from './fault.ts';

const onGet = (changed: Record<string, string | undefined>): Alteration =>
  forSome(isFetch)(headers(anyAnswer, changed));

const removed = (status: number): Alteration => {
  return () => ({ find: () => deny(status, 'operation_removed', 'This operation is no longer offered.') });
};

/** Filtered lists lose a pet once it was fetched, though they are to replace the fetch. */
const unlistedByFetch =
  (status: PetStatus): Alteration =>
  (rules) => {
    const gone = new Set<bigint>();
    return {
      find: (store, id, request) => {
        const pet = rules.find(store, id, request);
        if (pet?.status === status) gone.add(id);
        return pet;
      },
      matches: (pet, wanted, request) => rules.matches(pet, wanted, request) && !gone.has(pet.id),
    };
  };

const A_YEAR_EARLY = 'Wed, 05 Dec 2029 00:00:00 GMT';

/** How the end of getPet is announced, and what replaces it. */
export const deprecationFaults: readonly Fault[] = faults([
  'violates deprecation.still-served',
  ['get-gone-early: getPet was removed when it was deprecated: 410.', removed(410)],
  ['get-not-there: getPet was left out as deprecated: 404.', removed(404)],
  'violates deprecation.replacement',
  'fetch-reserves-pending: A pending pet that is fetched is held back for that client, out of reach of the filter.',
  unlistedByFetch('pending'),
  ['fetch-archives-sold: A sold pet that is fetched is archived, out of reach of the filter.', unlistedByFetch('sold')],
  'violates deprecation.date',
  ['sunset-a-year-early: The year of the removal is wrong.', onGet({ sunset: A_YEAR_EARLY })],
  ['sunset-month-and-day-swapped: 5/12/2030 was read as 12 May.', onGet({ sunset: 'Sun, 12 May 2030 00:00:00 GMT' })],
  ['sunset-in-iso: The date is written as in JSON.', onGet({ sunset: '2030-12-05T00:00:00Z' })],
  ['sunset-in-seconds: The date is written in seconds, as in Deprecation.', onGet({ sunset: '@1922659200' })],
  ['sunset-with-a-short-day: The day of the date has one digit.', onGet({ sunset: 'Thu, 5 Dec 2030 00:00:00 GMT' })],
  'sunset-of-a-404-a-year-early: The error page of getPet has an older date of the removal.',
  headers(refused(404, 'getPet'), { sunset: A_YEAR_EARLY }),
  'warns deprecation.announced',
  'deprecation-not-announced: Nothing in the answers of getPet says that it will go.',
  onGet({ deprecation: undefined, sunset: undefined }),
  ['deprecation-is-true: Deprecation has the value of an old draft.', onGet({ deprecation: 'true' })],
  'warns deprecation.only-there',
  'everything-deprecated: The headers of the deprecation are set for every operation.',
  (rules) => ({ headers: (given, request) => rules.headers(given, { ...request, operation: 'getPet' }) }),
]);
