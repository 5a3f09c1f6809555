import type { Fault } from '../change.ts';
import type { Headers } from '../model.ts';
import type { Rules } from '../rules.ts';
import { refuse } from './tools.ts';

const onGet = (rules: Rules, extra: Headers): Partial<Rules> => ({
  headers: (answer, request) => ({
    ...rules.headers(answer, request),
    ...(request.operation === 'getPet' ? extra : {}),
  }),
});

const without = (rules: Rules, ...names: readonly string[]): Partial<Rules> => ({
  headers: (answer, request) =>
    Object.fromEntries(Object.entries(rules.headers(answer, request)).filter(([name]) => !names.includes(name))),
});

const removed = (name: string, story: string, status: number): Fault => ({
  name,
  story,
  violates: ['deprecation.still-served'],
  change: () => ({
    find: () => {
      throw refuse(status, 'operation_removed', 'This operation is no longer offered.');
    },
  }),
});

const sunset = (name: string, story: string, date: string): Fault => ({
  name,
  story,
  violates: ['deprecation.date'],
  change: (rules) => onGet(rules, { sunset: date }),
});

export const deprecationFaults: readonly Fault[] = [
  removed('get-gone-early', 'getPet was removed when it was deprecated: 410.', 410),
  removed('get-not-there', 'getPet was left out as deprecated: 404.', 404),
  removed('get-not-implemented', 'getPet was never written, as it will go anyway.', 405),
  sunset('sunset-a-year-early', 'The year of the removal is wrong.', 'Wed, 05 Dec 2029 00:00:00 GMT'),
  sunset('sunset-month-and-day-swapped', '5/12/2030 was read as the twelfth of May.', 'Sun, 12 May 2030 00:00:00 GMT'),
  sunset('sunset-in-iso', 'The date is written as in JSON.', '2030-12-05T00:00:00Z'),
  sunset('sunset-in-seconds', 'The date is written in seconds, as in Deprecation.', '@1922659200'),
  sunset(
    'sunset-with-a-short-day',
    'The day of the date has one digit instead of two.',
    'Thu, 5 Dec 2030 00:00:00 GMT',
  ),
  {
    name: 'sunset-of-a-404-a-year-early',
    story: 'The error page of getPet has an older date of the removal.',
    violates: ['deprecation.date'],
    change: (rules) => ({
      headers: (answer, request) => {
        const headers = rules.headers(answer, request);
        const isOld = request.operation === 'getPet' && answer.status === 404;
        return isOld ? { ...headers, sunset: 'Wed, 05 Dec 2029 00:00:00 GMT' } : headers;
      },
    }),
  },
  {
    name: 'deprecation-not-announced',
    story: 'Nothing in the answers of getPet says that it will go.',
    violates: [],
    warns: ['deprecation.announced'],
    change: (rules) => without(rules, 'deprecation', 'sunset'),
  },
  {
    name: 'deprecation-is-true',
    story: 'Deprecation has the value of an old draft.',
    violates: [],
    warns: ['deprecation.announced'],
    change: (rules) => onGet(rules, { deprecation: 'true' }),
  },
  {
    name: 'everything-deprecated',
    story: 'The headers of the deprecation are set for every operation.',
    violates: [],
    warns: ['deprecation.only-there'],
    change: (rules) => ({
      headers: (answer, request) => ({
        ...rules.headers(answer, { ...request, operation: 'getPet' }),
      }),
    }),
  },
];
