import { memoize } from '../../harness/basics/memoize.ts';
import {
  Fraction,
  isInt64,
  isInteger,
  isObject,
  type JsonObject,
  jsonOf,
  toJson,
} from '../../harness/json/exact-json.ts';
import type { Headers, WireRequest } from '../../harness/model/wire.ts';
import { isStatus, LIMIT, LONGEST_NAME, type NewPet, type Operation, type PetStatus } from './document.ts';
import type { Scope } from './scope.ts';

/** What the limit of a list is: absent, documented, or a value that the document says nothing about. */
type LimitKind = 'absent' | 'minimum' | 'between' | 'maximum' | 'above' | 'below' | 'malformed';

export interface AskedPage {
  /** The longest page that is allowed. Where the limit is not documented, the largest documented one. */
  readonly limit: number;
  readonly limitKind: LimitKind;
  /** `open`: the status comes twice, empty or with blanks around it, or beside unknown parameters. */
  readonly filterKind: 'absent' | 'status' | 'unknown' | 'open';
  /** Limit and filter are documented, so the answer is 200, and a page shorter than the limit shows everything. */
  readonly isExact: boolean;
  readonly filter?: PetStatus | undefined;
}

/** Ways in which a body is not a NewPet, each with the requirement of its name. */
export type BodyFlaw =
  | 'missing-field'
  | 'wrong-type'
  | 'out-of-range'
  | 'bad-status'
  | 'null-status'
  | 'bad-body'
  | 'lenient-body';

/**
 * What is most remarkable about a body. `minimal` and `with-status`: a plain NewPet. `int64`: a category that no double
 * represents. `echo`: any other NewPet. `client-id`: a NewPet with an id. `open`: parsers differ, so nothing is expected.
 */
export type BodyKind = 'minimal' | 'with-status' | 'echo' | 'int64' | 'client-id' | 'open' | BodyFlaw;

/** What a request asks for, from its bytes alone. */
export interface Asked {
  /** Absent if the document describes no such operation. */
  readonly operation?: Operation;
  readonly credential: ReturnType<typeof credentialOf>;
  /** The HTTP layer need not understand it, and may refuse it before the service sees it. */
  readonly isOddHttp: boolean;
  readonly page?: AskedPage;
  readonly body?: BodyKind;
  /** The NewPet in the body, if it is a valid one. */
  readonly sent?: NewPet;
  /** A service may refuse the NewPet, though it must keep it if it accepts it. */
  readonly mayBeRefused?: boolean;
  /** The id that the client asks for. */
  readonly clientId?: unknown;
  /** `int64`: in its plain spelling. `open`: another spelling of one, which a service may take or refuse. */
  readonly idKind?: 'int64' | 'open' | 'invalid';
  /** An int64 in its plain spelling. */
  readonly petId?: string;
}

export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}

export function headerOf(headers: Headers, name: string): string | undefined {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}

export function isJsonType(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType);
}

/** What a request is compared with. */
type Expected = Pick<Scope, 'basePath' | 'apiKey' | 'categories'>;

/** Asked for before a request is sent and when its exchange is read. */
const askedFrom = memoize((scope: Expected) => memoize((request: WireRequest) => classifyAnew(request, scope)));

/** What the bytes of a request ask for, whatever was answered, and whatever else was sent. */
export function classify(request: WireRequest, scope: Expected): Asked {
  return askedFrom(scope)(request);
}

/** What a service that is not careful may stop at: a broken body, an id that is none, a parameter that is not documented. */
export function isOdd({ credential, body, sent, idKind, page }: Asked): boolean {
  if (credential !== 'right') return false;
  const isBroken = body !== undefined && sent === undefined;
  return isBroken || (idKind !== undefined && idKind !== 'int64') || page?.isExact === false;
}

