import { memoize } from '../../harness/basics/memoize.ts';
import type { Headers, WireRequest } from '../../harness/model/wire.ts';
import { type Asked, classify, isOdd } from '../reading/request.ts';
import { type RequirementId, requirementsAbout } from '../requirements/index.ts';
import { BODIES, BREAKS, broken } from './broken-bodies.ts';
import { CREDENTIALS, type Credential, MISSING, SCHEME_CASES } from './credentials.ts';
import { FETCH_FORMS, LIST_FORMS } from './forms.ts';
import { CONNECTIONS, HEADERS, PAUSES } from './headers.ts';
import { HISTORIES } from './histories.ts';
import { NAMES } from './names.ts';
import { CATEGORIES, compact, type Fields, FRAMINGS, MEDIA_TYPES, PET_STATUSES, SPELLINGS } from './new-pets.ts';
import { OPEN_FIELDS, OPEN_REQUESTS, OTHER_MEDIA_TYPES } from './open-requests.ts';
import { PET_IDS, SPELLED_IDS } from './pet-ids.ts';
import { BESIDES, EXACT_LIMITS, ODD_LIMITS, ORDERS, OTHER_STATUSES } from './queries.ts';
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
const WITH_CHARSET = ['Content-Type', 'application/json; charset=utf-8'] as const;
const withoutKey = (method: string, path: string) => OTHERS.map((credential) => request(method, path, credential));

interface Sent {
  readonly table: Table;
  /** With everything else plain. */
  readonly requests: (value: Value) => readonly WireRequest[];
  /** What these requests say nothing about: headers decide the type of an answer, and some values are sent by a property. */
  readonly also: readonly RequirementId[];
  /** What the requests seem to be about, and are not. */
  readonly not: readonly RequirementId[];
}

type Requests<V extends Value> = (value: V) => readonly WireRequest[];
type Exceptions = Partial<Pick<Sent, 'also' | 'not'>>;

/** A table, and the requests that its values make. */
function sent<V extends Value>(table: Table<V>, requests: Requests<V> = () => [], exceptions: Exceptions = {}): Sent {
  return { table, requests: requests as Requests<Value>, also: [], not: [], ...exceptions };
}

/** Everything that is sent besides plain requests. */
const SENT: readonly Sent[] = [
  sent(CREDENTIALS, ({ id, make }) => {
    const credential = make(KEY);
    return [
      request('GET', '/pets', credential),
      request('GET', `/pets/${PET}`, credential),
      request('POST', '/pets', credential, compact(FIELDS)),
      ...(id === MISSING.id ? [request('POST', '/pets', credential, '{"categoryId":1}')] : []),
    ];
  }),
  sent(SCHEME_CASES, ({ make }) => [request('GET', '/pets', make(KEY))]),
  sent(LIST_FORMS, () => withoutKey('GET', '/pets')),
  sent(FETCH_FORMS, () => withoutKey('GET', `/pets/${PET}`)),
  sent(CONNECTIONS, () => [request('GET', '/pets', OTHERS[1])]),
  sent(PAUSES, () => [request('GET', '/pets'), request('GET', `/pets/${PET}`), request('GET', '/pets', OTHERS[0])]),
  sent(HEADERS, undefined, { also: ['body.content-type'] }),
  sent(EXACT_LIMITS, ({ limit }) => list(`limit=${limit}`)),
  sent(ODD_LIMITS, ({ query }) => list(`limit=${query}`)),
  sent(OTHER_STATUSES, ({ query }) => list(`status=${query}`)),
  sent(BESIDES, () => list('limit=7&status=sold')),
  sent(ORDERS, () => list('status=sold&limit=7')),
  sent(NAMES, ({ name }) => creation({ name: name(FIELDS.name) })),
  sent(CATEGORIES, ({ category }) => creation({ categoryId: category })),
  sent(PET_STATUSES, ({ status }) => creation({ status })),
  sent(SPELLINGS, ({ write }) => written(write(FIELDS))),
  sent(FRAMINGS, ({ cutAt }) => creation({}).map((plain) => ({ ...plain, cutAt: cutAt(plain.body ?? '') ?? 1 }))),
  sent(MEDIA_TYPES, () => creation({}).map((plain) => ({ ...plain, headers: [...RIGHT.headers, WITH_CHARSET] }))),
  sent(OPEN_FIELDS, ({ more }) => written(compact(FIELDS).replace(/\}$/, `,${more(PET)}}`))),
  sent(OTHER_MEDIA_TYPES),
  sent(BODIES, ({ write }) => written(write(FIELDS))),
  sent(BREAKS, (value) => written(broken(value, FIELDS)), { also: ['create.invalid'] }),
  // The ids are those of no pet, though the request does not show it.
  sent(PET_IDS, ({ segment }) => [request('GET', `/pets/${segment(PET) ?? PET + 1n}`)], { not: ['get.found'] }),
  sent(SPELLED_IDS),
  sent(HISTORIES, undefined, { also: ['history.agrees'] }),
  sent(OPEN_REQUESTS),
];

export const TABLES: readonly Table[] = SENT.map(({ table }) => table);

/** Of single values. */
const ALSO: Readonly<Record<string, readonly RequirementId[]>> = {
  'pet-id/superscript': ['errors.no-5xx'],
  'status/none': ['create.minimal'],
};

const byTable = new Map(SENT.map((one) => [one.table.id, one]));

const SCOPE = { basePath: '', apiKey: KEY };
const asked = (one: WireRequest) => classify(one, SCOPE);
const askedIn = memoize(({ id }: Pick<Table, 'id'>) =>
  memoize((value: Value) => (byTable.get(id)?.requests(value) ?? []).map(asked)),
);

const PLAIN = aboutAll(creation({}).map(asked));

function aboutAll(all: readonly Asked[]): ReadonlySet<RequirementId> {
  return new Set(all.flatMap(requirementsAbout).flatMap(({ id, everywhere }) => (everywhere ? [] : [id])));
}

/** The requirements that a value is sent for, besides what it observes. */
export function servedBy(value: Value, table: Pick<Table, 'id'>): readonly RequirementId[] {
  const { also = [], not = [] } = byTable.get(table.id) ?? {};
  const about = aboutAll(askedIn(table)(value));
  const particular = [...about].filter((id) => !PLAIN.has(id) && !not.includes(id));
  const own = particular.length > 0 ? particular : [...about];
  return [...own, ...also, ...(ALSO[`${table.id}/${value.id}`] ?? [])];
}

/** Whether the document describes every request with this value. */
export function isDocumented(value: Value, table: Pick<Table, 'id'>): boolean {
  const isOf = (one: Asked) => one.credential === 'right' && !isOdd(one);
  return value.observes === undefined && askedIn(table)(value).every(isOf);
}
