import { execFile } from 'node:child_process';

export interface Ended {
  readonly code: number;
  /** What it wrote, to either stream. */
  readonly output: string;
}

/** How a process ended. Nothing of what vitest or npm tell the processes that they start reaches it. */
export function ended(command: string, args: readonly string[], cwd: string, path = process.env.PATH): Promise<Ended> {
  const { HOME } = process.env;
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env: { HOME, PATH: path, NO_COLOR: '1' } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}
