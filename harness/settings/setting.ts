import { type Parse, parseBoolean, seconds, wholeNumber } from './parsers.ts';
import { UsageError } from './usage-error.ts';

/** One setting, in the words that the help, the example file and the documents all use. */
export interface Setting<T> {
  /** Absent if no command line may change it. */
  readonly flag?: string;
  readonly variable: string;
  /** Absent for a switch. */
  readonly placeholder?: string;
  readonly description: string;
  /** The default as shown to the user. */
  readonly default: string;
  readonly fallback: () => T;
  /** Takes every value given: a setting that is not a list keeps the last. */
  readonly parse: ParseAll<T>;
  /** For programs, which give milliseconds where people write seconds. */
  readonly parseFromProgram?: ParseAll<T>;
}

type ParseAll<T> = (values: readonly string[], name: string) => T;

interface Words {
  /** `--flag PLACEHOLDER`, or the variable if there is no flag. */
  readonly usage: string;
  /** The flag in capitals unless given. */
  readonly variable?: string;
  readonly description: string;
  readonly default?: string;
}

export function setting<T>({ usage, ...words }: Words, fallback: () => T, parse: ParseAll<T>): Setting<T> {
  const [name = '', placeholder] = usage.split(' ');
  const flag = name.startsWith('--') ? name.slice(2) : undefined;
  return {
    ...(flag && { flag }),
    variable: flag ? `PETSTORE_${flag.toUpperCase().replaceAll('-', '_')}` : name,
    ...(placeholder && { placeholder }),
    default: 'none',
    ...words,
    fallback,
    parse,
  };
}

export function last<T>(parse: Parse<T>): ParseAll<T> {
  return (values, name) => parse(values.at(-1) ?? '', name);
}

export function list<T>(parse: Parse<T>): ParseAll<readonly T[]> {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
    if (items.includes('')) throw new UsageError(`${name} contains an empty item: separate values with single commas.`);
    return items.map((item) => parse(item, name));
  };
}

/** For values that may contain commas: one on each line. */
export function lines<T>(parse: Parse<T>): ParseAll<readonly T[]> {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(/\r?\n/)).map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => parse(item, name));
  };
}

export function optional<T>(parse: Parse<T>, words: Words): Setting<T | undefined> {
  return setting(words, () => undefined, last<T | undefined>(parse));
}

export function several<T>(parse: Parse<T>, words: Words): Setting<readonly T[]> {
  return setting(words, () => [], list(parse));
}

export function toggle(words: Words): Setting<boolean> {
  return setting({ default: 'false', ...words }, () => false, last(parseBoolean));
}

/** The default goes through the parser too, so that the value shown is the value used. */
export function numeric(parse: Parse<number>, standard: string, words: Words): Setting<number> {
  return setting({ default: standard, ...words }, () => parse(standard, words.usage), last(parse));
}

/** The limits are in seconds. */
export function duration(least: number, most: number, standard: string, words: Words): Setting<number> {
  const parseFromProgram = last(wholeNumber(least * 1000, most * 1000));
  return { ...numeric(seconds(least, most), standard, words), parseFromProgram };
}
