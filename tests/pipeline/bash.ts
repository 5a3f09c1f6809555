import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Ended, endOf, MAIN } from '../compiled.ts';

export type Variables = Readonly<Record<string, string>>;

/** The compiled command, as an installation would put it on PATH. */
export const THE_COMMAND = `exec '${process.execPath}' '${MAIN}' "$@"`;

/** As GitHub and GitLab do: a script ends at the first command that fails. Nothing of our own environment is in it. */
export function bash(script: string, cwd: string, env: Variables): Promise<Ended> {
  return endOf(spawn('/bin/bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env }));
}

/** A PATH with these commands first, and with Node. */
export function pathWith(scripts: Variables, folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }
  return `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
}
