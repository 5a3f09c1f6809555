import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

type Skips = Pick<TestContext, 'skip'>;

/** Skips a test that needs what is not installed, and fails it where it may not be skipped. */
export function isMissing({ skip }: Skips, program: string, debianPackage = program): void {
  const advice = `${program} is not installed (apt-get install ${debianPackage})`;
  if (process.env.CI) throw new Error(advice);
  skip(advice);
}

export function needsProgram(context: Skips, program: string, debianPackage?: string): void {
  if (spawnSync(program, ['--version']).error !== undefined) isMissing(context, program, debianPackage);
}
