import type { Headers, WireRequest } from '../../harness/http/wire.ts';
import {
  Fraction,
  isInt64,
  isInteger,
  isObject,
  type JsonObject,
  jsonOf,
  toJson,
} from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { isStatus, LIMIT, LONGEST_NAME, type NewPet, type Operation, type PetStatus, petsInWords } from './document.ts';

/** The statuses that are allowed, by the document or because it does not decide, and the same in words. */
export interface Allowed {
  readonly statuses: (status: number) => boolean;
  readonly words: string;
}

export interface AskedPage {
  /** The longest page that is allowed. */
  readonly limit: number;
  /** Limit and filter are documented, so the answer is 200, and a page shorter than the limit shows everything. */
  readonly isExact: boolean;
  /** The requirement that says how long the page may be. */
  readonly sizedBy: RequirementId;
  readonly filter?: PetStatus | undefined;
  /** The request has no limit. */
  readonly isDefault?: true;
}

/** What a request asks for, from its bytes alone. */
export interface Asked {
  /** Absent if the document describes no such operation. */
  readonly operation?: Operation;
  readonly credential: ReturnType<typeof credentialOf>;
  /** The requirement that says how the request is answered; absent if the document does not decide. */
  readonly decidedBy?: RequirementId;
  readonly allowed: Allowed;
  /** The HTTP layer need not understand it, and may refuse it before the service sees it. */
  readonly isOddHttp: boolean;
  readonly page?: AskedPage;
  /** The NewPet in the body, if it is a valid one. */
  readonly sent?: NewPet;
  /** The id that the client asks for. */
  readonly clientId?: unknown;
  /** An int64 in its plain spelling. */
  readonly petId?: string;
}

export interface Target {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly apiKey: string;
  /** Other keys that the service accepts. */
  readonly otherKeys?: ReadonlySet<string>;
  /** The categories that the user named, as decimal text. */
  readonly categories?: readonly string[];
}

export const exactly = (status: number): Allowed => ({
  statuses: (given) => given === status,
  words: `status ${status}`,
});
/** Not 401, which would say that the right key is wrong. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401;
const REFUSED: Allowed = { statuses: isRefusal, words: 'a 4xx Error other than 401' };
const orRefused = (success: number, with_ = ''): Allowed => ({
  statuses: (status) => status === success || isRefusal(status),
  words: `a 4xx Error other than 401, or ${success}${with_}`,
});
/** The document does not decide: anything but a crash. */
const OPEN = { allowed: { statuses: (status: number) => status < 500, words: 'no 5xx' } } as const;

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

/** What the bytes of a request ask for, whatever was answered, and whatever else was sent. */
export function classify(request: WireRequest, { basePath, apiKey, otherKeys, categories = [] }: Target): Asked {
  const [path = '', search = ''] = request.path.split(/\?(.*)/s);
  const { operation, segment } = callOf(request.method, path.slice(basePath.length));
  const common: Pick<Asked, 'credential' | 'isOddHttp'> = {
    credential: credentialOf(request.headers, search, apiKey, otherKeys),
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
      return { ...common, ...OPEN };
  }
}

