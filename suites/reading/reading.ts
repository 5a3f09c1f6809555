import { memoize } from '../../harness/basics/memoize.ts';
import { identityOf, isInteger, isObject, type JsonObject, toJson } from '../../harness/json/exact-json.ts';
import { compileSchema } from '../../harness/json/schema.ts';
import { bodyOf, bodyText } from '../../harness/model/body.ts';
import { type Exchange, isGatewayAnswer as isOfGatewayBy } from '../../harness/model/exchange.ts';
import { type NewPet, type Pet, petsInWords, SUCCESS } from './document.ts';
import { type Asked, classify, headerOf } from './request.ts';
import type { Scope } from './scope.ts';

/** An exchange with what it asked for and what its body says. */
export type Reading = Readonly<ReturnType<typeof readAnew>>;

const TYPES = compileSchema(['pet-status', 'new-pet', 'pet', 'error']);
/** What is wrong with a Pet, in words. */
export const petProblem = onceForEach(TYPES.problemOf('pet'));
/** What is wrong with an Error, in words. */
export const errorProblem = onceForEach(TYPES.problemOf('error'));

/** A record is decided several times, and every rule about a pet asks whether it is valid. */
function onceForEach(problemOf: (value: unknown) => string | undefined): typeof problemOf {
  const known = memoize((value: object) => ({ problem: problemOf(value) }));
  return (value) => (typeof value === 'object' && value !== null ? known(value).problem : problemOf(value));
}

export function isError(json: unknown): json is JsonObject & { code: string; message: string; status: number } {
  return errorProblem(json) === undefined;
}

/** Every exchange of a target is read once, however often the record is checked. */
const readingsOf = memoize((scope: Scope) => memoize((exchange: Exchange) => readAnew(exchange, scope)));

export function read(exchange: Exchange, scope: Scope): Reading {
  return readingsOf(scope)(exchange);
}

/** Requirements that are about requests with random or concurrent input: their probes are named after them. */
const PROPERTIES = ['create.invalid', 'history.agrees'] as const;

/** What a list has beyond so many pets is not looked at: that it is far too long is enough. */
export const READ_PETS = 250;

/** In characters: any Pet or Error that is not odd. */
const KEPT_TEXT = 1000;

function readAnew(exchange: Exchange, scope: Scope) {
  const { request, status } = exchange;
  const { method, path, headers, cutAt } = request;
  const asked = classify(request, scope);
  const { operation } = asked;
  const { text, json: whole, problem } = bodyOf(exchange);
  const json: unknown = Array.isArray(whole) ? whole.slice(0, READ_PETS) : whole;
  /** The pets of a list, or the one of a creation or a fetch, as far as they are objects. */
  const pets = operation === 'listPets' ? petsIn(json) : isObject(json) ? [json] : undefined;
  // A page is decoded again where a rule looks at its text: hundreds of them would take much memory.
  const kept = text.length <= KEPT_TEXT ? text : undefined;
  const lazy = {
    get text(): string {
      return kept ?? bodyText(exchange);
    },
  };
  return Object.assign(lazy, exchange, {
    asked,
    /**
     * The same for the same request, byte for byte, behind another one or not: repeats may need a connection of their own.
     * A creation is rarely sent twice: its name has a number.
     */
    key: [method, path, cutAt, exchange.connection === 'reused', request.body, ...headers].join('\n'),
    json,
    /** Why the body is not JSON in UTF-8. */
    problem,
    /** The property that sent it. */
    property: PROPERTIES.find((id) => id === exchange.probe),
    /** Accepted with the right key: other requests can be compared with it. */
    isSuccess: asked.credential === 'right' && isSuccessful(asked, status, json, pets),
    pets,
    /** As many pets as were asked for; undefined unless it is a page. */
    isFull: asked.page && pets && pets.length >= asked.page.limit,
    ids: (pets?.map(({ id }) => identityOf(id)) ?? []) as readonly string[],
  });
}

