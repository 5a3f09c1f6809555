import { type ChildProcess, spawn } from 'node:child_process';

const MAIN = new URL('../dist/cli/main.js', import.meta.url).pathname;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The compiled command as users start it, in an environment of its own. */
export function start(
  args: readonly string[],
  { env = {}, cwd = import.meta.dirname }: Surroundings = {},
): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [MAIN, ...args], { env: { PATH, ...env }, cwd });
}

export function end(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

export function command(args: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  return end(start(args, surroundings));
}
