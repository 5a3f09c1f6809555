import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { targetOf } from '../harness/basics/file-identity.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import type { Setting } from '../harness/settings/setting.ts';
import { type Environment, finderOf, type Given, type SettingSources } from '../harness/settings/settings.ts';
import { type Settings, settingKeys, settingTable } from '../harness/settings/table.ts';
import { readText } from './files.ts';

/** What --dotenv names, or else `.env`: empty if the folder does not have one. */
export async function readDotdotenvFile(folder: string, named?: string): Promise<string> {
  if (named !== undefined) return readText(named, resolve(folder, named), 'name one that exists, or remove --dotenv');
  const file = join(folder, '.env');
  const name = 'The file .env in the current folder';
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return '';
  // A pipe or a device may never end.
  if (!found.isFile()) throw new UsageError(`${name} is not a regular file: remove it, or give --no-dotenv.`);
  return readText(name, file, 'make it readable or remove it');
}

export function isCi({ CI = '' }: Environment): boolean {
  return !['', '0', 'false'].includes(CI);
}

/**
 * A `.env` comes with the folder, often from somebody else. It sets the address, the key and plain settings, never what
 * runs a program, trusts a certificate or switches a protection off; its files are below the folder, and no secret from
 * elsewhere goes to its address.
 */
export async function checkDotenv(sources: SettingSources, folder: string): Promise<void> {
  const find = finderOf(...sources);
  const [, env, , name] = sources;
  for (const key of settingKeys) {
    const given = find(key);
    if (given?.source !== 'file') continue;
    const setting: Setting<unknown> = settingTable[key];
    const advice = `give ${setting.flag ? `--${setting.flag}` : 'it'}, or set ${setting.variable} yourself`;
    if (isCi(env) && name === undefined)
      throw new UsageError(`In CI, a .env is read only if it is named: give --dotenv .env, or --no-dotenv.`);
    if (setting.isNeverInFile) throw new UsageError(`${given.name} is not taken from a file: ${advice}.`);
    for (const file of filesIn(key, given)) {
      if (await isBelow(folder, file)) continue;
      throw new UsageError(`${given.name} names a file outside the current folder, or a hidden one: ${advice}.`);
    }
  }
  if (find('baseUrl')?.source !== 'file') return;
  const secrets = settingKeys.filter((key) => settingTable[key].isSecret).map(find);
  const secret = secrets.find((given) => given !== undefined && given.source !== 'file');
  if (secret === undefined) return;
  throw new UsageError(
    `${secret.name} would go to the address in ${name ?? '.env'}: give --base-url too, or use --no-dotenv.`,
  );
}

function filesIn(key: keyof Settings, { values, name }: Given): readonly string[] {
  if (key === 'reporters') return settingTable.reporters.parse(values, name).flatMap(({ file }) => file ?? []);
  return settingTable[key].isPath ? values : [];
}

/** Hidden places are, for example, `.git` and `.ssh`. A link may lead anywhere, also one to a file that is not there. */
async function isBelow(folder: string, file: string): Promise<boolean> {
  const path = relative(await realpath(folder), await targetOf(resolve(folder, file)));
  return ![path, relative(folder, resolve(folder, file))].some((one) =>
    one.split(sep).some((step) => step === '' || step.startsWith('.')),
  );
}
