import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  /** Undefined where it did not end in time. */
  readonly exitCode: number | undefined;
  readonly output: string;
}

/** No tool reports how it is used, and none takes settings that were meant for the suite. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', STEPCI_DISABLE_ANALYTICS: '1' };
const OWN = /^(PETSTORE_|VITEST|FORCE_COLOR)/;

export function start(command: string, args: readonly string[], cwd: string): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  const env = { ...Object.fromEntries(inherited), ...QUIET, NO_COLOR: '1' };
  return spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Ends a process with everything it started. */
export function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

export function runProcess(command: string, args: readonly string[], cwd: string, timeoutMs: number): Promise<Ended> {
  const child = start(command, args, cwd);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(child), timeoutMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? undefined, output });
    });
  });
}
