import { randomInt } from 'node:crypto';
import {
  decimalNumber,
  type Parse,
  parseApiKey,
  parseBaseUrl,
  parseBoolean,
  parseDate,
  parseHostPattern,
  parseInt64,
  parseReporter,
  seconds,
  wholeNumber,
} from './parsers.ts';
import type { Settings } from './settings.ts';
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
  /** Takes every value given: a setting that is no list keeps the last. */
  readonly parse: (values: readonly string[], name: string) => T;
  /** The same for what a program gives, where people write it otherwise: they write seconds, it has milliseconds. */
  readonly parseFromProgram?: (values: readonly string[], name: string) => T;
}

/** Standing for "read the key from standard input", which only the command can do. */
export const KEY_FROM_STDIN = '-';

export const settingTable: { readonly [Key in keyof Settings]: Setting<Settings[Key]> } = {
  baseUrl: {
    flag: 'base-url',
    variable: 'PETSTORE_BASE_URL',
    placeholder: 'URL',
    description: 'Address of the server to judge, with its version path, such as https://api.example.com/v1.',
    default: 'the embedded reference server, when no key is set either',
    fallback: () => undefined,
    parse: last(parseBaseUrl),
  },
  apiKey: {
    flag: 'api-key',
    variable: 'PETSTORE_API_KEY',
    placeholder: 'KEY',
    description: 'API key that the server accepts as bearer token; a single hyphen reads it from standard input.',
    default: 'none',
    fallback: () => undefined,
    parse: last(parseApiKey),
  },
  categoryIds: {
    flag: 'category-ids',
    variable: 'PETSTORE_CATEGORY_IDS',
    placeholder: 'ID,ID',
    description: 'Categories that the server knows, where it refuses others; then no other category is sent.',
    default: 'any int64 is sent',
    fallback: () => [],
    parse: list(parseInt64),
  },
  reporters: {
    flag: 'reporter',
    variable: 'PETSTORE_REPORTERS',
    placeholder: 'NAME[=FILE]',
    description: 'Form of the report, and the file it goes to instead of standard output; several may be given.',
    default: 'terminal',
    fallback: () => [{ name: 'terminal' }],
    parse: list(parseReporter),
  },
  only: {
    flag: 'only',
    variable: 'PETSTORE_ONLY',
    placeholder: 'ID|GLOB',
    description: 'Check only the requirements with this identifier, or a pattern with * and ?; several may be given.',
    default: 'every requirement',
    fallback: () => [],
    parse: list((text) => text),
  },
  skip: {
    flag: 'skip',
    variable: 'PETSTORE_SKIP',
    placeholder: 'ID|GLOB',
    description: 'Leave out the requirements with this identifier, or a pattern with * and ?; several may be given.',
    default: 'none',
    fallback: () => [],
    parse: list((text) => text),
  },
  strict: {
    flag: 'strict',
    variable: 'PETSTORE_STRICT',
    description: 'Let a violated SHOULD fail the run, as a violated MUST does.',
    default: 'false',
    fallback: () => false,
    parse: last(parseBoolean),
  },
  readOnly: {
    flag: 'read-only',
    variable: 'PETSTORE_READ_ONLY',
    description: 'Create no animal on the server; what cannot be decided without that is skipped.',
    default: 'false',
    fallback: () => false,
    parse: last(parseBoolean),
  },
  readOnlyHosts: {
    variable: 'PETSTORE_READ_ONLY_HOSTS',
    placeholder: 'HOST|GLOB',
    description: 'Hosts that are never written to, whatever the flags say: names or patterns with * and ?.',
    default: 'none',
    fallback: () => [],
    parse: list(parseHostPattern),
  },
  knownIds: {
    flag: 'known-ids',
    variable: 'PETSTORE_KNOWN_IDS',
    placeholder: 'ID,ID',
    description: 'Identifiers of animals that are known to exist on the server, for what a read-only run fetches.',
    default: 'those that the list shows',
    fallback: () => [],
    parse: list(parseInt64),
  },
  waivers: file({
    flag: 'waivers',
    variable: 'PETSTORE_WAIVERS',
    placeholder: 'FILE',
    description: 'File with the violations that are accepted for a time (YAML or JSON); they do not fail the run.',
    default: 'none',
  }),
  baseline: file({
    flag: 'baseline',
    variable: 'PETSTORE_BASELINE',
    placeholder: 'REPORT.json',
    description: 'Report of an earlier run: this one fails only on what is worse.',
    default: 'none',
  }),
  repeat: numeric(wholeNumber(1, 100), '1', {
    flag: 'repeat',
    variable: 'PETSTORE_REPEAT',
    placeholder: 'N',
    description: 'Judge so many times over, with the same inputs, and tell what does not always end the same.',
  }),
  seed: {
    flag: 'seed',
    variable: 'PETSTORE_SEED',
    placeholder: 'N',
    description: 'Seed of everything random in a run, as told in the report of the run to repeat.',
    default: 'random',
    fallback: () => randomInt(2 ** 31),
    parse: last(wholeNumber(-(2 ** 31), 2 ** 31 - 1)),
  },
  runs: numeric(wholeNumber(1, 1000), '15', {
    flag: 'runs',
    variable: 'PETSTORE_RUNS',
    placeholder: 'N',
    description: 'Number of random inputs that each property is tried with, from 1 to 1000.',
  }),
  maxCreates: numeric(wholeNumber(0, 100_000), '200', {
    flag: 'max-creates',
    variable: 'PETSTORE_MAX_CREATES',
    placeholder: 'N',
    description: 'Most animals that a run may create on the server, where they stay.',
  }),
  maxBadCredentials: numeric(wholeNumber(0, 100_000), '80', {
    flag: 'max-bad-credentials',
    variable: 'PETSTORE_MAX_BAD_CREDENTIALS',
    placeholder: 'N',
    description: 'Most requests with a missing or wrong key, for servers that lock a client out after too many.',
  }),
  badCredentialPauseMs: duration(0, 600, '0', {
    flag: 'bad-credential-pause',
    variable: 'PETSTORE_BAD_CREDENTIAL_PAUSE',
    placeholder: 'SECONDS',
    description: 'Shortest time in seconds between two requests with a missing or wrong key.',
  }),
  ledger: file({
    flag: 'ledger',
    variable: 'PETSTORE_LEDGER',
    placeholder: 'FILE',
    description:
      'File that a line is added to for each animal created, as soon as it is, so that they can be cleaned up.',
    default: 'none',
  }),
  maxRps: {
    flag: 'max-rps',
    variable: 'PETSTORE_MAX_RPS',
    placeholder: 'N',
    description: 'Most requests sent in a second, from 0.1 to 10000.',
    default: 'no limit',
    fallback: () => undefined,
    parse: last(decimalNumber(0.1, 10_000)),
  },
  concurrency: numeric(wholeNumber(1, 100), '12', {
    flag: 'concurrency',
    variable: 'PETSTORE_CONCURRENCY',
    placeholder: 'N',
    description: 'Most requests under way at the same time, from 1 to 100.',
  }),
  timeoutMs: duration(0.01, 600, '10', {
    flag: 'timeout',
    variable: 'PETSTORE_TIMEOUT',
    placeholder: 'SECONDS',
    description: 'Longest time in seconds that one response may take.',
  }),
  consistencyWindowMs: duration(0, 600, '2', {
    flag: 'consistency-window',
    variable: 'PETSTORE_CONSISTENCY_WINDOW',
    placeholder: 'SECONDS',
    description: 'Longest time in seconds that a created animal may take to show up in reads.',
  }),
  maxWaitMs: duration(0, 3600, '30', {
    flag: 'max-wait',
    variable: 'PETSTORE_MAX_WAIT',
    placeholder: 'SECONDS',
    description: 'Longest time in seconds that one request may wait for a rate limit to clear.',
  }),
  now: {
    flag: 'now',
    variable: 'PETSTORE_NOW',
    placeholder: 'YYYY-MM-DD',
    description: 'Date at which the deprecation of getPet and the end of waivers are judged.',
    default: 'today in UTC',
    fallback: () => new Date().toISOString().slice(0, 10),
    parse: last(parseDate),
  },
};

function last<T>(parse: Parse<T>): Setting<T>['parse'] {
  return (values, name) => parse(values.at(-1) ?? '', name);
}

function list<T>(parse: Parse<T>): Setting<readonly T[]>['parse'] {
  return (values, name) => {
    const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
    if (items.includes('')) throw new UsageError(`${name} holds an empty item: separate values by single commas.`);
    return items.map((item) => parse(item, name));
  };
}

function file(words: Omit<Setting<string | undefined>, 'fallback' | 'parse'>): Setting<string | undefined> {
  return { ...words, fallback: () => undefined, parse: last((text) => text) };
}

type NumericWords = Pick<Setting<number>, 'flag' | 'variable' | 'placeholder' | 'description'>;

/** The default goes through the parser too, so that what is told and what holds cannot differ. */
function numeric(parse: Parse<number>, standard: string, words: NumericWords): Setting<number> {
  return { ...words, default: standard, fallback: () => parse(standard, words.variable), parse: last(parse) };
}

/** The limits are in seconds. */
function duration(least: number, most: number, standard: string, words: NumericWords): Setting<number> {
  const parseFromProgram = last(wholeNumber(least * 1000, most * 1000));
  return { ...numeric(seconds(least, most), standard, words), parseFromProgram };
}
