import { randomUUID } from 'node:crypto';
import { createReadStream, readdirSync, type Stats } from 'node:fs';
import { access, appendFile, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { targetOf } from '../harness/basics/file-identity.ts';
import { makeFolder } from '../harness/basics/make-folder.ts';
import { codeOf, UsageError } from '../harness/basics/usage-error.ts';
import type { Report } from '../harness/model/report.ts';
import { cannotBeWritten } from './io.ts';

/** Far more than a run writes. */
const MAX_REPORT_MEGABYTES = 250;

export async function readReport(name: string, cwd: string): Promise<Report> {
  const value = await readJson(name, cwd, 'name a report that --reporter json=FILE wrote');
  // Loaded on demand: most runs read no report, and the validator takes longer to load than the command.
  const { checkedReport } = await import('../harness/report/checked-report.ts');
  return checkedReport(value, name);
}

export async function readJson(name: string, cwd: string, advice: string): Promise<unknown> {
  const text = await readText(name, resolve(cwd, name), advice, MAX_REPORT_MEGABYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON: ${advice}.`);
  }
}

/** A file may come from anywhere, and parsing a huge one takes minutes or all memory. A pipe can be read only once. */
export async function readText(name: string, file: string, advice: string, maxMegabytes = 1): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      size += chunk.length;
      if (size > maxMegabytes * 1_000_000) throw new Error(`larger than ${maxMegabytes} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): ${advice}.`);
  }
  // Some editors and shells put a byte order mark first.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** Large, and without reports. */
const IGNORED = ['node_modules', '.git'];

/** A folder that is gone, or not ours to read, does not keep us from the others. */
export function filesBelow(folder: string, onUnreadable?: (why: string) => void): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return IGNORED.includes(entry.name) ? [] : filesBelow(path, onUnreadable);
    });
  } catch (error) {
    onUnreadable?.(`${folder} cannot be read (${codeOf(error)}).`);
    return [];
  }
}

/** How the name of a file ends while it is written. */
export const ASIDE = '.partial';

/** Less what the user has masked. */
const FOR_ALL = 0o666;
/** For what may contain pets of others. */
export const FOR_ME = 0o600;

/** Written aside and renamed, so that nobody ever reads half a report. Without a text, only checks that it can be. */
export async function replaceFile(file: string, text?: string | Uint8Array, mode = FOR_ALL): Promise<void> {
  await orUsageError(file, async () => {
    const before = await found(file);
    // A device is written to: replacing it would destroy it.
    if (before?.isFile() === false) return text === undefined ? access(file, constants.W_OK) : writeFile(file, text);
    // A link stays: the file that it points to is replaced.
    const target = await targetOf(file);
    // Nobody can guess the name, and a link that is there all the same is not followed.
    const aside = `${target}.${randomUUID()}${ASIDE}`;
    try {
      // What somebody has allowed others to read stays readable.
      await writeFile(aside, text ?? '', { flag: 'wx', mode: before ? before.mode & 0o777 : mode });
      if (text !== undefined) await rename(aside, target);
    } finally {
      // Half a file on a full disk would keep it full.
      await rm(aside, { force: true });
    }
  });
}

/** Without a text, only checks that it can be. */
export async function appendTo(file: string, text?: string | Uint8Array): Promise<void> {
  await orUsageError(file, async () => {
    await found(file);
    return appendFile(file, text ?? '');
  });
}

/** Whoever opens a pipe that nobody reads waits for ever. */
async function found(file: string): Promise<Stats | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  if (stats?.isFIFO()) throw new UsageError(`${file} is a pipe: name a file, or print to standard output without one.`);
  return stats;
}

async function orUsageError(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await write();
  } catch (error) {
    throw error instanceof UsageError ? error : cannotBeWritten(file, error);
  }
}
