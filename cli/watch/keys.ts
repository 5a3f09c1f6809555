import type { Input } from '../io.ts';
import type { Wake } from './loop.ts';

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

/** Reads keys from a terminal, or else lines. Resolves when the input has ended. */
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
    // The terminal is gone, so the input has ended.
  }
}

export function requestsOfKeys(text: string): readonly Request[] {
  // Arrow keys and the like send several characters, none of which was pressed.
  if (text.startsWith(ESCAPE)) return [];
  return [...text].flatMap((key) => KEYS.get(key) ?? []);
}

export function requestOfLine(line: string): Request {
  return KEYS.get(line.trim()) ?? 'failures-first';
}
