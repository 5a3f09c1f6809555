import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import {
  type Environment,
  type ReadSetting,
  readerOf,
  type Settings,
  settingsBy,
} from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { RunOptions } from './run-options.ts';

/** Every option: whether it is a setting, held to the rules of its flag, or something that only a program can give. */
const optionKinds: { readonly [Name in keyof Required<RunOptions>]: 'setting' | 'object' } = {
  baseUrl: 'setting',
  apiKey: 'setting',
  only: 'setting',
  skip: 'setting',
  strict: 'setting',
  requireAll: 'setting',
  readOnly: 'setting',
  knownIds: 'setting',
  categoryIds: 'setting',
  seed: 'setting',
  runs: 'setting',
  maxCreates: 'setting',
  maxBadCredentials: 'setting',
  badCredentialPauseMs: 'setting',
  maxRps: 'setting',
  concurrency: 'setting',
  timeoutMs: 'setting',
  consistencyWindowMs: 'setting',
  maxWaitMs: 'setting',
  maxDurationMs: 'setting',
  now: 'setting',
  repeat: 'setting',
  waivers: 'object',
  baseline: 'object',
  ledger: 'setting',
  signal: 'object',
  onProgress: 'object',
  proxy: 'setting',
  ca: 'setting',
  clientCert: 'setting',
  clientKey: 'setting',
  clientKeyPassphrase: 'setting',
  insecure: 'setting',
  connectTo: 'setting',
  headers: 'setting',
};

/** Settings that have a target. */
export type TargetSettings = Settings & { readonly baseUrl: string; readonly apiKey: string };

/** The settings that the options ask for. Of the environment only the hosts that are never written to count. */
export function settingsOf(options: RunOptions, env: Environment): TargetSettings {
  for (const name of Object.keys(options)) checkName(name);
  const settings = settingsBy(readerFrom(options, env), {});
  const { baseUrl, apiKey } = settings;
  if (baseUrl === undefined) throw new UsageError('baseUrl is missing: give the address of the server to judge.');
  if (apiKey === undefined) throw new UsageError('apiKey is missing: give the API key that the server accepts.');
  checkHeadersWithoutKey(settings.headers, apiKey, 'headers');
  const ids = catalogue.map(({ id }) => id);
  checkSelection(settings, ids, { only: 'only', skip: 'skip' });
  return { ...settings, baseUrl, apiKey };
}

/** A misspelt option would be one that does not hold, such as `readonly` on a server where nothing may be written. */
function checkName(name: string): void {
  if (Object.hasOwn(optionKinds, name)) return;
  const names = Object.keys(optionKinds);
  const [guess] = nearest(name, names);
  const advice = guess ? `did you mean ${guess}?` : `use some of ${names.join(', ')}.`;
  throw new UsageError(`There is no option ${JSON.stringify(name)}: ${advice}`);
}

/** What a program gives goes through the parser of the setting as the text that it would be on a command line. */
function readerFrom(options: RunOptions, env: Environment): ReadSetting {
  const kinds: Readonly<Record<string, string>> = optionKinds;
  const values: Readonly<Record<string, unknown>> = { ...options };
  const readEnvironment = readerOf(new Map(), env, '');
  return (key) => {
    if (key === 'readOnlyHosts') return readEnvironment(key);
    const { parse, parseFromProgram = parse, fallback } = settingTable[key];
    const value = kinds[key] === 'setting' ? values[key] : undefined;
    return value === undefined ? fallback() : parseFromProgram([value].flat().map(String), key);
  };
}
