import { UsageError } from '../basics/usage-error.ts';
import { isInt64 } from '../json/exact-json.ts';

/** Turns the text of a setting into its value. `name` is the flag, variable or option, for messages. */
export type Parse<T> = (text: string, name: string) => T;

export const asGiven: Parse<string> = (text) => text;

/** The key is never part of a message. */
export const parseApiKey: Parse<string> = (text, name) => {
  if (text.trim() === '') throw new UsageError(`${name} is empty: give the API key of the server.`);
  if (/^bearer\s/i.test(text)) {
    throw new UsageError(`${name} starts with the word Bearer: give the key alone, the suite adds the word.`);
  }
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text)) {
    throw new UsageError(`${name} has characters that a header cannot have: use printable ASCII, no spaces around it.`);
  }
  return text;
};

/**
 * The words of a command that no shell reads: separated by blanks, or a JSON array where a word has a blank or a
 * character that means something to a shell. It may have secrets, so no message quotes it.
 */
export const parseCommand: Parse<readonly string[]> = (text, name) => {
  const asArray = 'a JSON array, such as ["sh", "-c", "pass pets | head -n 1"]';
  if (text.trim() === '') throw new UsageError(`${name} is empty: give a command that prints the API key.`);
  if (text.trimStart().startsWith('[')) {
    const words = wordsIn(text);
    if (words === undefined) throw new UsageError(`${name} is not a list of words: write ${asArray}.`);
    return words;
  }
  if (!/["'`$|&;<>]/.test(text)) return text.trim().split(/\s+/);
  throw new UsageError(`${name} has quotes or other characters for a shell, and no shell reads it: write ${asArray}.`);
};

function wordsIn(text: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(text);
    const isList = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string');
    return isList && words[0] !== '' ? words : undefined;
  } catch {
    return undefined;
  }
}

export const parseInt64: Parse<string> = (text, name) => {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  if (isInt64(value)) return value.toString();
  throw new UsageError(`${name} contains ${quoted(text)}, which is not an int64: give integers separated by commas.`);
};

export const parseBoolean: Parse<boolean> = (text, name) => {
  const word = text.toLowerCase();
  if (['true', '1', 'yes'].includes(word)) return true;
  if (['false', '0', 'no'].includes(word)) return false;
  throw new UsageError(`${name} is ${quoted(text)}: use true or false (or 1, 0, yes, no).`);
};

export function wholeNumber(least: number, most: number): Parse<number> {
  return numberLike(/^-?\d+$/, 'a whole number', least, most);
}

export function decimalNumber(least: number, most: number): Parse<number> {
  return numberLike(/^\d+(\.\d+)?$/, 'a number', least, most);
}

/** Seconds, as people write them, into milliseconds, as timers take them. */
export function seconds(least: number, most: number): Parse<number> {
  const parse = numberLike(/^\d+(\.\d+)?$/, 'seconds', least, most);
  return (text, name) => Math.round(parse(text, name) * 1000);
}

function numberLike(pattern: RegExp, what: string, least: number, most: number): Parse<number> {
  return (text, name) => {
    const value = pattern.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${name} is ${quoted(text)}: give ${what} from ${least} to ${most}.`);
  };
}

export const parseDate: Parse<string> = (text, name) => {
  // A day that a month does not have rolls over to the next month, or is not a date at all and gives null.
  const day = new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 'YYYY-MM-DD'.length);
  if (day === text) return text;
  throw new UsageError(`${name} is ${quoted(text)}: give a date that exists, written YYYY-MM-DD.`);
};

export interface ReporterChoice {
  readonly name: string;
  /** Standard output unless given. */
  readonly file?: string;
}

export const parseReporter: Parse<ReporterChoice> = (text, name) => {
  const [, reporter = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (file === '') throw new UsageError(`${name} ${quoted(text)} has no file: write ${reporter}=FILE.`);
  return { name: reporter, ...(file !== undefined && { file }) };
};

export function quoted(text: string): string {
  return JSON.stringify(text);
}
