import { access, appendFile, constants, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../harness/settings/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

/** Checks that the file can be written later, without changing it. */
export async function checkWritable(file: string): Promise<void> {
  await orUsageError(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    if (await isSpecial(file)) await access(file, constants.W_OK);
    else await withAside(await targetOf(file), (aside) => writeFile(aside, ''));
  });
}

/** Written aside and renamed, so that nobody ever reads half a report. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await orUsageError(file, async () => {
    if (await isSpecial(file)) return writeFile(file, text);
    const target = await targetOf(file);
    await withAside(target, async (aside) => {
      await writeFile(aside, text);
      await rename(aside, target);
    });
  });
}

export async function appendTo(file: string, text: string): Promise<void> {
  await orUsageError(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, text);
  });
}

async function orUsageError(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export function isOutOfRoom(error: unknown): boolean {
  return NO_ROOM.includes(codeOf(error));
}

export function cannotBeWritten(name: string, error: unknown): UsageError {
  const advice = isOutOfRoom(error) ? 'make room for it, or choose another place' : 'choose another file';
  return new UsageError(`${name} cannot be written (${codeOf(error)}): ${advice}.`);
}

async function withAside(target: string, use: (aside: string) => Promise<void>): Promise<void> {
  const aside = asideOf(target);
  try {
    await use(aside);
  } finally {
    await rm(aside, { force: true });
  }
}

/** Devices and pipes are written to: replacing them would destroy them. */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return found !== undefined && !found.isFile();
}

/** A link stays: the file that it points to is replaced. */
function targetOf(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

export function asideOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}
