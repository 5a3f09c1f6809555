import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { ReporterChoice } from '../harness/settings/parsers.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

export function pageToOpen(choices: readonly ReporterChoice[], cwd: string): string {
  const file = choices.find((choice) => choice.name === 'html' && choice.file !== undefined)?.file;
  if (file === undefined) throw new UsageError('--open needs a page to open: add --reporter html=report.html.');
  return resolve(cwd, file);
}

/** Without a shell, and waits only until the opener has started. */
export function openPage(file: string): Promise<void> {
  return new Promise((started, failed) => {
    const child = spawn(openerOf(process.platform), [file], { detached: true, stdio: 'ignore' });
    child.once('error', failed);
    child.once('spawn', () => {
      child.unref();
      started();
    });
  });
}

export function openerOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'open';
  // What `start` does, which is a word of the shell and not a program.
  return platform === 'win32' ? 'explorer.exe' : 'xdg-open';
}
