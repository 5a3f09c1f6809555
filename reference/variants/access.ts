import { setTimeout as delay } from 'node:timers/promises';
import type { Variant } from '../change.ts';
import { type Headers, headerOf } from '../model.ts';
import { readBody, readNewPet } from '../operations.ts';
import type { Rules } from '../rules.ts';

const without = (rules: Rules, ...names: readonly string[]): Partial<Rules> => ({
  headers: (answer, request) =>
    Object.fromEntries(Object.entries(rules.headers(answer, request)).filter(([name]) => !names.includes(name))),
});

const onGet = (name: string, story: string, headers: Headers): Variant => ({
  name,
  story,
  change: (rules) => ({
    headers: (answer, request) => ({
      ...rules.headers(answer, request),
      ...(request.operation === 'getPet' ? headers : {}),
    }),
  }),
});

/** What is left open about credentials and about announcing that getPet will go. */
export const accessVariants: readonly Variant[] = [
  {
    name: 'without-challenge',
    story: 'A 401 carries no WWW-Authenticate.',
    change: (rules) => without(rules, 'www-authenticate'),
  },
  {
    name: 'several-challenges',
    story: 'A 401 names two schemes, of which Bearer is the second.',
    change: (rules) => ({
      headers: (answer, request) => ({
        ...rules.headers(answer, request),
        ...(answer.status === 401
          ? { 'www-authenticate': 'Negotiate, Bearer realm="petstore", error="invalid_token"' }
          : {}),
      }),
    }),
  },
  {
    name: 'scheme-in-one-spelling',
    story: 'Bearer must be spelled with one capital.',
    change: (rules) => ({
      authorised: (request, key) =>
        (headerOf(request, 'authorization') ?? '').startsWith('Bearer ') && rules.authorised(request, key),
    }),
  },
  {
    name: 'validates-before-it-asks',
    story: 'A body that is not valid is refused with 400 even without a key.',
    change: (rules) => ({
      authorised: (request, key) => {
        if (request.operation === 'createPet') readNewPet(rules, readBody(rules, request));
        return rules.authorised(request, key);
      },
    }),
  },
  {
    name: 'slow-to-refuse-keys',
    story: 'A 401 is held back for a moment, against guessing.',
    change: (rules) => ({
      around: async (request, answer, store) => {
        const given = await rules.around(request, answer, store);
        if (given.status === 401) await delay(100);
        return given;
      },
    }),
  },
  {
    name: 'deprecation-not-announced',
    story: 'Nothing in the answers of getPet says that it will go.',
    change: (rules) => without(rules, 'deprecation', 'sunset'),
  },
  {
    name: 'only-sunset',
    story: 'getPet carries a Sunset and no Deprecation.',
    change: (rules) => without(rules, 'deprecation'),
  },
  onGet('sunset-at-the-end-of-the-day', 'getPet goes with the last second of the day.', {
    sunset: 'Thu, 05 Dec 2030 23:59:59 GMT',
  }),
  onGet('sunset-in-the-far-east', 'getPet goes at midnight in a zone fourteen hours ahead.', {
    sunset: 'Wed, 04 Dec 2030 10:00:00 GMT',
  }),
  onGet('sunset-in-the-far-west', 'getPet goes with the last second of the day in a zone twelve hours behind.', {
    sunset: 'Fri, 06 Dec 2030 11:59:59 GMT',
  }),
  onGet('sunset-in-an-old-form', 'Sunset has the form of asctime, which is an HTTP-date as well.', {
    sunset: 'Thu Dec  5 00:00:00 2030',
  }),
  onGet('deprecation-explained', 'getPet links to a page about its end.', {
    link: '<https://example.com/deprecation>; rel="deprecation"; type="text/html"',
  }),
];