/** The documented status, or another 2xx with the right body, which is wrong by itself and hides nothing else. */
function isSuccessful(
  { operation, sent }: Asked,
  status: number,
  json: unknown,
  pets: readonly JsonObject[] | undefined,
): boolean {
  if (operation === undefined || status < 200 || status >= 300) return false;
  if (status === SUCCESS[operation]) return true;
  if (operation === 'listPets') return pets !== undefined;
  return petOf(json) !== undefined && (!sent || isEchoed(sent, json));
}

/** White space at the ends of a name is a matter of create.whitespace alone. */
export function isSameName(sent: unknown, given: unknown): boolean {
  return typeof sent === 'string' && typeof given === 'string' && sent.trim() === given.trim();
}

/** Every field came back as it was sent. */
export function isEchoed(sent: NewPet, json: unknown): boolean {
  return (
    isObject(json) &&
    Object.entries(sent).every(([field, value]) =>
      field === 'name' ? isSameName(value, json.name) : same(json[field], value),
    )
  );
}

/** null for no pet and a lone pet for one count as what they mean, so that a wrong special case hides nothing else. */
function petsIn(json: unknown): readonly JsonObject[] | undefined {
  if (Array.isArray(json)) return json.every(isObject) ? json : undefined;
  if (json === null) return [];
  return isObject(json) && json.id !== undefined ? [json] : undefined;
}

/** Compares integers digit for digit. */
export function same(a: unknown, b: unknown): boolean {
  return isInteger(a) && isInteger(b) ? BigInt(a) === BigInt(b) : a === b;
}

/**
 * Whether something in front of the service answered: 408, 502, 503 or 504 with a body that is not an Error. The same status
 * with an Error is the service's own, and a violation of errors.no-5xx. 503 with Retry-After is a rate limit.
 *
 * A gateway may answer for a service that crashes over an input. So the run repeats such a request: if it gets the same
 * three times more while a plain request is answered, a later exchange concludes that the input is the cause
 * (`conclusionsIn` in world/excuses.ts), and it is a violation all the same. Otherwise the exchange is excused.
 */
export function isOfGateway(reading: Reading): boolean {
  return isOfGatewayBy(reading, isError(reading.json));
}

export function isAccepted({ status }: Reading): boolean {
  return status >= 200 && status < 300;
}

/** The value, if it is a valid Pet. */
export function petOf(value: unknown): Pet | undefined {
  return petProblem(value) === undefined ? (value as unknown as Pet) : undefined;
}

/** In characters: a report shows longer texts only where it shows the whole exchange. */
const LONGEST_SHOWN = 200;

/** What matters of an answer: "200 with 20 pets". Nothing of a body is cut, which might cut a secret in two. */
export function describe(reading: Reading): string {
  const { status, unreadable, failure } = reading;
  if (status === 0) return `no response: ${failure?.message ?? 'unknown'}`;
  if (unreadable) return `${status} with a body that cannot be read: ${unreadable.message}`;
  return `${status} with ${bodyInWords(reading)}`;
}

function bodyInWords({ text, json, pets, problem, headers }: Reading): string {
  if (text === '') return 'no body';
  if (Array.isArray(json) && pets) return `${petsInWords(pets.length)}${pets.length === READ_PETS ? ' or more' : ''}`;
  if (isError(json)) return `the Error ${shownText(json.code)}: ${shownText(json.message)}`;
  if (problem === undefined && text.length <= LONGEST_SHOWN) return text;
  const type = headerOf(headers, 'content-type')?.split(';')[0] ?? 'a body without a type';
  return problem === undefined ? `JSON of ${text.length} characters` : `${type}, ${shownText(text)}`;
}

function shownText(text: string): string {
  return text.length <= LONGEST_SHOWN ? toJson(text) : `${text.length} characters`;
}

export function show(value: unknown): string {
  return value === undefined ? 'absent' : toJson(value);
}

/** What is surely one and the same condition. */
export function conditionOf({ asked, status, request }: Reading): string | undefined {
  if (status === 401 && asked.credential === 'missing') return 'no credential';
  if (status === 404 && asked.petId !== undefined && asked.credential === 'right') return 'no such pet';
  // A body in pieces may be read in part.
  return status === 400 && request.body !== undefined && request.cutAt === undefined
    ? `body ${request.body}`
    : undefined;
}
