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
export const deprecationFaults: readonly Fault[] = [
  ...faults({ violates: ['deprecation.still-served'] }, [
    {
      name: 'get-gone-early',
      story: 'getPet was removed when it was deprecated: 410.',
      also: ['get.found', 'get.unknown', 'errors.documented-status'],
      change: removed(410),
    },
    {
      name: 'get-not-there',
      story: 'getPet was left out as deprecated: 404.',
      also: ['get.found', 'history.agrees'],
      change: removed(404),
    },
  ]),
  ...faults({ violates: ['deprecation.replacement'] }, [
    {
      name: 'fetch-reserves-pending',
      story: 'A pending pet that is fetched is held back for that client, out of reach of the filter.',
      also: ['list.status.complete'],
      change: unlistedByFetch('pending'),
    },
    {
      name: 'fetch-archives-sold',
      story: 'A sold pet that is fetched is archived, out of reach of the filter.',
      also: ['list.status.complete', 'list.status.with-limit', 'history.agrees'],
      change: unlistedByFetch('sold'),
    },
  ]),
  ...faults({ violates: ['deprecation.date'] }, [
    {
      name: 'sunset-a-year-early',
      story: 'The year of the removal is wrong.',
      change: onGet({ sunset: A_YEAR_EARLY }),
    },
    {
      name: 'sunset-month-and-day-swapped',
      story: '5/12/2030 was read as 12 May.',
      change: onGet({ sunset: 'Sun, 12 May 2030 00:00:00 GMT' }),
    },
    {
      name: 'sunset-in-iso',
      story: 'The date is written as in JSON.',
      change: onGet({ sunset: '2030-12-05T00:00:00Z' }),
    },
    {
      name: 'sunset-in-seconds',
      story: 'The date is written in seconds, as in Deprecation.',
      change: onGet({ sunset: '@1922659200' }),
    },
    {
      name: 'sunset-with-a-short-day',
      story: 'The day of the date has one digit.',
      change: onGet({ sunset: 'Thu, 5 Dec 2030 00:00:00 GMT' }),
    },
    {
      name: 'sunset-of-a-404-a-year-early',
      story: 'The error page of getPet has an older date of the removal.',
      change: headers(refused(404, 'getPet'), { sunset: A_YEAR_EARLY }),
    },
  ]),
  ...faults({ warns: ['deprecation.announced'] }, [
    {
      name: 'deprecation-not-announced',
      story: 'Nothing in the answers of getPet says that it will go.',
      change: onGet({ deprecation: undefined, sunset: undefined }),
    },
    {
      name: 'deprecation-is-true',
      story: 'Deprecation has the value of an old draft.',
      change: onGet({ deprecation: 'true' }),
    },
  ]),
  ...faults({ warns: ['deprecation.only-there'] }, [
    {
      name: 'everything-deprecated',
      story: 'The headers of the deprecation are set for every operation.',
      change: (rules) => ({ headers: (given, request) => rules.headers(given, { ...request, operation: 'getPet' }) }),
    },
  ]),
];
