import { randomBytes } from 'node:crypto';
import { Redactor } from '../harness/secrets/redact.ts';
import { parseApiKey } from '../harness/settings/parsers.ts';
import { finderOf } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN, settingTable } from '../harness/settings/table.ts';
import { readDotenvFile } from './dotenv.ts';
import type { Io, Redact } from './io.ts';

/** Only the first line of standard input: others may follow for whoever comes next. */
export async function obtainKey(setting: string, stdin: Io['stdin']): Promise<string> {
  if (setting !== KEY_FROM_STDIN) return setting;
  let text = '';
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n')) break;
  }
  return parseApiKey((text.split('\n')[0] ?? '').replace(/\r$/, ''), 'The API key on standard input');
}

export function randomKey(): string {
  return `key-${randomBytes(18).toString('base64url')}`;
}

/** For messages about a command line that could not be parsed, so every place that may contain a key counts. */
export async function redactKnownKeys(argv: readonly string[], { env, cwd }: Pick<Io, 'env' | 'cwd'>): Promise<Redact> {
  const { variable, flag } = settingTable.apiKey;
  const ofFile = finderOf(new Map(), {}, await readDotenvFile(cwd).catch(() => ''))('apiKey');
  const words = argv.flatMap((word, index) => {
    if (word === `--${flag}`) return argv.slice(index + 1, index + 2);
    // The flag and its value may be one word.
    return word.startsWith(`--${flag}`) ? [word.slice(`--${flag}`.length).replace(/^=/, '')] : [];
  });
  const keys = [...words, env[variable] ?? '', ...(ofFile?.values ?? [])].filter((key) => key !== KEY_FROM_STDIN);
  const redactor = new Redactor(
    '',
    keys.map((text) => ({ text, shell: `$${variable}` })),
  );
  return (text) => redactor.sentence(text);
}
