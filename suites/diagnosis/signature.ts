import { identityOf, isInteger, isObject } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { memoize } from '../memoize.ts';
import { LIMIT } from '../specification/document.ts';
import type { Violation } from '../specification/findings.ts';
import type { Decision } from '../specification/index.ts';
import { isError, petProblem, type Reading } from '../specification/reading.ts';
import { headerOf } from '../specification/request.ts';
import type { World } from '../specification/world.ts';
import { absencesOf } from './absences.ts';
import { changesOf, kindOf } from './changes.ts';

/** What a failing run shows, in words that other runs with the same defect share. */
export interface Signature {
  /** For every requirement that is violated: what is particular about its violations. */
  readonly failed: ReadonlyMap<RequirementId, ReadonlySet<string>>;
  /** The requirements that were decided, one way or the other. */
  readonly decided: ReadonlySet<RequirementId>;
  /** The values that were sent. */
  readonly sent: ReadonlySet<string>;
}

/** Before an aspect that is a value of the input. */
export const VALUE = 'for ';

/** Of harmless inputs, some request was answered rightly in every respect. */
export function signatureOf(decisions: readonly Decision[], world: World, harmless: ReadonlySet<string>): Signature {
  const failed = decisions.filter(({ outcome }) => outcome === 'fail');
  const decided = decisions.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  return {
    failed: new Map(failed.map((decision) => [decision.id, new Set(aspectsOf(decision, world, harmless))])),
    decided: new Set(decided.map(({ id }) => id)),
    sent: new Set(world.readings.flatMap(valuesOf)),
  };
}

/** The ids of the values that distinguish a request from a plain one. */
function valuesOf({ input = [] }: Reading): readonly string[] {
  return input;
}

function aspectsOf(decision: Decision, world: World, harmless: ReadonlySet<string>): readonly string[] {
  const { id, violations, intermittent, applied } = decision;
  return [
    ...violations.flatMap((violation) => [...answerOf(violation), ...changeIn(violation, world), ...pageOf(violation)]),
    ...culprits(violations, harmless).map((value) => `${VALUE}${value}`),
    ...(/^(list\.|get\.found|deprecation\.replacement|history)/.test(id) ? absencesOf(violations, world) : []),
    ...sizesOf(violations, world),
    ...commonTo(violations, world),
    ...(intermittent ? ['not each time'] : []),
    ...sharesOf(new Set(violations.map(({ reading }) => reading)).size / Math.max(1, applied)),
  ];
}

/** Each share that is reached, so that runs a little below and above one of them differ in one aspect only. */
const SHARES = [0.95, 0.4, 0.1, 0.03];

function sharesOf(share: number): readonly string[] {
  return SHARES.map((least) => `${share >= least ? 'in' : 'not in'} ${least * 100} % of responses`);
}

/** What came back, without what differs from run to run. */
function answerOf({ id, reading }: Violation): readonly string[] {
  const { asked, status, json, headers, text, failure, unreadable } = reading;
  const named = /\.(listPets|createPet|getPet)$/.test(id) ? [] : [`on ${asked.operation}`];
  if (status === 0) return [...named, `no answer: ${failure?.kind}`];
  const type = headerOf(headers, 'content-type')?.split(';')[0] ?? 'none';
  return [
    ...named,
    `answered ${status}`,
    ...(unreadable ? [`body broken: ${unreadable.kind}`] : []),
    ...(id === 'body.content-type' || !/^application\/json$/i.test(type) ? [`type ${type}`] : []),
    ...(id.startsWith('errors.') || status >= 400 ? errorShape(json) : successShape(json)),
    ...(json === undefined ? [`text ${textKind(text)}`] : []),
    ...(text.startsWith('\ufeff') ? ['behind a mark'] : []),
    ...(id === 'body.json' && text.includes('\ufffd') ? ['not UTF-8'] : []),
    ...headerAspects(id, reading),
  ];
}

function headerAspects(id: RequirementId, { headers, text, json }: Reading): readonly string[] {
  if (id === 'auth.challenge') return [`challenge ${headerOf(headers, 'www-authenticate')?.split(' ')[0] ?? 'none'}`];
  if (id === 'errors.no-leak') return [/\n\s*at |\.[jt]s:\d/.test(text) ? 'stack trace' : 'credential'];
  if (id === 'errors.informative')
    return [isError(json) && json.code && json.message ? 'codes differ' : 'empty code or message'];
  if (!id.startsWith('deprecation.')) return [];
  return ['deprecation', 'sunset'].map((name) => {
    const value = headerOf(headers, name);
    return `${name} ${value === undefined ? 'none' : value.replace(/\b[A-Z][a-z]{2}\b/g, 'Xxx').slice(0, 40)}`;
  });
}