/** The operation that a method and a path behind that of the base URL call, and the segment that getPet gets. */
function callOf(
  method: string,
  path: string,
): { readonly operation?: Operation | undefined; readonly segment?: string } {
  const [isPets, segment] = /^\/pets(?:\/([^/]+))?$/.exec(path) ?? [];
  if (isPets === undefined) return {};
  if (segment === undefined) return { operation: ({ GET: 'listPets', POST: 'createPet' } as const)[method] };
  return method === 'GET' ? { operation: 'getPet', segment } : {};
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
export function credentialOf(headers: Headers, search: string, key: string, others?: ReadonlySet<string>) {
  const value = headerOf(headers, 'authorization');
  if (value === undefined) {
    return valuesIn(headers, search).some((text) => text === key) ? 'header-only' : 'missing';
  }
  if (/^(bearer)?\s*$/i.test(value)) return 'malformed';
  const [, scheme = '', token = ''] = /^(bearer) (.*)$/is.exec(value) ?? [];
  if (scheme === '') return 'wrong-scheme';
  if (token === key || others?.has(token)) return scheme === 'Bearer' ? 'right' : 'scheme-case';
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

/**
 * How a list may be answered. The document gives limits from 1 to 100 and three statuses, and neither a status code nor
 * a meaning for anything else. So a service may refuse other values with any 4xx, or answer 200 in a way of its own:
 * after limit=0 or limit=abc with any page that is not longer than the largest documented one, after an unknown status
 * with no pet. Where the status comes twice, empty or with blanks around it, or with unknown parameters, any status but
 * a 5xx will do, and nothing is expected of the filter.
 */
function askedPage(query: URLSearchParams): Route {
  const filters = query.getAll('status');
  const [filter] = filters;
  const size = askedSize(query.getAll('limit'));
  const oddly = { ...size, isExact: false };
  const hasOthers = [...query.keys()].some((name) => name !== 'limit' && name !== 'status');
  // Frameworks of several languages trim parameters.
  const isPadded = filter !== filter?.trim() && isStatus(filter?.trim());
  // An unknown parameter may choose the size, where limit does not.
  const isOfAnySize = hasOthers && size.isDefault === true;
  if (isOfAnySize) return { ...OPEN, page: { ...oddly, limit: Number.POSITIVE_INFINITY } };
  if (filters.length > 1 || filter === '' || isPadded || hasOthers) return { ...OPEN, page: oddly };
  if (filter !== undefined && !isStatus(filter))
    return { decidedBy: 'list.status.unknown', allowed: orRefused(200, ' with no pet'), page: oddly };
  const atMost = orRefused(200, ` with at most ${petsInWords(LIMIT.maximum)}`);
  if (!size.isExact) return { decidedBy: size.sizedBy, allowed: atMost, page: { ...size, filter } };
  if (!filter) return { decidedBy: query.size === 0 ? 'list.ok' : size.sizedBy, allowed: exactly(200), page: size };
  const page = { ...size, filter, sizedBy: 'list.status.with-limit' } as const;
  return { decidedBy: 'list.status.only', allowed: exactly(200), page };
}

/** How many pets a page may have, and the requirement that says so. Where the limit is not documented, at most 100. */
function askedSize(limits: readonly string[]): AskedPage {
  const [text = ''] = limits;
  const odd = (sizedBy: RequirementId) => ({ sizedBy, limit: LIMIT.maximum, isExact: false });
  if (limits.length === 0)
    return { sizedBy: 'list.limit.default', limit: LIMIT.default, isExact: true, isDefault: true };
  if (limits.length > 1 || !/^(-?[1-9]\d{0,19}|0)$/.test(text)) return odd('list.limit.malformed');
  const limit = Number(text);
  if (limit > LIMIT.maximum) return odd('list.limit.above-maximum');
  if (limit < LIMIT.minimum) return odd('list.limit.below-minimum');
  if (limit === LIMIT.minimum) return { sizedBy: 'list.limit.minimum', limit, isExact: true };
  return { sizedBy: limit === LIMIT.maximum ? 'list.limit.maximum' : 'list.limit.honoured', limit, isExact: true };
}

/** A service may insist on a length (RFC 9110, 15.5.12). */
const LENGTH_REQUIRED = 411;

/** Whether a body in pieces was refused for its framing alone, which says nothing about the rest of the request. */
export function isRefusedInPieces({ cutAt }: WireRequest, status: number): boolean {
  return cutAt !== undefined && status === LENGTH_REQUIRED;
}

/** How a creation may be answered: what parsers read differently is open, a flaw gets 400, and a NewPet 201. */
function askedCreation(request: WireRequest, categories: readonly string[]): Route {
  const { body = '', headers, cutAt } = request;
  const type = headerOf(headers, 'content-type') ?? '';
  if (!isJsonType(type) || body.startsWith('\ufeff')) return OPEN;
  const value = jsonOf(body);
  if (isAmbiguous(body, value)) return OPEN;
  const flaw = flawOf(body, value);
  if (flaw !== undefined) return { decidedBy: flaw, allowed: exactly(400) };
  const { name, categoryId, status, ...others } = value as JsonObject & NewPet;
  const sent: NewPet = status === undefined ? { name, categoryId } : { name, categoryId, status };
  if ('id' in others) {
    const allowed = orRefused(201, ' with an id of its own');
    return { decidedBy: 'create.client-id', allowed, sent, clientId: others.id };
  }
  if (!isInteger(categoryId)) return OPEN;
  if (isUndecided(body) || Object.keys(others).length > 0) return { ...OPEN, sent };
  const isUsual = categories.includes(String(categoryId)) || !isUnusual(categoryId);
  const isPlain = cutAt === undefined && body === toJson(sent) && isUsual && !type.includes(';');
  const allowed = mayRefuseName(name) || categoryId < 1 ? orRefused(201) : exactly(201);
  return { decidedBy: petRequirement(sent, isPlain, isUsual), allowed, sent };
}

/** A service may refuse it, though it must keep it if it accepts it. */
export function mayRefuseName(name: string): boolean {
  return name.trim() === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name);
}

/** The requirement that refuses the body; undefined for a NewPet, with or without other fields. */
function flawOf(body: string, value: unknown): RequirementId | undefined {
  if (value === undefined) return isLenient(body) ? 'create.lenient-body' : 'create.bad-body';
  if (!isObject(value)) return 'create.bad-body';
  const { name, categoryId, status } = value;
  if (name === undefined || categoryId === undefined) {
    const loose = new Set(Object.keys(value).map((key) => key.replace(/[^a-z]/gi, '').toLowerCase()));
    return loose.has('name') && loose.has('categoryid') ? 'create.lenient-body' : 'create.missing-field';
  }
  // A fraction that no double can distinguish from an integer is not decided.
  const isNumber = isInteger(categoryId) || categoryId instanceof Fraction;
  if (typeof name !== 'string' || !isNumber) return 'create.wrong-type';
  if (isInteger(categoryId) && !isInt64(categoryId)) return 'create.out-of-range';
  if (status === null) return 'create.null-status';
  return status === undefined || isStatus(status) ? undefined : 'create.bad-status';
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

/** What is remarkable about a valid NewPet. */
function petRequirement({ name, categoryId, status }: NewPet, isPlain: boolean, isUsual: boolean): RequirementId {
  if (!isUsual && isLarge(categoryId)) return 'create.int64';
  if (!isPlain || !PLAIN_NAME.test(name)) return 'create.echo';
  return status ? 'create.with-status' : 'create.minimal';
}

/** Beyond what a double can represent. */
export function isLarge(categoryId: number | bigint): boolean {
  return !Number.isSafeInteger(Number(categoryId));
}

/** Beyond what many services use, though every one must keep it or, below 1, may refuse it. */
export function isUnusual(categoryId: number | bigint): boolean {
  return categoryId < 1 || categoryId >= 2 ** 31;
}

/** Digits with a sign, zeros, blanks or separators, in another alphabet, or in another notation. */
const OTHER_SPELLING = /^[+-]?0*[\p{Nd}\p{No}]([_,' \u00a0]?[\p{Nd}\p{No}]){0,18}(\.0+)?$|^0x[\da-f]{1,16}$/iu;

/** How a fetch may be answered. Whether a plain id is that of a pet is not in the request: petRequest decides it. */
function askedPet(segment: string): Route {
  const isPlain = /^(-?[1-9]\d*|0)$/.test(segment);
  if (isPlain && isInt64(BigInt(segment.slice(0, 30)))) return { ...OPEN, petId: segment };
  const isOther = !isPlain && OTHER_SPELLING.test((decoded(segment) ?? segment).trim());
  return isOther ? OPEN : { decidedBy: 'get.invalid-id', allowed: REFUSED };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
