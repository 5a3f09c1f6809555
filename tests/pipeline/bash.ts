import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Ended, endOf } from '../compiled.ts';

export type Variables = Readonly<Record<string, string>>;

/** As GitHub and GitLab do: a script ends at the first command that fails. Nothing of our own environment is in it. */
export function bash(script: string, cwd: string, env: Variables): Promise<Ended> {
  return endOf(spawn('/bin/bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env }));
}

/** A PATH with the command, an npm that has installed it already, and Node. */
export function pathWith(program: string, folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const scripts = { 'petstore-conformance': `exec '${process.execPath}' '${program}' "$@"`, npm: '' };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }
  return `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
}
