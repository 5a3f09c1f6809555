import type { Input } from '../io.ts';
import type { Wake } from './alarm.ts';

/** What standard input asks for. */
export type Request = Extract<Wake, 'failures-first' | 'everything'> | 'stop';

const CTRL_C = '\u0003';
const ESCAPE = '\u001b';

const KEYS: ReadonlyMap<string, Request> = new Map([
  ['q', 'stop'],
  [CTRL_C, 'stop'],
  ['a', 'everything'],
  ['r', 'failures-first'],
  [' ', 'failures-first'],
  ['\r', 'failures-first'],
  ['\n', 'failures-first'],
]);

/** Hands over what is asked for, key by key on a terminal and line by line elsewhere; resolves when input has ended. */
export async function hear(stdin: Input, onRequest: (request: Request) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stdin) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      const lines = `${rest}${text}`.split('\n');
      if (!stdin.isTTY) rest = lines.pop() ?? '';
      const requests = stdin.isTTY ? requestsOfKeys(text) : lines.map(requestOfLine);
      for (const request of requests) onRequest(request);
    }
  } catch {
    // A terminal that went away is an input that has ended.
  }
}

export function requestsOfKeys(text: string): readonly Request[] {
  // Arrows and their like come as several characters, none of which was pressed.
  if (text.startsWith(ESCAPE)) return [];
  return [...text].flatMap((key) => KEYS.get(key) ?? []);
}

/** Whoever sends lines may say anything. */
export function requestOfLine(line: string): Request {
  return KEYS.get(line.trim()) ?? 'failures-first';
}
