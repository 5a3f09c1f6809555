import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import { type Environment, type ReadSetting, readerOf, settingsBy } from '../harness/settings/settings.ts';
import { type Settings, settingKeys, settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { RunOptions } from './run-options.ts';

/** Programs give these as objects; they do not go through the parser of a flag. */
const OBJECTS: readonly string[] = ['waivers', 'baseline', 'signal', 'onProgress'] satisfies (keyof RunOptions)[];
/** Settings that are not options of a program. */
const NOT_OPTIONS: readonly string[] = ['reporters', 'readOnlyHosts'] satisfies (keyof Settings)[];
const PARSED: readonly string[] = settingKeys.filter((key) => ![...OBJECTS, ...NOT_OPTIONS].includes(key));

/** Of the environment, only the hosts that are never written to count. */
export function settingsOf(options: RunOptions, env: Environment) {
  for (const name of Object.keys(options)) checkName(name);
  const settings = settingsBy(readerFrom(options, env), {});
  const { baseUrl, apiKey } = settings;
  if (baseUrl === undefined) throw new UsageError('baseUrl is missing: give the address of the server to check.');
  if (apiKey === undefined) throw new UsageError('apiKey is missing: give the API key that the server accepts.');
  checkHeadersWithoutKey(settings.headers, apiKey, 'headers');
  const ids = catalogue.map(({ id }) => id);
  checkSelection(settings, ids, { only: 'only', skip: 'skip' });
  return { ...settings, baseUrl, apiKey };
}

/** A misspelt option would have no effect, such as `readonly` on a server where nothing may be written. */
function checkName(name: string): void {
  const names = [...PARSED, ...OBJECTS];
  if (names.includes(name)) return;
  const [guess] = nearest(name, names);
  const advice = guess ? `did you mean ${guess}?` : `use some of ${names.join(', ')}.`;
  throw new UsageError(`There is no option ${JSON.stringify(name)}: ${advice}`);
}

/** A value goes through the parser of its setting, as the text that it would be on a command line. */
function readerFrom(options: RunOptions, env: Environment): ReadSetting {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const readEnvironment = readerOf(new Map(), env, '');
  return (key) => {
    if (key === 'readOnlyHosts') return readEnvironment(key);
    const { parse, parseFromProgram = parse, fallback } = settingTable[key];
    const value = PARSED.includes(key) ? values[key] : undefined;
    return value === undefined ? fallback() : parseFromProgram([value].flat().map(String), key);
  };
}