function classifyAnew(request: WireRequest, { basePath, apiKey, categories = [] }: Expected): Asked {
  const [path = '', search = ''] = request.path.split(/\?(.*)/s);
  const { operation, segment } = callOf(request.method, path.slice(basePath.length));
  const common: Pick<Asked, 'credential' | 'isOddHttp'> = {
    credential: credentialOf(request.headers, search, apiKey),
    isOddHttp: hasOddBytes(request),
  };
  // Spreads take several times as long, and there are many requests.
  const asked = (called: Operation, route: Route) => Object.assign(common, { operation: called }, route);
  switch (operation) {
    case 'listPets':
      return asked(operation, askedPage(new URLSearchParams(search)));
    case 'createPet':
      return asked(operation, askedCreation(request, categories));
    case 'getPet':
      return asked(operation, askedPet(segment ?? ''));
    default:
      return common;
  }
}

/** The operation that a method and a path behind that of the base URL call, and the segment that getPet gets. */
function callOf(
  method: string,
  path: string,
): { readonly operation?: Operation | undefined; readonly segment?: string } {
  const match = /^\/pets(?:\/([^/]+))?$/.exec(path);
  if (!match) return {};
  const [, segment] = match;
  if (segment !== undefined) return method === 'GET' ? { operation: 'getPet', segment } : {};
  if (method === 'GET') return { operation: 'listPets' };
  return method === 'POST' ? { operation: 'createPet' } : {};
}

/** The operation of a request, whatever the base URL is. */
export function operationOf({ method, path }: Pick<WireRequest, 'method' | 'path'>): Operation | undefined {
  const [plain = ''] = path.split('?');
  return callOf(method, plain.slice(Math.max(plain.lastIndexOf('/pets'), 0))).operation;
}

/** Escapes that are not UTF-8, and header values beyond ASCII. */
function hasOddBytes({ path, headers }: WireRequest): boolean {
  return decoded(path) === undefined || headers.some(([, value]) => /[^\t\x20-\x7e]/.test(value));
}

/**
 * What a request offers as a credential. `right`: the key as the document says. `scheme-case`: the key behind `bearer`
 * or `BEARER`. `open`: the whole key in another notation, which nothing decides. `missing`: no header and no key
 * anywhere. `header-only`: no header, but the key elsewhere. The others are wrong in the way that their names say.
 */
export function credentialOf(headers: Headers, search: string, key: string) {
  const value = headerOf(headers, 'authorization');
  if (value === undefined) {
    return valuesIn(headers, search).some((text) => text === key) ? 'header-only' : 'missing';
  }
  if (/^(bearer)?\s*$/i.test(value)) return 'malformed';
  const [, scheme = '', token = ''] = /^(bearer) (.*)$/is.exec(value) ?? [];
  if (scheme === '') return 'wrong-scheme';
  if (token === key) return scheme === 'Bearer' ? 'right' : 'scheme-case';
  return isNotationOf(token, key) ? 'open' : 'invalid-key';
}

/** Every value that could be meant as a credential, whole: of a parameter, of a cookie, or of a header behind its scheme. */
function valuesIn(headers: Headers, search: string): readonly string[] {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'cookie').flatMap(([, text]) => text.split(/;\s*/));
  const texts = headers.flatMap(([, text]) => [text, text.replace(/^\S+ +/, '')]);
  return [
    ...new URLSearchParams(search).values(),
    ...cookies.map((cookie) => decoded(cookie.replace(/^[^=]*=/, '')) ?? cookie),
    ...texts.flatMap((text) => [text, decoded(text) ?? text]),
  ];
}

