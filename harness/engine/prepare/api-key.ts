import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, UsageError } from '../../basics/usage-error.ts';
import { parseApiKey } from '../../settings/parsers.ts';

/** Only the first line: editors and `kubectl` put a line break behind it. */
export function readKeyFile(file: string, cwd: string): string {
  const name = `The API key of --api-key-file${isFile(file, cwd) ? ` ${file}` : ''}`;
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): name the file that has the key.`);
  }
  return parseApiKey((text.split('\n')[0] ?? '').replace(/\r$/, ''), name);
}

/** It may be the key, by mistake: it is a file if it exists, or if a folder does that it names. */
function isFile(file: string, cwd: string): boolean {
  const steps = file.split(/(?<=[\\/])/);
  const places = steps.map((_, index) => steps.slice(0, index + 1).join('')).filter((place) => !/^[\\/]$/.test(place));
  return places.some((place) => existsSync(resolve(cwd, place)));
}

/** The words of the command may have secrets, so no message quotes them. */
const COMMAND = 'The command of --api-key-command';
const LONGEST_MS = 60_000;
const OPTIONS = { killSignal: 'SIGKILL', maxBuffer: 64 * 1024, windowsHide: true } as const;

interface Asking {
  readonly longestMs?: number;
  readonly signal?: AbortSignal;
}

/** It prints the key on one line. What else it says may have secrets too, so it is not shown. */
export async function askKeyCommand(command: readonly string[], asking: Asking = {}): Promise<string> {
  const output = await outputOf(command, asking);
  const [key = '', ...others] = output.replace(/\r?\n$/, '').split(/\r?\n/);
  if (others.length === 0) return parseApiKey(key, 'The API key that --api-key-command prints');
  throw new UsageError(`${COMMAND} prints more than one line: it must print the API key, and nothing else.`);
}

async function outputOf(
  [program = '', ...words]: readonly string[],
  { longestMs = LONGEST_MS, signal }: Asking,
): Promise<string> {
  try {
    const running = promisify(execFile)(program, words, { ...OPTIONS, timeout: longestMs, signal });
    // Nobody answers its questions.
    running.child.stdin?.end();
    return (await running).stdout;
  } catch (error) {
    throw new UsageError(`${COMMAND} ${whyNot(error as Failed, longestMs)}`);
  }
}

interface Failed {
  /** The exit code, or the code of an error. */
  readonly code?: number | string;
  readonly killed?: boolean;
}

function whyNot({ code, killed }: Failed, longestMs: number): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return 'prints too much: it must print the API key, and nothing else.';
  if (killed) return `has not ended after ${longestMs / 1000} s: run it by itself to see why.`;
  if (typeof code === 'number') return `ends with exit code ${code}: run it by itself to see why.`;
  if (code) return `cannot be started (${code}): its first word must be a program, and no shell reads the others.`;
  return 'was ended by a signal: run it by itself to see why.';
}