function textKind(text: string): string {
  if (text.trim() === '') return 'empty';
  const first = text.trimStart().charAt(0);
  if (first === '<') return /<html|<!doctype/i.test(text) ? 'html' : 'xml';
  if (first !== '{' && first !== '[') return 'words';
  if (/,\s*[}\]]/.test(text)) return 'with a trailing comma';
  return /\bNaN\b/.test(text) ? 'with NaN' : 'like JSON';
}

function successShape(json: unknown): readonly string[] {
  if (json === undefined) return [];
  if (Array.isArray(json)) return [json.length === 0 ? 'an empty list' : 'a list'];
  if (!isObject(json)) return [kindOf(json)];
  if (petProblem(json) === undefined) return ['a pet'];
  return [`an object with ${Object.keys(json).sort().slice(0, 6).join(' ')}`, ...petShape(json)];
}

function petShape(pet: Readonly<Record<string, unknown>>): readonly string[] {
  return ['id', 'name', 'categoryId', 'status'].map((field) => {
    const value = pet[field];
    const shown = field === 'status' && typeof value === 'string' ? JSON.stringify(value) : kindOf(value);
    return `${field} is ${value === undefined ? 'absent' : shown}`;
  });
}

function errorShape(json: unknown): readonly string[] {
  if (json === undefined) return [];
  if (!isObject(json)) return [`error is ${kindOf(json)}`];
  const fields = ['code', 'message', 'status'].map((field) => {
    const value = json[field];
    if (field === 'status' && isInteger(value)) return `status in the body ${value}`;
    return `${field} is ${value === undefined ? 'absent' : kindOf(value)}`;
  });
  return isError(json) ? [fields.at(-1) ?? ''] : [...fields, `error with ${Object.keys(json).sort().join(' ')}`];
}

/** Which field of a pet changed, and how. */
function changeIn({ reading, petId, changed, id, earlier }: Violation, world: World): readonly string[] {
  const { asked, pets = [], ids, json } = reading;
  if (earlier)
    return [
      `after ${earlier.status} on ${earlier.asked.operation}`,
      ...valuesOf(earlier).map((value) => `${VALUE}${value}`),
    ];
  if (asked.operation === 'createPet') {
    const given = isObject(json) ? json : {};
    if (changed === undefined || !asked.sent) return id.startsWith('create.') ? storedAs(reading, id) : [];
    return describeChange(changed, asked.sent[changed as keyof typeof asked.sent], given[changed]);
  }
  if (changed === undefined || petId === undefined) return shownPet(reading, petId, id);
  const own = world.pets.get(petId)?.pet;
  const given = asked.operation === 'getPet' ? pets[0] : pets[ids.indexOf(petId)];
  return describeChange(changed, own?.[changed as keyof typeof own], given?.[changed]);
}

function describeChange(field: string, before: unknown, after: unknown): readonly string[] {
  return [`${field} differs`, ...changesOf(before, after).map((change) => `${field} ${change}`)];
}

/** What became of a body that should have been refused. */
function storedAs({ json, status, request }: Reading, id: RequirementId): readonly string[] {
  if (status >= 400 || !isObject(json)) return [];
  if (/status/.test(id)) return [`stored status ${json.status ?? 'none'}`];
  const isMarked = /^conformance-/.test(String(json.name));
  const name = typeof json.name === 'string' && !isMarked ? JSON.stringify(json.name).slice(0, 20) : kindOf(json.name);
  const { categoryId } = json;
  const isSent = isInteger(categoryId) && new RegExp(`(?<!\\d)${categoryId}(?!\\d)`).test(request.body ?? '');
  const category = isSent
    ? 'as sent'
    : isInteger(categoryId) && categoryId >= 0 && categoryId < 2
      ? categoryId
      : 'other';
  return [`stored name ${name}`, `stored category ${category}`];
}

/** Which pet was shown where another one, or none, was expected. */
function shownPet({ asked, json, pets = [], ids, request }: Reading, petId: string | undefined, id: string) {
  if (asked.operation === 'getPet') {
    if (!isObject(json) || json.id === undefined) return [];
    const isSame = request.path.endsWith(`/${identityOf(json.id)}`);
    return [isSame ? 'the id asked for' : 'another id', `pet ${json.id === 1 ? 'first' : 'later'}`];
  }
  if (id === 'list.status.only' && petId !== undefined) {
    const status = pets[ids.indexOf(petId)]?.status ?? 'no status';
    return [`shows ${status}`, `shows ${status} under ${asked.page?.filter}`];
  }
  if (id === 'list.unique' && petId !== undefined) {
    const at = ids.indexOf(petId);
    return [at === 0 ? 'the first twice' : at >= ids.length - 2 ? 'the last twice' : 'another twice'];
  }
  return [];
}

