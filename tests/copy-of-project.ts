import { cpSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

const LEFT_OUT = ['.env', '.git', 'dist', 'node_modules'];

/**
 * For scripts that build and pack: in a copy they neither see what an earlier build left behind in dist nor take dist
 * away from tests that are using it.
 */
export function copyProject(to: string): string {
  const isWanted = (path: string) => dirname(path) !== ROOT || !LEFT_OUT.includes(basename(path));
  cpSync(ROOT, to, { recursive: true, filter: isWanted });
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  return to;
}
