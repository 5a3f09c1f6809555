import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { jsonText } from '../json/json-text.ts';
import { makeFolder } from '../make-folder.ts';
import { codeOf, UsageError } from '../settings/usage-error.ts';

/** In characters: longer than any line that a run writes. */
const LONGEST_LINE = 2 ** 18;

/** The path of the ledger, created if it does not exist: a pet that cannot be listed must not be created. */
export async function openLedger(file: string, cwd: string, others: readonly string[] = []): Promise<string> {
  const path = resolve(cwd, file);
  const refusal = (why: string) => new UsageError(`${path} ${why}: choose another file as ledger.`);
  const checkOthers = async () => {
    const identities = await Promise.all(others.map((other) => identityOf(resolve(cwd, other))));
    if (identities.includes(await identityOf(path)))
      throw refusal('is the ledger and also a report, baseline or waivers');
  };
  await checkOthers();
  // Opening a pipe may wait forever, and a device keeps nothing.
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw refusal('is not a regular file');
  try {
    await makeFolder(dirname(path));
    await appendFile(path, '');
    const written = await readFile(path, 'utf8');
    // A run that was killed may have written half a line.
    if (written !== '' && !written.endsWith('\n')) await appendFile(path, '\n');
  } catch (error) {
    throw refusal(`cannot be written (${codeOf(error)})`);
  }
  // A link to a file that did not exist has led to it since.
  await checkOthers();
  return path;
}

/** The same for one file under two names. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : path;
}

/** The lines of earlier runs. A ledger may have any content, and none has to exist. */
export function readLedger(file: string | undefined): readonly string[] {
  const isFile = file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile();
  const lines = isFile ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line.trim() !== '' && line.length < LONGEST_LINE);
}

/** At once, so that a killed run has listed everything too. */
export function appendToLedger(file: string, line: Readonly<Record<string, unknown>>): void {
  appendFileSync(file, `${jsonText(line)}\n`);
}
