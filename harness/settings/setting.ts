import { UsageError } from '../basics/usage-error.ts';
import { type Parse, parseBoolean, seconds, wholeNumber } from './parsers.ts';

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

/** Takes two lines: `--flag PLACEHOLDER VARIABLE (default)`, of which the flag is enough, and the description. */
type Described<T> = (words: TemplateStringsArray) => Setting<T>;

export function setting<T>(fallback: () => T, parse: ParseAll<T>, shown = 'none'): Described<T> {
  return ([words = '']) => {
    const [usage = '', description = ''] = words.split(/\n\s+/);
    const [, standard] = /\((.*)\)$/.exec(usage) ?? [];
    const [name = '', placeholder, variable] = usage.replace(/ \(.*/, '').split(' ');
    const flag = name.startsWith('--') ? name.slice(2) : undefined;
    return {
      ...(flag && { flag }),
      variable: variable ?? (flag ? `PETSTORE_${flag.toUpperCase().replaceAll('-', '_')}` : name),
      ...(placeholder && { placeholder }),
      description,
      default: standard ?? shown,
      fallback,
      parse,
    };
  };
}

export function last<T>(parse: Parse<T>): ParseAll<T> {
  return (values, name) => parse(values.at(-1) ?? '', name);
}

/** Separated by commas. */
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
    const items = values.flatMap((value) => value.split('\n')).map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => parse(item, name));
  };
}

export function optional<T>(parse: Parse<T>): Described<T | undefined> {
  return setting<T | undefined>(() => undefined, last(parse));
}

export function several<T>(parse: Parse<T>): Described<readonly T[]> {
  return setting<readonly T[]>(() => [], list(parse));
}

/** Of a command. Programs give them one by one. */
export function words(parse: Parse<readonly string[]>): Described<readonly string[] | undefined> {
  return (description) => ({ ...optional(parse)(description), parseFromProgram: (given) => given });
}

export const toggle: Described<boolean> = setting(() => false, last(parseBoolean), 'false');

/** The default goes through the parser too, so that the value shown is the value used. */
export function numeric(parse: Parse<number>, standard: string): Described<number> {
  return setting(() => parse(standard, 'The default'), last(parse), standard);
}

/** The limits are in seconds. */
export function duration(least: number, most: number, standard: string): Described<number> {
  const parseFromProgram = last(wholeNumber(least * 1000, most * 1000));
  return (words) => ({ ...numeric(seconds(least, most), standard)(words), parseFromProgram });
}
