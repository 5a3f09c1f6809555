import { access, appendFile, constants, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../harness/settings/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

/** Checks that the file can be written later, without changing it. */
export function checkWritable(file: string): Promise<void> {
  return orUsageError(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    if (await isSpecial(file)) await access(file, constants.W_OK);
    else await withAside(file, (aside) => writeFile(aside, ''));
  });
}

/** Written aside and renamed, so that nobody ever reads half a report. */
export function replaceFile(file: string, text: string): Promise<void> {
  return orUsageError(file, async () => {
    if (await isSpecial(file)) return writeFile(file, text);
    await withAside(file, async (aside, target) => {
      await writeFile(aside, text);
      await rename(aside, target);
    });
  });
}

export function appendTo(file: string, text: string): Promise<void> {
  return orUsageError(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, text);
  });
}

async function orUsageError(file: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error) => {
    throw cannotBeWritten(file, error);
  });
}

export function cannotBeWritten(name: string, error: unknown): UsageError {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
  const advice = isFull ? 'make room for it, or choose another place' : 'choose another file';
  return new UsageError(`${name} cannot be written (${codeOf(error)}): ${advice}.`);
}

/** A link stays: the file that it points to is replaced. */
async function withAside(file: string, use: (aside: string, target: string) => Promise<void>): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const aside = asideOf(target);
  await use(aside, target).finally(() => rm(aside, { force: true }));
}

/** Devices and pipes are written to: replacing them would destroy them. */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return found !== undefined && !found.isFile();
}

export function asideOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}
