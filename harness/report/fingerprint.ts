import { createHash } from 'node:crypto';
import type { Exchange } from './model.ts';

const LENGTH = 11;
const LONGEST_TEXT = 300;
const DEEPEST = 3;

/**
 * The part of a violation that is the same in every run: the requirement, the kind of request and of answer, what was
 * expected and found, without the names, numbers and bodies that every run chooses anew. Words that are alike count as
 * one.
 */
export function fingerprintOf(
  id: string,
  { expected = '', actual = '' }: { readonly expected?: string; readonly actual?: string },
  decisive: Exchange | undefined,
  alike: readonly string[],
): string {
  const answer = decisive?.response?.status ?? decisive?.failure?.kind ?? 'none';
  const generic = (text: string) => alike.reduce((rest, word) => rest.replaceAll(word, 'x0'), text);
  const parts = [id, generic(requestShape(decisive)), answer, ...[expected, actual].map(generic).map(shapeOf)];
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex');
  // The letter keeps YAML from reading it as a number.
  return `f${digest.slice(0, LENGTH)}`;
}

function requestShape(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'none';
  const { operation = 'none', request } = exchange;
  const { searchParams } = new URL(request.url);
  const query = [...searchParams].map(([name, value]) => `${name}=${wordShape(value)}`);
  return [operation, request.method, schemeOf(request), ...query, bodyShape(request.body ?? '')].join(' ');
}

function schemeOf({ headers }: Exchange['request']): string {
  const credential = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (credential === undefined) return 'no credential';
  const [scheme = '', ...rest] = credential.split(' ');
  return rest.length === 0 ? 'one word' : scheme;
}

/** A body quoted in a sentence counts by its fields. */
function shapeOf(text: string): string {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (start < 0 || end <= start) return wordsShape(text);
  return [wordsShape(text.slice(0, start)), bodyShape(text.slice(start, end)), wordsShape(text.slice(end))].join(' ');
}

function wordsShape(text: string): string {
  const unquoted = text.slice(0, LONGEST_TEXT).replace(/"(?:[^"\\]|\\.)*("|$)/g, '"');
  const words = unquoted.split(/\s+/);
  const isStatus = (word: string, index: number) =>
    /^[1-5]\d\d$/.test(word) && (words[index - 1] === 'status' || words.length === 1);
  return words.map((word, index) => (isStatus(word, index) ? word : wordShape(word))).join(' ');
}

/** A word with a digit is an amount, an identifier or the mark of a run. */
function wordShape(word: string): string {
  if (/^-?\d+$/.test(word)) return '0';
  return /\d/.test(word) ? 'x0' : word;
}

function bodyShape(text: string): string {
  try {
    return kindOf(JSON.parse(text), DEEPEST);
  } catch {
    return text === '' ? 'nothing' : 'no JSON';
  }
}

function kindOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  if (depth === 0) return 'object';
  const fields = Object.entries(value).map(([name, field]) => `${name}:${kindOf(field, depth - 1)}`);
  return `{${fields.sort().join()}}`;
}
