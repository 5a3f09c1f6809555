import { memoize } from '../../harness/basics/memoize.ts';
import type { Headers, WireRequest } from '../../harness/model/wire.ts';
import { type Asked, classify, isOdd } from '../reading/request.ts';
import { type RequirementId, requirementsAbout } from '../requirements/index.ts';
import { type BreakValue, type BrokenBody, broken } from './broken-bodies.ts';
import type { Credential, WrongCredential } from './credentials.ts';
import type { NameValue } from './names.ts';
import {
  type CategoryValue,
  compact,
  type Fields,
  type FramingValue,
  type SpellingValue,
  type StatusValue,
} from './new-pets.ts';
import type { OpenField } from './open-requests.ts';
import type { IdValue } from './pet-ids.ts';
import type { ExactLimit, QueryValue } from './queries.ts';
import type { Table, Value } from './value.ts';

/*
 * What a value serves follows from the request that it makes, with everything else plain: the requirements about that
 * request. So no value is sent and listed without a requirement that decides it, or an observation.
 */

const KEY = 'Key-of-a-run.1234';
const PET = 12_345n;
const FIELDS: Fields = { name: 'conformance-0000000-0001', categoryId: 1 };
const RIGHT: Credential = { headers: [['Authorization', `Bearer ${KEY}`]] };
const OTHERS: readonly Credential[] = [
  { headers: [] },
  { headers: [['Authorization', 'Bearer not-the-key']] },
  { headers: [['Authorization', `Token ${KEY}`]] },
];

function request(method: string, path: string, { headers, query }: Credential = RIGHT, body?: string): WireRequest {
  const type: Headers = method === 'POST' ? [['Content-Type', 'application/json']] : [];
  return { method, path: `${path}${query ? `?${query}` : ''}`, headers: [...headers, ...type], ...(body && { body }) };
}

const list = (query: string) => [request('GET', `/pets?${query}`)];
const creation = (fields: Partial<Fields>) => [request('POST', '/pets', RIGHT, compact({ ...FIELDS, ...fields }))];
const written = (body: string | undefined) => [request('POST', '/pets', RIGHT, body)];
const withoutKey = (method: string, path: string) => OTHERS.map((credential) => request(method, path, credential));

type Sample = (value: Value) => readonly WireRequest[];

/** By the id of the table. The casts are to the values of that table. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  credential: (value) => {
    const credential = (value as WrongCredential).make(KEY);
    return [
      request('GET', '/pets', credential),
      request('GET', `/pets/${PET}`, credential),
      request('POST', '/pets', credential, compact(FIELDS)),
      ...(value.id === 'missing' ? [request('POST', '/pets', credential, '{"categoryId":1}')] : []),
    ];
  },
  'scheme-case': (value) => [request('GET', '/pets', (value as WrongCredential).make(KEY))],
  'list-form': () => withoutKey('GET', '/pets'),
  'fetch-form': () => withoutKey('GET', `/pets/${PET}`),
  connection: () => [request('GET', '/pets', OTHERS[1])],
  pause: () => [request('GET', '/pets'), request('GET', `/pets/${PET}`), request('GET', '/pets', OTHERS[0])],
  'exact-limit': (value) => list(`limit=${(value as ExactLimit).limit}`),
  limit: (value) => list(`limit=${(value as QueryValue).query}`),
  filter: (value) => list(`status=${(value as QueryValue).query}`),
  company: () => list('limit=7&status=sold'),
  order: () => list('status=sold&limit=7'),
  name: (value) => creation({ name: (value as NameValue).name(FIELDS.name) }),
  category: (value) => creation({ categoryId: (value as CategoryValue).category }),
  status: (value) => creation({ status: (value as StatusValue).status }),
  spelling: (value) => written((value as SpellingValue).write(FIELDS)),
  framing: (value) => {
    const [plain] = creation({}) as [WireRequest];
    return [{ ...plain, cutAt: (value as FramingValue).cutAt(plain.body ?? '') ?? 1 }];
  },
  'media-type': () => {
    const [plain] = creation({}) as [WireRequest];
    return [{ ...plain, headers: [...RIGHT.headers, ['Content-Type', 'application/json; charset=utf-8']] }];
  },
  'open-field': (value) => written(compact(FIELDS).replace(/\}$/, `,${(value as OpenField).more(PET)}}`)),
  body: (value) => written((value as BrokenBody).write(FIELDS)),
  break: (value) => written(broken(value as BreakValue, FIELDS)),
  'pet-id': (value) => [request('GET', `/pets/${(value as IdValue).segment(PET) ?? PET + 1n}`)],
};

/** What a request says nothing about: headers decide the type of an answer, and some values are sent by a property. */
const ALSO: Readonly<Record<string, readonly RequirementId[]>> = {
  headers: ['body.content-type'],
  break: ['create.invalid'],
  history: ['history.agrees'],
  'pet-id/superscript': ['errors.no-5xx'],
  'status/none': ['create.minimal'],
};

/** Ids of the table are those of no pet, though the request does not show it. */
const NOT: Readonly<Record<string, readonly RequirementId[]>> = { 'pet-id': ['get.found'] };

const SCOPE = { basePath: '', apiKey: KEY };
const asked = (one: WireRequest) => classify(one, SCOPE);
const askedIn = memoize(({ id }: Pick<Table, 'id'>) =>
  memoize((value: Value) => (SAMPLES[id]?.(value) ?? []).map(asked)),
);

const PLAIN = aboutAll(creation({}).map(asked));

function aboutAll(all: readonly Asked[]): ReadonlySet<RequirementId> {
  return new Set(all.flatMap(requirementsAbout).flatMap(({ id, everywhere }) => (everywhere ? [] : [id])));
}

/** The requirements that a value is sent for, besides what it observes. */
export function servedBy(value: Value, table: Pick<Table, 'id'>): readonly RequirementId[] {
  const about = aboutAll(askedIn(table)(value));
  const particular = [...about].filter((id) => !PLAIN.has(id) && !NOT[table.id]?.includes(id));
  const own = particular.length > 0 ? particular : [...about];
  return [...own, ...(ALSO[table.id] ?? []), ...(ALSO[`${table.id}/${value.id}`] ?? [])];
}

/** Whether the document describes every request with this value. */
export function isDocumented(value: Value, table: Pick<Table, 'id'>): boolean {
  const isOf = (one: Asked) => one.credential === 'right' && !isOdd(one);
  return value.observes === undefined && askedIn(table)(value).every(isOf);
}
