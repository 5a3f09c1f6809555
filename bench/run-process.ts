import { spawn } from 'node:child_process';

/** No tool reports how it is used, and none takes settings that were meant for the suite. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', STEPCI_DISABLE_ANALYTICS: '1' };
const OWN = /^(PETSTORE_|VITEST|FORCE_COLOR)/;

/** The exit code is undefined if the program did not end in time; then it is ended with everything it started. */
export async function runProcess(command: string, args: readonly string[], cwd: string, timeoutMs: number) {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  const env = { ...Object.fromEntries(inherited), ...QUIET, NO_COLOR: '1' };
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? undefined));
  });
  clearTimeout(timer);
  return { exitCode, output };
}
