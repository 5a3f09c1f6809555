import { type Parse, seconds, wholeNumber } from './parsers.ts';
import { UsageError } from './usage-error.ts';

/** One setting, in the words that the help, the example file and the documents all use. */
export interface Setting<T> {
  /** Absent for what no command line may change. */
  readonly flag?: string;
  readonly variable: string;
  /** What stands for the value in the help; a switch has none. */
  readonly placeholder?: string;
  readonly description: string;
  /** The default as told to the user. */
  readonly default: string;
  readonly fallback: () => T;
  /** Takes every value given: a setting that is not a list keeps the last. */
  readonly parse: (values: readonly string[], name: string) => T;
  /** The same for what a program gives, where people write it otherwise: they write seconds, it has milliseconds. */
  readonly parseFromProgram?: (values: readonly string[], name: string) => T;
}

export function last<T>(parse: Parse<T>): Setting<T>['parse'] {
  return (values, name) => parse(values.at(-1) ?? '', name);
}

export function list<T>(parse: Parse<T>): Setting<readonly T[]>['parse'] {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
    if (items.includes('')) throw new UsageError(`${name} holds an empty item: separate values by single commas.`);
    return items.map((item) => parse(item, name));
  };
}

/** For values that may contain commas: one on each line. */
export function lines<T>(parse: Parse<T>): Setting<readonly T[]>['parse'] {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(/\r?\n/)).map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => parse(item, name));
  };
}

export function file(words: Omit<Setting<string | undefined>, 'fallback' | 'parse'>): Setting<string | undefined> {
  return { ...words, fallback: () => undefined, parse: last((text) => text) };
}

type NumericWords = Pick<Setting<number>, 'flag' | 'variable' | 'placeholder' | 'description'>;

/** The default goes through the parser too, so that what is reported and what holds cannot differ. */
export function numeric(parse: Parse<number>, standard: string, words: NumericWords): Setting<number> {
  return { ...words, default: standard, fallback: () => parse(standard, words.variable), parse: last(parse) };
}

/** The limits are in seconds. */
export function duration(least: number, most: number, standard: string, words: NumericWords): Setting<number> {
  const parseFromProgram = last(wholeNumber(least * 1000, most * 1000));
  return { ...numeric(seconds(least, most), standard, words), parseFromProgram };
}
