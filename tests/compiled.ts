import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const MAIN = new URL('../dist/cli/main.js', import.meta.url).pathname;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A descriptor; a pipe unless given. */
  readonly stdout?: number;
}

/** What users run: the compiled command, in a process of its own. */
export function spawnCommand(args: readonly string[], { cwd, env = {}, stdout }: Place): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, ...env },
    cwd,
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  });
}

/** The same for one test, which it does not outlive. */
export function startCommand(args: readonly string[], place: Place): ChildProcess {
  const child = spawnCommand(args, place);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

export function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
}

export function runCommand(args: readonly string[], place: Place): Promise<Ended> {
  return endOf(startCommand(args, place));
}

/** A folder that is there until the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