/** Steps from another notation of a token to the token. */
const NOTATIONS: readonly ((token: string) => string)[] = [
  (token) => decoded(token) ?? token,
  (token) => token.trim(),
  // A word behind the key.
  (token) => token.split(/[\s,;]/)[0] ?? token,
  (token) => token.replace(/^\w+=/, ''),
  // Curly quotes are three bytes of UTF-8.
  (token) => token.replace(/^(?:["'`]|\u00e2\u0080[\u0098-\u009f])|(?:["'`]|\u00e2\u0080[\u0098-\u009f])$/g, ''),
  (token) => token.replace(/=+$/, ''),
];

/** Who sends the whole key in another notation knows it: careful servers take some of them, others do not. */
function isNotationOf(token: string, key: string): boolean {
  const forms = new Set([token]);
  for (const step of NOTATIONS) for (const form of [...forms]) forms.add(step(form));
  return forms.has(key);
}

type Route = Omit<Asked, 'operation' | 'credential' | 'isOddHttp'>;

/** What a list asks for: limits from 1 to 100 and three statuses are documented, and nothing else is. */
function askedPage(query: URLSearchParams): Route {
  const filters = query.getAll('status');
  const [filter] = filters;
  // Beside limit, some parsers make one list of both, as if it came twice.
  const limits = query.has('limit') ? ['limit', 'limit[]'] : [];
  const { limit, limitKind } = askedLimit(limits.flatMap((name) => query.getAll(name)));
  const hasOthers = [...query.keys()].some((name) => name !== 'status' && !limits.includes(name));
  const filterKind = hasOthers ? 'open' : filterKindOf(filters);
  const isDocumented = ['absent', 'minimum', 'between', 'maximum'].includes(limitKind);
  return {
    page: {
      // An unknown parameter may choose the size, where limit does not.
      limit: hasOthers && limitKind === 'absent' ? Number.POSITIVE_INFINITY : limit,
      limitKind,
      filterKind,
      isExact: isDocumented && (filterKind === 'absent' || filterKind === 'status'),
      filter: filterKind === 'status' && isStatus(filter) ? filter : undefined,
    },
  };
}

function filterKindOf(filters: readonly string[]): AskedPage['filterKind'] {
  const [filter] = filters;
  if (filter === undefined) return 'absent';
  // Frameworks of several languages trim parameters.
  const isPadded = filter !== filter.trim() && isStatus(filter.trim());
  if (filters.length > 1 || filter === '' || isPadded) return 'open';
  return isStatus(filter) ? 'status' : 'unknown';
}

function askedLimit(limits: readonly string[]): Pick<AskedPage, 'limit' | 'limitKind'> {
  const [text = ''] = limits;
  if (limits.length === 0) return { limit: LIMIT.default, limitKind: 'absent' };
  const isWhole = /^(-?[1-9]\d{0,19}|0)$/.test(text);
  if (limits.length > 1 || !isWhole) return { limit: LIMIT.maximum, limitKind: 'malformed' };
  const limit = Number(text);
  if (limit > LIMIT.maximum) return { limit: LIMIT.maximum, limitKind: 'above' };
  if (limit < LIMIT.minimum) return { limit: LIMIT.maximum, limitKind: 'below' };
  if (limit === LIMIT.minimum) return { limit, limitKind: 'minimum' };
  return { limit, limitKind: limit === LIMIT.maximum ? 'maximum' : 'between' };
}

/** A service may insist on a length (RFC 9110, 15.5.12). */
const LENGTH_REQUIRED = 411;

/** Whether a body in pieces was refused for its framing alone, which says nothing about the rest of the request. */
export function isRefusedInPieces({ cutAt }: WireRequest, status: number): boolean {
  return cutAt !== undefined && status === LENGTH_REQUIRED;
}

/** What a creation asks for. What parsers read differently is open. */
function askedCreation(request: WireRequest, categories: readonly string[]): Route {
  const { body = '', headers, cutAt } = request;
  const type = headerOf(headers, 'content-type') ?? '';
  if (!isJsonType(type) || body.startsWith('\ufeff')) return { body: 'open' };
  const value = jsonOf(body);
  if (isAmbiguous(body, value)) return { body: 'open' };
  const flaw = flawOf(body, value);
  if (flaw !== undefined) return { body: flaw };
  const { name, categoryId, status, ...others } = value as JsonObject & NewPet;
  const sent: NewPet = status === undefined ? { name, categoryId } : { name, categoryId, status };
  if ('id' in others) return { body: 'client-id', sent, clientId: others.id };
  if (!isInteger(categoryId)) return { body: 'open' };
  if (isUndecided(body) || Object.keys(others).length > 0) return { body: 'open', sent };
  const isUsual = categories.includes(String(categoryId)) || !isUnusual(categoryId);
  const isPlain = cutAt === undefined && body === toJson(sent) && isUsual && !type.includes(';');
  return {
    body: kindOfPet(sent, isPlain, isUsual),
    sent,
    mayBeRefused: mayRefuseName(name) || categoryId < 1,
  };
}

/** A service may refuse it, though it must keep it if it accepts it. */
export function mayRefuseName(name: string): boolean {
  return name.trim() === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name);
}

/** Undefined for a NewPet, with or without other fields. */
function flawOf(body: string, value: unknown): BodyFlaw | undefined {
  if (value === undefined) return isLenient(body) ? 'lenient-body' : 'bad-body';
  if (!isObject(value)) return 'bad-body';
  const { name, categoryId, status } = value;
  if (name === undefined || categoryId === undefined) {
    const loose = new Set(Object.keys(value).map((key) => key.replace(/[^a-z]/gi, '').toLowerCase()));
    return loose.has('name') && loose.has('categoryid') ? 'lenient-body' : 'missing-field';
  }
  // A fraction that no double can distinguish from an integer is not decided.
  const isNumber = isInteger(categoryId) || categoryId instanceof Fraction;
  if (typeof name !== 'string' || !isNumber) return 'wrong-type';
  if (isInteger(categoryId) && !isInt64(categoryId)) return 'out-of-range';
  if (status === null) return 'null-status';
  return status === undefined || isStatus(status) ? undefined : 'bad-status';
}

/** Text that a lenient parser may take for an object with both fields; JSON is a part of YAML, which needs no braces. */
function isLenient(text: string): boolean {
  const isInBraces = /^[^{]*\{[\s\S]*\}/.test(text);
  return isInBraces
    ? /name/i.test(text) && /categoryid/i.test(text)
    : /^name:/m.test(text) && /^categoryId:/m.test(text);
}

/** Fields that come twice, and half characters: parsers differ in what they make of them. */
function isAmbiguous(body: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  const fields = (text: string) => text.match(/"(name|categoryId|status|id)"\s*:/g)?.length ?? 0;
  // The parser keeps one of two.
  const isTwice = fields(body) > fields(toJson(value));
  return isTwice || (typeof value.name === 'string' && /\p{Cs}/u.test(value.name));
}

/** Numbers with a point or an exponent. */
function isUndecided(body: string): boolean {
  return /"categoryId"\s*:\s*-?\d+[.eE]/.test(body);
}

/** A word that means the same to every program, unlike 007 or null, and that none refuses for its length. */
const PLAIN_NAME = /^(?!(null|true|false|undefined|nan|none|infinity|constructor)$)[a-z][\w-]{1,63}$/i;

function kindOfPet({ name, categoryId, status }: NewPet, isPlain: boolean, isUsual: boolean): BodyKind {
  if (!isUsual && isLarge(categoryId)) return 'int64';
  if (!isPlain || !PLAIN_NAME.test(name)) return 'echo';
  return status ? 'with-status' : 'minimal';
}

/** Beyond what a double can represent. */
export function isLarge(categoryId: number | bigint): boolean {
  return !Number.isSafeInteger(Number(categoryId));
}

/** Beyond what many services use, though every one must keep it or, below 1, may refuse it. */
function isUnusual(categoryId: number | bigint): boolean {
  return categoryId < 1 || categoryId >= 2 ** 31;
}

/** Digits with a sign, zeros, blanks or separators, in another alphabet, or in another notation. */
const OTHER_SPELLING = /^[+-]?0*[\p{Nd}\p{No}]([_,' \u00a0]?[\p{Nd}\p{No}]){0,18}(\.0+)?$|^0x[\da-f]{1,16}$/iu;

/** What a fetch asks for. Whether a plain id is that of a pet is not in the request. */
function askedPet(segment: string): Route {
  const isPlain = /^(-?[1-9]\d*|0)$/.test(segment);
  if (isPlain && isInt64(BigInt(segment.slice(0, 30)))) return { idKind: 'int64', petId: segment };
  const isOther = !isPlain && OTHER_SPELLING.test((decoded(segment) ?? segment).trim());
  return { idKind: isOther ? 'open' : 'invalid' };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
