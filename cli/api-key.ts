import { randomBytes } from 'node:crypto';
import { parseApiKey } from '../harness/settings/parsers.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import type { Io } from './io.ts';

/** The key itself where the setting says that it comes by standard input. */
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
