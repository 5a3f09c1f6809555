import type { Alteration, Variant } from '../change.ts';
import { refusedWith } from '../combinators/answer.ts';
import { given } from '../combinators/compose.ts';
import { deny } from '../combinators/failures.ts';
import { petId } from '../combinators/get.ts';
import { filterQuery, finds, limitQuery } from '../combinators/list.ts';
import { attempt } from '../combinators/values.ts';
import type { Query } from '../model.ts';
import { conforming } from './variant.ts';

const firstOf = (query: Query, name: string): string | undefined => query.get(name)?.[0];

/** Takes what is documented as documented, and reads any other limit in its own way. */
const oddLimits =
  (read: (text: string) => number): Alteration =>
  (rules) => ({
    readLimit: (query, request) =>
      attempt(() => rules.readLimit(query, request)) ?? read(firstOf(query, 'limit') ?? ''),
  });

const isKnown = (name: string) => name === 'limit' || name === 'status';
const only = (query: Query, name: string, values: readonly string[] | undefined): Query =>
  values === undefined ? query : new Map([[name, values]]);
const inRange = (limit: number) => (limit < 1 || limit > 100 ? deny(400, 'invalid_limit') : limit);
const routed = given('route');

const clamped = (limit: number) => Math.min(100, Math.max(1, limit));

/** What the specification leaves open about the parameters of a request. */
export const parameterVariants: readonly Variant[] = conforming([
  'limit-clamped: A limit outside the range becomes the nearest inside; other text the default.',
  oddLimits((s) => (/^-?\d+$/.test(s) ? clamped(Number(s)) : 20)),
  ['limit-ignored: A limit that is not valid is ignored.', oddLimits(() => 20)],
  'limit-parsed-leniently: A limit is read up to the first character that is not a digit.',
  oddLimits((s) => clamped(Number.parseInt(s, 10) || 20)),
  ['limit-maximum-for-all-else: A limit that is not valid gives the largest page.', oddLimits(() => 100)],
  ['limit-zero-is-empty: A limit of 0 or less gives an empty list.', oddLimits((s) => (/^(0|-\d+)$/.test(s) ? 0 : 20))],
  'limit-kept-in-8-bits: A limit is cut to 8 bits, and what is above 100 then is refused.',
  oddLimits((s) => inRange(/^\d{1,30}$/.test(s) ? Number(BigInt.asUintN(8, BigInt(s))) : 0)),
  'limit-first-of-several: Of a limit that is given twice, the first one counts.',
  limitQuery((query) => only(query, 'limit', query.get('limit')?.slice(0, 1))),
  ['limit-refused-with-422: A limit that is not valid is refused with 422.', refusedWith('invalid_limit', 422)],
  ['limit-refused-with-404: A limit that is not valid is refused with 404.', refusedWith('invalid_limit', 404)],
  ['limit-refused-with-416: A limit that is not valid is refused with 416.', refusedWith('invalid_limit', 416)],
  ['status-refused-with-422: A status that is not known is refused with 422.', refusedWith('invalid_status', 422)],
  ['status-refused-with-404: A status that is not known is refused with 404.', refusedWith('invalid_status', 404)],
  ['id-refused-with-404: An id that is not an int64 is refused with 404.', refusedWith('invalid_pet_id', 404)],
  ['id-refused-with-422: An id that is not an int64 is refused with 422.', refusedWith('invalid_pet_id', 422)],
  ['media-type-refused-with-400: A body of another type gets 400.', refusedWith('unsupported_media_type', 400)],
  'unknown-status-finds-nothing: A status that is not known is compared like any other, and no pet has it.',
  () => ({ readStatusFilter: (query) => firstOf(query, 'status') }),
  'empty-status-is-no-filter: An empty status counts as none.',
  filterQuery((query) => (firstOf(query, 'status') === '' ? new Map() : query)),
  ['status-trimmed-in-queries: White space around a status is skipped.', finds((status, s) => s.trim() === status)],
  'last-status-of-several: Of a status that is given twice, the last one counts.',
  filterQuery((query) => only(query, 'status', query.get('status')?.slice(-1))),
  'unknown-parameters-refused: A parameter that is not documented is refused with 400.',
  limitQuery((query) => ([...query.keys()].every(isKnown) ? query : deny(400, 'unknown_parameter'))),
  'trailing-slash-tolerated: A slash at the end of a path makes no difference.',
  routed((request) => ({ ...request, path: request.path.replace(/\/$/, '') })),
  'head-refused: HEAD is not offered.',
  routed((request) => (request.method === 'HEAD' ? { ...request, method: 'TRACE' } : request)),
  'leading-zeros-refused: An id with zeros in front is not found.',
  petId((s) => (/^-?0\d/.test(s) ? deny(404, 'pet_not_found') : s)),
  ['id-trimmed-at-the-start: Spaces in front of an id are skipped.', petId((text) => text.trimStart())],
  ['id-trimmed-at-the-end: Spaces after an id are skipped.', petId((text) => text.trimEnd())],
  ['id-in-wide-digits: Wide digits are digits.', petId((text) => text.normalize('NFKC'))],
  ['id-with-separators: The digits of an id may be grouped.', petId((text) => text.replace(/(\d)[_,'](?=\d)/g, '$1'))],
  ['id-split-at-commas: The first of several ids with commas counts.', petId((text) => text.replace(/,.*$/s, ''))],
]);
