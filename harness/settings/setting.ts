import { UsageError } from '../basics/usage-error.ts';
import { type Parse, parseBoolean, seconds, wholeNumber } from './parsers.ts';

export type HelpTopic = 'target' | 'selection' | 'gate' | 'limits' | 'network' | 'reports';

/** What the rest of the product has to know about a setting. */
interface Traits {
  /** Of the help that shows it. */
  readonly topic: HelpTopic;
  /** The general help shows it. */
  readonly isMostUsed?: true;
  /** Its value is the path of a file. */
  readonly isPath?: true;
  /** Its value, or what its value leads to, is a secret. */
  readonly isSecret?: true;
  /** A file `.env` cannot set it: it runs a program, trusts a certificate or says who answers. */
  readonly isNeverInFile?: true;
  /** It decides what is sent: runs with different values cannot be compared. */
  readonly decidesRequests?: true;
  /** It decides what an exchange means: a record is decided again with the same value. */
  readonly decidesOutcomes?: true;
  /** What a replay does: it takes the value of its report, ignores it, or repeats it in the line that people copy. */
  readonly inReplay?: 'of the report' | 'without effect' | 'repeated';
  /** Only the command has it; programs have another way. */
  readonly isOfCommand?: true;
}

/** One setting, in the words that the help, the example file and the documents all use. */
export interface Setting<T> extends Traits {
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

/** What people read about a setting. The variable follows from the flag unless it is given. */
type Words = Traits &
  Pick<Setting<unknown>, 'flag' | 'placeholder' | 'description'> &
  Partial<Pick<Setting<unknown>, 'variable' | 'default'>>;

export function setting<T>(fallback: () => T, parse: ParseAll<T>, words: Words): Setting<T> {
  const { flag, variable = variableOf(flag), default: standard = 'none' } = words;
  return { ...words, variable, default: standard, fallback, parse };
}

/** max-rps -> PETSTORE_MAX_RPS */
function variableOf(flag = ''): string {
  return `PETSTORE_${flag.toUpperCase().replaceAll('-', '_')}`;
}

export function last<T>(parse: Parse<T>): ParseAll<T> {
  return (values, name) => parse(values.at(-1) ?? '', name);
}

/** Separated by commas. */
export function commaSeparated<T>(parse: Parse<T>): ParseAll<readonly T[]> {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
    if (items.includes('')) throw new UsageError(`${name} contains an empty item: separate values with single commas.`);
    return items.map((item) => parse(item, name));
  };
}

/** For values that may contain commas: one on each line. */
export function lineSeparated<T>(parse: Parse<T>): ParseAll<readonly T[]> {
  return (values, name) => {
    const items = values.flatMap((value) => value.split('\n')).map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => parse(item, name));
  };
}

export function optional<T>(parse: Parse<T>, words: Words): Setting<T | undefined> {
  return setting<T | undefined>(() => undefined, last(parse), words);
}

export function several<T>(parse: Parse<T>, words: Words): Setting<readonly T[]> {
  return setting<readonly T[]>(() => [], commaSeparated(parse), words);
}

/** The words of a command. Programs give them one by one. */
export function commandWords(parse: Parse<readonly string[]>, words: Words): Setting<readonly string[] | undefined> {
  return { ...optional(parse, words), parseFromProgram: (given) => given };
}

export function toggle(words: Words): Setting<boolean> {
  return setting(() => false, last(parseBoolean), { ...words, default: 'false' });
}

/** The default goes through the parser too, so that the value shown is the value used. */
export function numeric(parse: Parse<number>, standard: string, words: Words): Setting<number> {
  return setting(() => parse(standard, 'The default'), last(parse), { ...words, default: standard });
}

/** The limits are in seconds. */
export function duration(least: number, most: number, standard: string, words: Words): Setting<number> {
  const parseFromProgram = last(wholeNumber(least * 1000, most * 1000));
  return { ...numeric(seconds(least, most), standard, words), parseFromProgram };
}
