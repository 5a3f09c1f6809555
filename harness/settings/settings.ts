import { parse as parseDotenv } from 'dotenv';
import { UsageError } from '../basics/usage-error.ts';
import { checkHeadersWithoutKey } from './header.ts';
import { KEY_FROM_STDIN, type Settings, settingKeys, settingTable } from './table.ts';

export type { Settings };

/** The values given for each flag, by its name without hyphens. */
export type Flags = ReadonlyMap<string, readonly string[]>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** A flag wins over the environment, which wins over the text of a `.env` file; that may have another name. */
export type SettingSources = readonly [
  flags: Flags,
  env: Environment,
  dotenvText: string,
  dotenvName?: string | undefined,
];

/** The value that the user gave for a setting, and where. */
export interface Given {
  readonly values: readonly string[];
  /** The flag, the variable or the option. */
  readonly name: string;
  readonly source: 'flag' | 'environment' | 'file' | 'program';
}

/** Settings with which a run can start. */
export type RunSettings = Settings & {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Part of every created name. Different in every run, whatever its seed. */
  readonly runId: string;
};

type Key = keyof Settings;
export type Find = (key: Key) => Given | undefined;

/** The ways to give the key of the target. */
export const KEY_SETTINGS = ['apiKey', 'apiKeyFile', 'apiKeyCommand'] as const satisfies readonly (keyof Settings)[];

/** The settings of the command. A run needs both the address and the key of its target, or neither. */
export function resolveSettings(...sources: SettingSources): Settings {
  const settings = settingsBy(finderOf(...sources));
  const { baseUrl } = settings;
  const hasKey = KEY_SETTINGS.some((key) => settings[key] !== undefined);
  if (baseUrl !== undefined && !hasKey) {
    throw new UsageError(
      'There is a base URL but no API key: set PETSTORE_API_KEY or give --api-key. With -- COMMAND any text will do, since the command gets it as PETSTORE_API_KEY.',
    );
  }
  if (baseUrl === undefined && hasKey) {
    throw new UsageError('There is an API key but no base URL: set PETSTORE_BASE_URL or give --base-url.');
  }
  return settings;
}

/** Reads every setting by itself. */
export function settingsBy(find: Find): Settings {
  const settings = Object.fromEntries(settingKeys.map((key) => [key, readerOf(find)(key)])) as unknown as Settings;
  const { apiKey, headers } = settings;
  if (apiKey !== undefined && apiKey !== KEY_FROM_STDIN) checkHeadersWithoutKey(headers, apiKey);
  const [first, second] = KEY_SETTINGS.flatMap((one) => find(one) ?? []);
  if (first && second) throw new UsageError(`${first.name} and ${second.name} both give the API key: keep one.`);
  checkGivenWith('clientCert', 'clientKey', find);
  checkGivenWith('clientKey', 'clientCert', find);
  return settings;
}

function checkGivenWith(one: Key, other: Key, find: Find): void {
  const given = find(one);
  if (given === undefined || find(other) !== undefined) return;
  const advice = given.source === 'program' ? other : `--${settingTable[other].flag}`;
  throw new UsageError(`${given.name} is one half of a pair: give ${advice} too.`);
}

export function readerOf(find: Find): <K extends Key>(key: K) => Settings[K] {
  return (key) => {
    const given = find(key);
    const { parse, parseFromProgram = parse, fallback } = settingTable[key];
    if (given === undefined) return fallback();
    return (given.source === 'program' ? parseFromProgram : parse)(given.values, given.name);
  };
}

export function finderOf(...[flags, env, dotenvText, dotenvName = '.env']: SettingSources): Find {
  const file = parseDotenv(dotenvText);
  return (key) => {
    const { flag, variable } = settingTable[key];
    const given = flag === undefined ? undefined : flags.get(flag);
    if (given !== undefined) return { values: given, name: `--${flag}`, source: 'flag' };
    const fromEnvironment = env[variable];
    if (isGiven(key, fromEnvironment)) return { values: [fromEnvironment], name: variable, source: 'environment' };
    const fromFile = file[variable];
    return isGiven(key, fromFile)
      ? { values: [fromFile], name: `${variable} in ${dotenvName}`, source: 'file' }
      : undefined;
  };
}

/**
 * An empty variable is how scripts say "not set", except for the target: a secret that failed to arrive must not
 * quietly turn the run into one against the reference server.
 */
function isGiven(key: Key, value: string | undefined): value is string {
  return value !== undefined && (value !== '' || key === 'baseUrl' || key === 'apiKey');
}
