import { memoize } from '../../harness/basics/memoize.ts';
import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import type { Violation } from '../decisions/findings.ts';
import { LIMIT } from '../reading/document.ts';
import { isError, petProblem, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { World } from '../world/world.ts';
import { kindOf } from './changes.ts';

/** What came back, without what differs from run to run. Found once: a violation is looked up with every story. */
export const answersOf = memoize(({ id, reading }: Violation): readonly string[] => {
  const { asked, status, json, failure, unreadable } = reading;
  if (status === 0) return [`${asked.operation}: ${failure?.kind}`];
  return [
    `${asked.operation}: ${status}`,
    ...(unreadable ? [`body broken: ${unreadable.kind}`] : []),
    ...(isOfForm(id) || status < 400 ? formOf(id, reading) : []),
    ...(json === undefined && status < 400 ? [`text ${inText(reading).kind}`] : []),
    ...headersOf(id, reading),
  ];
});

/** The body of a refusal is what requirements on errors and bodies are about. Elsewhere it is a matter of the server. */
const isOfForm = (id: RequirementId) => id.startsWith('errors.') || id.startsWith('body.');

function formOf(id: RequirementId, reading: Reading): readonly string[] {
  const { headers, json, status } = reading;
  const type = headerOf(headers, 'content-type')?.split(';')[0] ?? 'none';
  return [
    ...(id === 'body.content-type' || !/^application\/json$/i.test(type) ? [`type ${type}`] : []),
    ...(status >= 400 ? errorShape(json) : successShape(json)),
    ...(inText(reading).isMarked ? ['behind a mark'] : []),
    ...(id === 'body.json' && inText(reading).isBroken ? ['not UTF-8'] : []),
    ...(json === undefined && status >= 400 ? [`text ${inText(reading).kind}`] : []),
  ];
}

function headersOf(id: RequirementId, { headers, text, json }: Reading): readonly string[] {
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

/** A body may be megabytes long, and several requirements are violated by it. */
const inText = memoize(({ text }: Reading) => ({
  kind: textKind(text),
  isMarked: text.startsWith('\ufeff'),
  isBroken: text.includes('\ufffd'),
}));

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
  return ['id', 'name', 'categoryId', 'status'].map((field) => {
    const value = json[field];
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
  return isError(json) ? [fields.at(-1) ?? ''] : fields;
}

/** Which pages fail, and how long they are where another length is right. */
export function pagesOf({ id, petId, reading }: Violation, world: World): readonly string[] {
  const { asked, pets, isFull } = reading;
  if (!asked.page || !pets || !id.startsWith('list.')) return [];
  const { filter, limitKind, limit, isExact } = asked.page;
  const about = [filter ? `filter ${filter}` : 'no filter', `${limitKind} limit`, isFull ? 'full page' : 'short page'];
  if (petId !== undefined || !/^list\.(limit|status)/.test(id)) return about;
  const difference = pets.length - limit;
  return [
    ...about,
    ...(isExact ? [difference > 1 ? 'too many' : difference < -1 ? 'too few' : `${difference} pets`] : []),
    ...(pets.length > LIMIT.maximum || pets.length >= world.count(filter) - 1 ? ['everything'] : []),
    ...(isExact && pets.length % 10 === 0 && limit % 10 !== 0 ? ['in tens'] : []),
  ];
}
