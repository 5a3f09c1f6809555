import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import type { Report } from '../harness/model/report.ts';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import type { Environment } from '../harness/settings/settings.ts';
import { renderJson } from '../reporters/json.ts';
import { isCi } from './dotenv.ts';
import { ASIDE, readReport } from './files.ts';
import { type Io, say } from './io.ts';

const FILE = 'last-report.json';

/** Where the system keeps what can be made again; undefined if the environment does not say. */
function folderOf({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Environment, platform: string): string | undefined {
  const ofHome = (...steps: readonly string[]) => (HOME ? join(HOME, ...steps) : undefined);
  const usual =
    platform === 'win32' ? LOCALAPPDATA : ofHome(...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
  const place = XDG_CACHE_HOME || usual;
  return place && isAbsolute(place) ? join(place, SUITE_NAME) : undefined;
}

/**
 * Keeps a report for commands that need one. It is a convenience: a run does not fail because it cannot be kept. Others
 * can neither read it nor, with a link, choose which file is replaced. Resolves with whether it is kept.
 */
export async function keepReport(
  report: Report,
  { env }: Pick<Io, 'env'>,
  platform = process.platform,
): Promise<boolean> {
  const folder = folderOf(env, platform);
  if (folder === undefined || isCi(env)) return false;
  const aside = join(folder, `${randomUUID()}${ASIDE}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await lstat(folder)).isDirectory()) return false;
    await writeFile(aside, renderJson(report), { flag: 'wx', mode: 0o600 });
    await rename(aside, join(folder, FILE));
    return true;
  } catch {
    await rm(aside, { force: true }).catch(() => undefined);
    return false;
  }
}

/** The report that was named, or else the last one, with the name of its file. */
export async function givenReport(name: string | undefined, io: Io, platform = process.platform) {
  if (name !== undefined) return { name, report: await readReport(name, io.cwd), isLast: false };
  const folder = folderOf(io.env, platform);
  const file = folder && join(folder, FILE);
  const isThere = file !== undefined && (await lstat(file).catch(() => undefined))?.isFile() === true;
  if (!isThere)
    throw new UsageError('No report is kept from an earlier run: name a report that --reporter json=FILE wrote.');
  const report = await readReport(file, io.cwd);
  const when = report.run.startedAt.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC');
  await say(io, `This is the last report: ${report.target.baseUrl}, ${when}.`);
  return { name: file, report, isLast: true };
}
