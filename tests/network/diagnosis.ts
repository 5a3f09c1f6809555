import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { newFolder } from '../compiled.ts';
import { settingsFor } from '../support.ts';

/** One requirement is enough to see that the target is reached. */
const ONE: Partial<RunSettings> = { only: ['list.ok'], timeoutMs: 20_000 };

export function checkOne(origin: string, changes: Partial<RunSettings> = {}): Promise<Report> {
  return runInline(settingsFor(`${origin}/v1`, { ...ONE, ...changes }), petStore);
}

/** Why this origin cannot be tested. */
export async function diagnosisOf(origin: string, changes: Partial<RunSettings> = {}): Promise<string> {
  const { verdict, exitCode, results, diagnosis = '' } = await checkOne(origin, changes);
  expect({ verdict, exitCode, results }).toEqual({ verdict: 'untested', exitCode: 3, results: [] });
  expect(diagnosis).toMatch(/^[^\n]{20,300}[.?]$/);
  expect(diagnosis).toContain(`${origin}/v1`);
  return diagnosis;
}

export async function expectTested(origin: string, changes: Partial<RunSettings> = {}): Promise<Report> {
  const report = await checkOne(origin, changes);
  const outcome = report.results.find(({ id }) => id === 'list.ok')?.outcome;
  expect({ outcome, diagnosis: report.diagnosis }).toEqual({ outcome: 'pass', diagnosis: undefined });
  return report;
}

/** A file with this content, there until the test is over. */
export function fileOf(content: string, name = 'file.pem'): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}
