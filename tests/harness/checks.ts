import type { Report, Result } from '../../harness/report/model.ts';
import type { Check, Suite } from '../../harness/run/check.ts';
import type { CheckContext, RunSettings } from '../../harness/run/context.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { Inconclusive, Violation } from '../../harness/verdict/verdicts.ts';
import { startReference } from '../../reference/server.ts';
import { settingsFor, TEST_KEY } from '../support.ts';

/** A check of a requirement that is not in the catalogue. */
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
    needs: [],
    watches: false,
    explains: [],
    property: false,
    ...changes,
    decide,
  };
}

/** A suite of these checks, without invariants or a second look unless given. */
export function suiteOf(checks: readonly Check[], changes: Partial<Suite> = {}): Suite {
  return { checks, invariants: () => [], lookAgain: async () => undefined, ...changes };
}

/** This suite, or these checks alone, against a conforming server. */
export async function runChecks(
  what: readonly Check[] | Suite,
  changes: Partial<RunSettings> = {},
  pets = 0,
): Promise<Report> {
  const reference = await startReference({ apiKey: changes.apiKey ?? TEST_KEY, pets: pets });
  try {
    return await runInline(settingsFor(reference.baseUrl, changes), 'checks' in what ? what : suiteOf(what));
  } finally {
    await reference.close();
  }
}

/** Runs a function with the context of a check at this target. */
export async function withContext<T>(
  baseUrl: string,
  use: (context: CheckContext) => Promise<T>,
  changes: Partial<RunSettings> = {},
  suite: Partial<Suite> = {},
): Promise<T> {
  let end: { readonly value: T } | undefined;
  const check = checkOf('list.any', async (context) => {
    end = { value: await use(context) };
    return {};
  });
  const report = await runInline(settingsFor(baseUrl, changes), suiteOf([check], suite));
  if (!end) throw new Error(report.results[0]?.reason ?? report.diagnosis);
  return end.value;
}

export function rowOf(report: Report, id: string): Result {
  const row = report.results.find((result) => result.id === id);
  if (!row) throw new Error(`The report has no row ${id}.`);
  return row;
}

export const passes: Check['decide'] = async () => ({});

export const fails: Check['decide'] = async ({ preflight }) => {
  throw new Violation('a', 'b', [preflight.list]);
};

export const staysOpen: Check['decide'] = async () => {
  throw new Inconclusive({ kind: 'nothing-seen', what: 'pet' });
};

/** A check that records each time it runs. */
export function counted(id: string, changes: Partial<Check> = {}, decide: Check['decide'] = passes) {
  const runs: CheckContext[] = [];
  const check = checkOf(
    id,
    async (context) => {
      runs.push(context);
      return decide(context);
    },
    changes,
  );
  return { check, runs };
}
