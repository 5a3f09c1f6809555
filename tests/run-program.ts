import { execFile } from 'node:child_process';

/** What others might have set for themselves, and what would be taken for the user's own settings. */
const FOREIGN = /^(PETSTORE_|VITEST|FORCE_COLOR)/;

/** How a process ended; the output is what it wrote to either stream. */
export async function runProgram(command: string, args: readonly string[], cwd: string, path = process.env.PATH) {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const env = { ...Object.fromEntries(inherited), PATH: path, NO_COLOR: '1' };
  return new Promise<{ code: number; stdout: string; output: string }>((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, stdout, output: `${stdout}${stderr}` });
    });
  });
}
