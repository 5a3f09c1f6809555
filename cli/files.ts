import { createReadStream, readdirSync } from 'node:fs';
import { access, appendFile, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../harness/make-folder.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import type { Report } from '../harness/report/model.ts';
import { codeOf, UsageError } from '../harness/settings/usage-error.ts';
import { cannotBeWritten } from './io.ts';

/** Far more than a run writes. */
const MAX_REPORT_MEGABYTES = 250;

export async function readReport(name: string, cwd: string): Promise<Report> {
  return checkedReport(await readJson(name, cwd, 'name a report that --reporter json=FILE wrote'), name);
}

export async function readJson(name: string, cwd: string, advice: string): Promise<unknown> {
  const text = await readText(name, resolve(cwd, name), advice, MAX_REPORT_MEGABYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON: ${advice}.`);
  }
}

/** A file may come from anywhere, and parsing a huge one takes minutes or all memory. */
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
export function filesBelow(folder: string, onUnreadable?: (folder: string, why: string) => void): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return IGNORED.includes(entry.name) ? [] : filesBelow(path, onUnreadable);
    });
  } catch (error) {
    onUnreadable?.(folder, `${folder} cannot be read (${codeOf(error)}).`);
    return [];
  }
}

/** How the name of a file ends while it is written. */
export const ASIDE = '.partial';

/** Written aside and renamed, so that nobody ever reads half a report. Without a text, only checks that it can be. */
export async function replaceFile(file: string, text?: string): Promise<void> {
  await orUsageError(file, async () => {
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    // Devices and pipes are written to: replacing them would destroy them.
    if (found?.isFile() === false) return text === undefined ? access(file, constants.W_OK) : writeFile(file, text);
    // A link stays: the file that it points to is replaced.
    const target = await realpath(file).catch(() => file);
    const aside = `${target}.${process.pid}${ASIDE}`;
    try {
      await writeFile(aside, text ?? '');
      if (text !== undefined) await rename(aside, target);
    } finally {
      await rm(aside, { force: true });
    }
  });
}

export async function appendTo(file: string, text: string): Promise<void> {
  await orUsageError(file, () => appendFile(file, text));
}

async function orUsageError(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await write();
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}
