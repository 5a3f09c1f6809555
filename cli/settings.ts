import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { UsageError } from '../harness/basics/usage-error.ts';
import { askKeyCommand } from '../harness/engine/prepare/api-key.ts';
import { prepareSettings } from '../harness/engine/prepare/prepare-settings.ts';
import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { parseApiKey } from '../harness/settings/parsers.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import { finderOf, resolveSettings, type SettingSources, type Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN, settingKeys, settingTable } from '../harness/settings/table.ts';
import { allIds, idsThatCanFail } from '../suites/requirements/index.ts';
import { checkDotenv, readDotdotenvFile } from './dotenv.ts';
import { readReport, readText } from './files.ts';
import { dotenvFile } from './flags.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { type Io, say } from './io.ts';

/** The settings and the gate, checked as far as possible before anything is sent. */
export async function settingsOf(
  flags: Invocation['flags'],
  io: Io,
  resolveAll: (...sources: SettingSources) => Settings = resolveSettings,
) {
  const sources = await sourcesOf(flags, io);
  for (const warning of unknownVariables(io.env, sources[2])) await say(io, `Warning: ${warning}`);
  const given = resolveAll(...sources);
  const find = finderOf(...sources);
  const names = { only: find('only')?.name ?? '--only', skip: find('skip')?.name ?? '--skip' };
  checkSelection(given, allIds, names);
  const settings = await prepareSettings(given, io.cwd, io.env);
  const gate = await readGate(settings, io);
  // The same inputs as those of the baseline, so that a difference is a change of the server.
  const seed = find('seed') === undefined ? (gate.baseline?.run.seed ?? settings.seed) : settings.seed;
  return { settings: { ...settings, seed }, gate };
}

/** Prints which settings come from a file. */
async function sourcesOf(flags: Invocation['flags'], io: Io): Promise<SettingSources> {
  const { env, cwd } = io;
  const named = flags.get(dotenvFile.flag)?.at(-1);
  if (isSwitchedOn(flags, 'no-dotenv')) {
    if (named !== undefined) throw new UsageError('--dotenv and --no-dotenv contradict each other: keep one.');
    return [flags, env, ''];
  }
  const sources: SettingSources = [flags, env, await readDotdotenvFile(cwd, named), named];
  const find = finderOf(...sources);
  const fromFile = settingKeys.filter((key) => find(key)?.source === 'file').map((key) => settingTable[key].variable);
  if (fromFile.length > 0) await say(io, `Settings from ${resolve(cwd, named ?? '.env')}: ${fromFile.join(', ')}.`);
  await checkDotenv(sources, cwd);
  return sources;
}

const PREFIX = 'PETSTORE_';

/** One sentence for each variable that looks like a setting but is not one. */
export function unknownVariables(env: Io['env'], dotenvText: string): readonly string[] {
  const known = Object.values(settingTable).map((setting) => setting.variable.slice(PREFIX.length));
  return Object.keys({ ...parseDotenv(dotenvText), ...env })
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)))
    .map((name) => {
      const [guess] = nearest(name.slice(PREFIX.length), known);
      return `${name} is not a setting and is ignored${guess ? `: did you mean ${PREFIX}${guess}?` : '.'}`;
    });
}

/** The first run has no rolling baseline yet. */
function baselineFile(
  { baseline, rollingBaseline }: Partial<Pick<Settings, 'baseline' | 'rollingBaseline'>>,
  cwd: string,
): string | undefined {
  if (rollingBaseline === undefined) return baseline;
  if (baseline !== undefined) {
    throw new UsageError('--baseline and --rolling-baseline contradict each other: keep one.');
  }
  return existsSync(resolve(cwd, rollingBaseline)) ? rollingBaseline : undefined;
}

export async function readGate(
  { waivers, ...files }: Pick<Settings, 'waivers'> & Partial<Pick<Settings, 'baseline' | 'rollingBaseline'>>,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Gate> {
  const baseline = baselineFile(files, cwd);
  const advice = 'name a file that petstore-conformance waivers init wrote';
  const accepted = waivers && (await readText(`The waivers in ${waivers}`, resolve(cwd, waivers), advice));
  const earlier = baseline && (await readReport(baseline, cwd));
  // Loaded on demand: most runs have no waivers, and a parser of YAML is large.
  const parse = accepted && (await import('../harness/gate/waivers.ts')).parseWaivers;
  return {
    ...(waivers && parse && { waivers: parse(accepted, waivers, idsThatCanFail) }),
    ...(baseline && earlier && { baseline: checkedBaseline(earlier, baseline, SUITE_NAME) }),
  };
}

/** Where no setting gives it, there is none. */
export async function obtainKey(
  { apiKey, apiKeyCommand }: Pick<Settings, 'apiKey' | 'apiKeyCommand'>,
  stdin: Io['stdin'],
): Promise<string | undefined> {
  if (apiKeyCommand !== undefined) return askKeyCommand(apiKeyCommand);
  return apiKey === undefined ? undefined : keyFromStdin(apiKey, stdin);
}

/** Only the first line of standard input: others may follow for whoever comes next. */
export async function keyFromStdin(setting: string, stdin: Io['stdin']): Promise<string> {
  if (setting !== KEY_FROM_STDIN) return setting;
  let text = '';
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n')) break;
  }
  return parseApiKey((text.split('\n')[0] ?? '').replace(/\r$/, ''), 'The API key on standard input');
}

/** For messages about a command line that could not be parsed, so every place that may contain a key counts. */
export async function redactorOf(argv: readonly string[], { env, cwd }: Pick<Io, 'env' | 'cwd'>) {
  // The flag and its value may be one word, and others begin with --api-key too.
  const wordsOf = (flag?: string) =>
    [...argv.join('\n').matchAll(new RegExp(`^--${flag}(?!-(?:file|command)\\b)[=\n]?(.*)$`, 'gm'))].map(
      ([, text = '']) => text,
    );
  const [named] = wordsOf(dotenvFile.flag);
  const dotenv = parseDotenv(await readDotdotenvFile(cwd, named).catch(() => ''));
  const given = ({ variable, flag }: { readonly variable: string; readonly flag?: string }) => {
    return [...wordsOf(flag), env[variable], dotenv[variable]].filter((text) => text !== undefined);
  };
  const inFiles = given(settingTable.apiKeyFile).map(async (file) => {
    const text = await readText(file, resolve(cwd, file), '').catch(() => '');
    return text.split(/\r?\n/)[0] ?? '';
  });
  const keys = [...given(settingTable.apiKey), ...(await Promise.all(inFiles))].filter((key) => key !== KEY_FROM_STDIN);
  const secrets = keys.map((text) => ({ text, shell: `$${settingTable.apiKey.variable}` }));
  return new Redactor('', secrets);
}
