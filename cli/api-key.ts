import { randomBytes } from 'node:crypto';
import { parse as parseDotenv } from 'dotenv';
import { Redactor } from '../harness/secrets/redact.ts';
import { parseApiKey } from '../harness/settings/parsers.ts';
import { KEY_FROM_STDIN, settingTable } from '../harness/settings/table.ts';
import type { Io, Redact } from './io.ts';
import { readDotenvFile } from './settings.ts';

export async function obtainKey(setting: string, stdin: Io['stdin']): Promise<string> {
  return setting === KEY_FROM_STDIN ? parseApiKey(await firstLine(stdin), 'The API key on standard input') : setting;
}

export function randomKey(): string {
  return `key-${randomBytes(18).toString('base64url')}`;
}

async function firstLine(stdin: Io['stdin']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) break;
  }
  return (text.split('\n')[0] ?? '').replace(/\r$/, '');
}

const FLAG = `--${settingTable.apiKey.flag}`;

/** For messages about a command line that could not be parsed, so every place that may contain a key counts. */
export async function redactKnownKeys(argv: readonly string[], io: Pick<Io, 'env' | 'cwd'>): Promise<Redact> {
  const { variable } = settingTable.apiKey;
  const file = parseDotenv(await readDotenvFile(io.cwd).catch(() => ''));
  const keys = new Set([...keysIn(argv), io.env[variable] ?? '', file[variable] ?? '']);
  const redactors = [...keys].filter((key) => key !== '' && key !== KEY_FROM_STDIN).map((key) => new Redactor(key));
  return (text) => redactors.reduce((redacted, redactor) => redactor.sentence(redacted), text);
}

/** Also if the flag and its value are one word. */
function keysIn(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (word === FLAG) return argv.slice(index + 1, index + 2);
    return word.startsWith(FLAG) ? [word.slice(FLAG.length).replace(/^=/, '')] : [];
  });
}
