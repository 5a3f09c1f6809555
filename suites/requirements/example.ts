import { toJson } from '../../harness/json/exact-json.ts';
import type { ShownExample } from '../../harness/model/report.ts';
import type { Headers } from '../../harness/model/wire.ts';
import type { NewPet, Pet } from '../reading/document.ts';

/**
 * A request and its right answer. Bodies are JSON values; one that is no valid JSON is its text. A test holds each
 * example against the check of its requirement, `explain` prints it, and a report shows it beside a wrong answer.
 */
export interface Example {
  /** What happened before. */
  readonly given?: readonly ExampleExchange[];
  readonly right: ExampleExchange;
  /** What shows later that it was right. */
  readonly later?: readonly ExampleExchange[];
}

interface ExampleRequest {
  readonly method: 'GET' | 'POST';
  /** Behind that of the base URL. */
  readonly path: string;
  readonly options: RequestOptions;
  readonly body?: unknown;
}

export interface ExampleExchange extends ExampleRequest {
  readonly answer: ExampleAnswer;
}

interface RequestOptions {
  /** The value of Authorization, in which KEY stands for the key; null for none. The right key unless given. */
  readonly credential?: string | null;
  /** application/json unless given. */
  readonly contentType?: string;
}

interface ExampleAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Besides `Content-Type: application/json`, which every answer has that does not name another type. */
  readonly headers: Headers;
}

/* Requests. */

function listRequest(query: string, options: RequestOptions = {}): ExampleRequest {
  return { method: 'GET', path: query === '' ? '/pets' : `/pets?${query}`, options };
}

function getRequest(id: string | number, options: RequestOptions = {}): ExampleRequest {
  return { method: 'GET', path: `/pets/${id}`, options };
}

function postRequest(body: unknown, options: RequestOptions = {}): ExampleRequest {
  return { method: 'POST', path: '/pets', options, body };
}

/* Requests with an answer. */

export function list(query: string, answer: ExampleAnswer, options?: RequestOptions): ExampleExchange {
  return { ...listRequest(query, options), answer };
}

export function get(id: string | number, answer: ExampleAnswer, options?: RequestOptions): ExampleExchange {
  return { ...getRequest(id, options), answer };
}

export function post(body: unknown, answer: ExampleAnswer, options?: RequestOptions): ExampleExchange {
  return { ...postRequest(body, options), answer };
}

/** Creations that are answered as they should be. */
export function created(...pets: readonly Pet[]): readonly ExampleExchange[] {
  return pets.map(({ id, ...sent }) => post(sent, made({ id, ...sent })));
}

/* Answers. */

export const ok = (body: unknown, headers: Headers = []): ExampleAnswer => ({ status: 200, body, headers });
export const made = (body: unknown): ExampleAnswer => ({ status: 201, body, headers: [] });

const ERRORS = {
  400: { code: 'bad_request', message: 'The request is not valid.', status: 400 },
  401: { code: 'unauthorized', message: 'The key is missing or wrong.', status: 401 },
  404: { code: 'not_found', message: 'There is no such pet.', status: 404 },
  415: { code: 'unsupported_media_type', message: 'The body has to be JSON.', status: 415 },
} as const;

export function error(status: keyof typeof ERRORS): ExampleAnswer {
  const challenge = ['WWW-Authenticate', 'Bearer'] as const;
  return { status, body: ERRORS[status], headers: status === 401 ? [challenge] : [] };
}

/* Pets. */

export const REX: Pet & NewPet = { id: 7, name: 'Rex', categoryId: 3 };
export const SOLD: Pet = { ...REX, status: 'sold' };

export function pets(count: number, fields: Partial<NewPet> = {}): readonly Pet[] {
  return Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Pet ${at + 1}`, categoryId: 3, ...fields }));
}

/** A name by which a run recognises a pet that it sent. */
export const MARKED: NewPet = { name: 'conformance-example-0001', categoryId: 3 };

/* In words. */

export function shownExample({ given = [], right, later = [] }: Example): ShownExample {
  return {
    ...(given.length > 0 && { given: inShort(given) }),
    request: requestText(right),
    answer: answerText(right.answer),
    ...(later.length > 0 && { later: inShort(later) }),
  };
}

/** The first of several that are alike stands for all of them. */
function inShort(exchanges: readonly ExampleExchange[]): string {
  const isLike = (one: ExampleExchange, other: ExampleExchange) =>
    one.method === other.method && one.path === other.path && one.answer.status === other.answer.status;
  const firsts = exchanges.filter((one, at) => exchanges.findIndex((other) => isLike(one, other)) === at);
  const lines = firsts.map((first) => {
    const more = exchanges.filter((one) => isLike(one, first)).length - 1;
    const line = `${requestText(first)} → ${answerText(first.answer)}`;
    return more === 0 ? line : `${line}, and ${more} more of these`;
  });
  return lines.join('\n');
}

/** "GET /pets (Authorization: Basic KEY)" */
function requestText({ method, path, options, body }: ExampleRequest): string {
  const { credential, contentType } = options;
  const remarks: string[] = [];
  if (credential === null) remarks.push('no Authorization');
  else if (credential !== undefined) remarks.push(`Authorization: ${credential}`);
  if (contentType !== undefined) remarks.push(`Content-Type: ${contentType}`);
  return joined([`${method} ${path}`, inBrackets(remarks), bodyText(body)]);
}

/** '401 (WWW-Authenticate: Bearer) {"code":…}' */
function answerText({ status, headers, body }: ExampleAnswer): string {
  const remarks = headers.map(([name, value]) => `${name}: ${value}`);
  return joined([String(status), inBrackets(remarks), bodyText(body)]);
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');
const inBrackets = (remarks: readonly string[]) => (remarks.length === 0 ? '' : `(${remarks.join(', ')})`);

/** Longer lists keep their ends. */
const SHOWN_PETS = 3;

function bodyText(body: unknown): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (!Array.isArray(body) || body.length <= SHOWN_PETS) return toJson(body);
  return `[${toJson(body[0])}, … ${toJson(body.at(-1))}] (${body.length} pets)`;
}
