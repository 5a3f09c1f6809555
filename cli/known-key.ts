import { parse as parseDotenv } from 'dotenv';
import { Redactor } from '../harness/secrets/redact.ts';
import { KEY_FROM_STDIN, settingTable } from '../harness/settings/table.ts';
import { readDotenvFile } from './dotenv-file.ts';
import type { Redact } from './fault.ts';
import type { Io } from './io.ts';

const FLAG = `--${settingTable.apiKey.flag}`;

/**
 * Takes the key out of a message about a command line that could not be understood, so every place is looked at where
 * a key may have been given.
 */
export async function redactKnownKeys(argv: readonly string[], io: Pick<Io, 'env' | 'cwd'>): Promise<Redact> {
  const { variable } = settingTable.apiKey;
  const file = parseDotenv(await readDotenvFile(io.cwd).catch(() => ''));
  const keys = [...keysIn(argv), io.env[variable], file[variable]].filter((key) => key !== undefined && key !== '');
  const redactors = [...new Set(keys)].filter((key) => key !== KEY_FROM_STDIN).map((key) => new Redactor(key ?? ''));
  return (text) => redactors.reduce((redacted, redactor) => redactor.sentence(redacted), text);
}

/** Also where the flag and its value were written as one word. */
function keysIn(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (word === FLAG) return argv.slice(index + 1, index + 2);
    return word.startsWith(FLAG) ? [word.slice(FLAG.length).replace(/^=/, '')] : [];
  });
}
