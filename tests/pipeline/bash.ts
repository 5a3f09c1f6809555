import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, endOf } from '../compiled.ts';

export type Variables = Readonly<Record<string, string>>;

/** Runs a script as GitHub and GitLab do: it ends at the first command that fails. Nothing of our own environment is in it. */
export function bash(script: string, cwd: string, env: Variables): Promise<Ended> {
  return endOf(spawn('/bin/bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env }));
}

/** A folder to put first on PATH, with these commands in it. */
export function commandsIn(folder: string, scripts: Variables): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