function pageOf({ reading: { asked, isFull }, id }: Violation): readonly string[] {
  if (!asked.page || !id.startsWith('list.')) return [];
  const { filter, isDefault, limit } = asked.page;
  const kind = isDefault
    ? 'default'
    : limit === LIMIT.maximum
      ? 'maximum'
      : limit === LIMIT.minimum
        ? 'minimum'
        : 'other';
  return [`${filter ? `filter ${filter}` : 'no filter'}`, `${kind} limit`, isFull ? 'full page' : 'short page'];
}

/** How long pages are where another length is right. */
function sizesOf(violations: readonly Violation[], world: World): readonly string[] {
  const pages = violations.filter(({ id, petId }) => petId === undefined && /^list\.(limit|status)/.test(id));
  return pages.flatMap(({ reading: { asked, pets } }) => {
    if (!asked.page || !pets) return [];
    const { limit, filter, isExact } = asked.page;
    const size = pets.length;
    const difference = size - limit;
    return [
      `page of ${[0, 1, 2, 10, 20, 50, 80, 99, 100, 101].includes(size) ? size : 'another size'}`,
      ...(isExact ? [difference > 1 ? 'too many' : difference < -1 ? 'too few' : `${difference} pets`] : []),
      ...(size > LIMIT.maximum || size >= world.count(filter) - 1 ? ['everything'] : []),
      ...(isExact && size % 10 === 0 && limit % 10 !== 0 ? ['in tens'] : []),
    ];
  });
}

/** The values of the smallest failing inputs, without those that are harmless by themselves. */
function culprits(violations: readonly Violation[], harmless: ReadonlySet<string>): readonly string[] {
  const inputs = violations.map(({ reading }) => {
    const values = valuesOf(reading);
    const suspects = values.filter((value) => !harmless.has(value));
    return suspects.length > 0 ? suspects : values;
  });
  return inputs.filter((input) => !inputs.some((other) => isWithin(other, input))).flat();
}

function isWithin(other: readonly string[], input: readonly string[]): boolean {
  return other.length > 0 && other.length < input.length && other.every((value) => input.includes(value));
}

const FEWEST = 3;
/** What so many other requests of the kind share as well is no particularity. */
const USUAL_SHARE = 0.6;

/** What all the violations have in common, and most requests of the same kind do not. */
function commonTo(violations: readonly Violation[], world: World): readonly string[] {
  const readings = [...new Set(violations.map(({ reading }) => reading))];
  if (readings.length < FEWEST) return [];
  const kindOfRequest = ({ asked }: Reading) => `${asked.operation} ${asked.credential}`;
  const kinds = new Set(readings.map(kindOfRequest));
  const alike = world.readings.filter((reading) => kinds.has(kindOfRequest(reading)));
  return Object.entries(CIRCUMSTANCES).flatMap(([name, circumstanceOf]) => {
    const found = new Set(readings.map((reading) => circumstanceOf(reading, world)));
    const [only] = found;
    if (found.size > 1 || only === undefined) return [];
    const sharing = alike.filter((reading) => circumstanceOf(reading, world) === only);
    return sharing.length <= alike.length * USUAL_SHARE ? [`only ${name} ${only}`] : [];
  });
}

type Circumstance = (reading: Reading, world: World) => string | undefined;

const LATE = 200;
const SILENCE_MS = 250;

const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  accept: ({ request }) => {
    const accept = headerOf(request.headers, 'accept') ?? 'none';
    return accept === 'application/json' ? undefined : accept;
  },
  connection: ({ connection, after }) => connection ?? (after === undefined ? undefined : 'carried another'),
  pieces: ({ request }) => (request.cutAt === undefined ? undefined : 'yes'),
  filter: ({ asked }) => asked.page && (asked.page.filter ?? 'none'),
  query: ({ asked, request }) => asked.page && (request.path.includes('?') ? 'yes' : 'no'),
  'pet status': ({ asked }, { pets }) => {
    const pet = asked.sent ?? pets.get(asked.petId ?? '')?.pet;
    return pet && (pet.status ?? 'none');
  },
  parity: ({ asked }) => (asked.petId ? (BigInt(asked.petId) % 2n === 0n ? 'even' : 'odd') : undefined),
  time: ({ number }) => (number > LATE ? 'late' : undefined),
  beside: (reading, world) =>
    creationsIn(world).some((other) => areBeside(reading, other)) ? 'a creation' : undefined,
  silence: ({ sentAt }, world) => {
    const before = world.readings.filter((other) => other.sentAt < sentAt).map(({ answeredAt }) => answeredAt);
    return before.length > 0 && sentAt - Math.max(...before) > SILENCE_MS ? 'before' : undefined;
  },
};

const creationsIn = memoize(({ readings }: World) => readings.filter(({ asked }) => asked.operation === 'createPet'));

function areBeside(one: Reading, other: Reading): boolean {
  return one !== other && one.sentAt < other.answeredAt && other.sentAt < one.answeredAt;
}
