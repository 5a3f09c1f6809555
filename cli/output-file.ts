import { access, appendFile, constants, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../harness/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

/** Finds out whether the file can be written later, and leaves it as it is. */
export async function checkWritable(file: string): Promise<void> {
  await told(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    if (await isSpecial(file)) {
      await access(file, constants.W_OK);
    } else {
      const aside = asideOf(await targetOf(file));
      await writeFile(aside, '');
      await rm(aside);
    }
  });
}

/** The same for a file that is only added to, which makes it if it is not there. */
export async function checkAppendable(file: string): Promise<void> {
  await told(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, '');
  });
}

/** Written aside and renamed, so that nobody ever reads half a report. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await told(file, async () => {
    if (await isSpecial(file)) return writeFile(file, text);
    const target = await targetOf(file);
    await writeFile(asideOf(target), text);
    await rename(asideOf(target), target);
  });
}

export async function appendTo(file: string, text: string): Promise<void> {
  await told(file, () => appendFile(file, text));
}

async function told(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${codeOf(error)}): choose another file.`);
  }
}

/** A device or a pipe is written to; putting a file in its place would destroy it. */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return found !== undefined && !found.isFile();
}

/** A link stays one: what it leads to is replaced. */
function targetOf(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

/** Where a file is written before it takes its place. */
export function asideOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}
