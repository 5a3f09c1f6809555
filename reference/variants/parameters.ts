import type { Alteration, Variant } from '../change.ts';
import { refusedWith } from '../combinators/answer.ts';
import { deny } from '../combinators/failures.ts';
import { petId } from '../combinators/get.ts';
import { filterQuery, finds, limitQuery } from '../combinators/list.ts';
import { attempt } from '../combinators/values.ts';
import type { Query } from '../model.ts';

const firstOf = (query: Query, name: string): string | undefined => query.get(name)?.[0];

/** Takes what is documented as documented, and reads any other limit in its own way. */
const oddLimits =
  (read: (text: string) => number): Alteration =>
  (rules) => ({
    readLimit: (query, request) =>
      attempt(() => rules.readLimit(query, request)) ?? read(firstOf(query, 'limit') ?? ''),
  });

const isKnown = (name: string) => name === 'limit' || name === 'status';
const inRange = (limit: number) => (limit < 1 || limit > 100 ? deny(400, 'invalid_limit') : limit);

const clamped = (limit: number) => Math.min(100, Math.max(1, limit));

/** What the specification leaves open about the parameters of a request. */
export const parameterVariants: readonly Variant[] = [
  {
    name: 'limit-clamped',
    story: 'A limit outside the range becomes the nearest inside; other text the default.',
    change: oddLimits((s) => (/^-?\d+$/.test(s) ? clamped(Number(s)) : 20)),
  },
  {
    name: 'limit-parsed-leniently',
    story: 'A limit is read up to the first character that is not a digit.',
    change: oddLimits((s) => clamped(Number.parseInt(s, 10) || 20)),
  },
  {
    name: 'limit-maximum-for-all-else',
    story: 'A limit that is not valid gives the largest page.',
    change: oddLimits(() => 100),
  },
  {
    name: 'limit-zero-is-empty',
    story: 'A limit of 0 or less gives an empty list.',
    change: oddLimits((s) => (/^(0|-\d+)$/.test(s) ? 0 : 20)),
  },
  {
    name: 'limit-kept-in-8-bits',
    story: 'A limit is cut to 8 bits, and what is above 100 then is refused.',
    change: oddLimits((s) => inRange(/^\d{1,30}$/.test(s) ? Number(BigInt.asUintN(8, BigInt(s))) : 0)),
  },
  {
    name: 'limit-refused-with-416',
    story: 'A limit that is not valid is refused with 416.',
    change: refusedWith('invalid_limit', 416),
  },
  {
    name: 'status-refused-with-404',
    story: 'A status that is not known is refused with 404.',
    change: refusedWith('invalid_status', 404),
  },
  {
    name: 'id-refused-with-404',
    story: 'An id that is not an int64 is refused with 404.',
    change: refusedWith('invalid_pet_id', 404),
  },
  {
    name: 'id-refused-with-422',
    story: 'An id that is not an int64 is refused with 422.',
    change: refusedWith('invalid_pet_id', 422),
  },
  {
    name: 'media-type-refused-with-400',
    story: 'A body of another type gets 400.',
    change: refusedWith('unsupported_media_type', 400),
  },
  {
    name: 'unknown-status-finds-nothing',
    story: 'A status that is not known is compared like any other, and no pet has it.',
    change: () => ({ readStatusFilter: (query) => firstOf(query, 'status') }),
  },
  {
    name: 'empty-status-is-no-filter',
    story: 'An empty status counts as none.',
    change: filterQuery((query) => (firstOf(query, 'status') === '' ? new Map() : query)),
  },
  {
    name: 'status-trimmed-in-queries',
    story: 'White space around a status is skipped.',
    change: finds((status, s) => s.trim() === status),
  },
  {
    name: 'any-status-of-several',
    story: 'A status that is given twice finds the pets of both.',
    change: () => ({
      readStatusFilter: (query) => query.get('status')?.join('&'),
      matches: (pet, status) => pet.status !== undefined && status.split('&').includes(pet.status),
    }),
  },
  {
    name: 'unknown-parameters-refused',
    story: 'A parameter that is not documented is refused with 400.',
    change: limitQuery((query) => ([...query.keys()].every(isKnown) ? query : deny(400, 'unknown_parameter'))),
  },
  {
    name: 'leading-zeros-refused',
    story: 'An id with zeros in front is not found.',
    change: petId((s) => (/^-?0\d/.test(s) ? deny(404, 'pet_not_found') : s)),
  },
  {
    name: 'ids-read-leniently',
    story: 'Blanks around an id are skipped, wide digits are digits, and digits may be grouped.',
    change: petId((text) =>
      text
        .normalize('NFKC')
        .trim()
        .replace(/(\d)[_,'](?=\d)/g, '$1'),
    ),
  },
  {
    name: 'id-split-at-commas',
    story: 'The first of several ids with commas counts.',
    change: petId((text) => text.replace(/,.*$/s, '')),
  },
];
