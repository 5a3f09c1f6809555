import type { Check } from '../../harness/check.ts';
import type { CheckContext, RunSettings } from '../../harness/context.ts';
import type { Report, Result } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { settingsFor, TEST_KEY } from '../support.ts';

/** A check of a requirement that no catalogue holds. */
export function checkOf(id: string, decide: Check['decide'], changes: Partial<Check> = {}): Check {
  return {
    id,
    level: 'MUST',
    area: 'list',
    statement: `What ${id} says.`,
    section: 'Endpoints',
    stage: 'create',
    writes: false,
    getsPets: false,
    after: [],
    unlessFailed: [],
    asks: [],
    property: false,
    traffic: [],
    ...changes,
    decide,
  };
}

/** These checks alone, against a server that conforms. */
export async function runChecks(
  checks: readonly Check[],
  changes: Partial<RunSettings> = {},
  animals = 0,
): Promise<Report> {
  const reference = await startReference({ apiKey: changes.apiKey ?? TEST_KEY, animals });
  try {
    return await runInline(settingsFor(reference.baseUrl, changes), checks);
  } finally {
    await reference.close();
  }
}

/** What a check has at hand at this target, for whatever is made from it. */
export async function withContext<T>(
  baseUrl: string,
  use: (context: CheckContext) => Promise<T>,
  changes: Partial<RunSettings> = {},
): Promise<T> {
  let end: { readonly value: T } | undefined;
  const check = checkOf('list.any', async (context) => {
    end = { value: await use(context) };
    return undefined;
  });
  const report = await runInline(settingsFor(baseUrl, changes), [check]);
  if (!end) throw new Error(report.results[0]?.reason ?? report.diagnosis);
  return end.value;
}

export function rowOf(report: Report, id: string): Result {
  const row = report.results.find((result) => result.id === id);
  if (!row) throw new Error(`The report has no row ${id}.`);
  return row;
}
