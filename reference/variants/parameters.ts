import type { Variant } from '../change.ts';
import { type Query, STATUSES } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';

const firstValue = (query: Query, name: string): string | undefined => query.get(name)?.[0];

/** A server that takes what is documented as documented, and reads any other limit in its own way. */
const oddLimits = (name: string, story: string, read: (text: string) => number): Variant => ({
  name,
  story,
  change: (rules) => ({
    readLimit: (query) => {
      try {
        return rules.readLimit(query);
      } catch {
        return read(firstValue(query, 'limit') ?? '');
      }
    },
  }),
});

/** A server that refuses one kind of undocumented input with a status of its own choice. */
const refusedWith = (name: string, story: string, code: string, status: number): Variant => ({
  name,
  story,
  change: (rules: Rules) => ({
    refusalStatus: (reason, request) => (reason.code === code ? status : rules.refusalStatus(reason, request)),
  }),
});

const clamped = (limit: number) => Math.min(100, Math.max(1, limit));

/** What the specification leaves open about the parameters of a request. */
export const parameterVariants: readonly Variant[] = [
  oddLimits('limit-clamped', 'A limit outside the range becomes the nearest inside; other text the default.', (text) =>
    /^-?\d+$/.test(text) ? clamped(Number(text)) : 20,
  ),
  oddLimits('limit-ignored', 'A limit that is not valid is ignored.', () => 20),
  oddLimits('limit-parsed-leniently', 'A limit is read up to the first character that is no digit.', (text) =>
    clamped(Number.parseInt(text, 10) || 20),
  ),
  oddLimits('limit-maximum-for-all-else', 'A limit that is not valid gives the largest page.', () => 100),
  oddLimits('limit-zero-is-empty', 'A limit of 0 or less gives an empty list.', (text) =>
    /^(0|-\d+)$/.test(text) ? 0 : 20,
  ),
  {
    name: 'limit-first-of-several',
    story: 'Of a limit that is given twice, the first one counts.',
    change: (rules) => ({
      readLimit: (query) => {
        const [first] = query.get('limit') ?? [];
        return rules.readLimit(first === undefined ? query : new Map([['limit', [first]]]));
      },
    }),
  },
  refusedWith('limit-refused-with-422', 'A limit that is not valid is refused with 422.', 'invalid_limit', 422),
  refusedWith('limit-refused-with-404', 'A limit that is not valid is refused with 404.', 'invalid_limit', 404),
  refusedWith('limit-refused-with-416', 'A limit that is not valid is refused with 416.', 'invalid_limit', 416),
  refusedWith('status-refused-with-422', 'A status that is not known is refused with 422.', 'invalid_status', 422),
  refusedWith('status-refused-with-404', 'A status that is not known is refused with 404.', 'invalid_status', 404),
  refusedWith('id-refused-with-404', 'An id that is not an int64 is refused with 404.', 'invalid_pet_id', 404),
  refusedWith('id-refused-with-422', 'An id that is not an int64 is refused with 422.', 'invalid_pet_id', 422),
  refusedWith(
    'media-type-refused-with-400',
    'A body of another type is refused with 400.',
    'unsupported_media_type',
    400,
  ),
  {
    name: 'unknown-status-finds-nothing',
    story: 'A status that is not known is compared like any other, and no pet has it.',
    change: () => ({ readStatusFilter: (query) => firstValue(query, 'status') }),
  },
  {
    name: 'empty-status-is-no-filter',
    story: 'An empty status counts as none.',
    change: (rules) => ({
      readStatusFilter: (query) => (firstValue(query, 'status') === '' ? undefined : rules.readStatusFilter(query)),
    }),
  },
  {
    name: 'last-status-of-several',
    story: 'Of a status that is given twice, the last one counts.',
    change: (rules) => ({
      readStatusFilter: (query) => {
        const last = query.get('status')?.at(-1);
        return STATUSES.find((status) => status === last) ?? rules.readStatusFilter(query);
      },
    }),
  },
  {
    name: 'unknown-parameters-refused',
    story: 'A parameter that is not documented is refused with 400.',
    change: (rules) => ({
      readLimit: (query) => {
        const unknown = [...query.keys()].some((name) => name !== 'limit' && name !== 'status');
        if (unknown) throw refusal('invalidUrl', { message: 'There is no such parameter.' });
        return rules.readLimit(query);
      },
    }),
  },
  {
    name: 'trailing-slash-tolerated',
    story: 'A slash at the end of a path makes no difference.',
    change: (rules) => ({ route: (method, path) => rules.route(method, path.replace(/\/$/, '')) }),
  },
  {
    name: 'head-refused',
    story: 'HEAD is not offered.',
    change: (rules) => ({
      route: (method, path) => rules.route(method === 'HEAD' ? 'TRACE' : method, path),
    }),
  },
  {
    name: 'leading-zeros-refused',
    story: 'An id with zeros in front is not found.',
    change: (rules) => ({
      readPetId: (text) => {
        if (/^-?0\d/.test(text)) throw refusal('petNotFound');
        return rules.readPetId(text);
      },
    }),
  },
];
