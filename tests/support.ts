import type { Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/run/context.ts';
import { runInline } from '../harness/run/run-inline.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { type ReferenceOptions, startReference } from '../reference/server.ts';
import { petStore } from '../suites/index.ts';

export const TEST_KEY = 'Test-Key.7f3a';

/** Settings as the command would resolve them, with a window short enough for a fault to be found soon. */
export function settingsFor(baseUrl: string, changes: Partial<RunSettings> = {}): RunSettings {
  const defaults = resolveSettings(new Map(), {}, '');
  return {
    ...defaults,
    seed: 20301205,
    runId: 'testrun',
    consistencyWindowMs: 150,
    baseUrl,
    apiKey: TEST_KEY,
    ...changes,
  };
}

/** The whole suite against a reference server of its own. */
export async function checkReference(
  options: Omit<ReferenceOptions, 'apiKey'>,
  changes: Partial<RunSettings> = {},
): Promise<Report> {
  const server = await startReference({ ...options, apiKey: TEST_KEY });
  try {
    return await runInline(settingsFor(server.baseUrl, changes), petStore);
  } finally {
    await server.close();
  }
}

export function idsWith(report: Report, outcome: string, level?: string): readonly string[] {
  return report.results
    .filter((result) => result.outcome === outcome && (level === undefined || result.level === level))
    .map((result) => result.id)
    .sort();
}
