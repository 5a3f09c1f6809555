import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/** Skips a test where a program of others is not installed, and fails it where it may not be skipped. */
export function needsProgram({ skip }: Pick<TestContext, 'skip'>, program: string, debianPackage: string): void {
  if (spawnSync(program, ['--version']).error === undefined) return;
  const advice = `${program} is not installed: it is in Debian's package ${debianPackage}`;
  if (process.env.CI) throw new Error(`${advice}, and CI must have it.`);
  skip(advice);
}
