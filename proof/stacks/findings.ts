import type { Report } from '../../harness/model/report.ts';
import { storiesIn } from '../../harness/report/stories.ts';
import type { PlannedRun } from './plan.ts';

/** What a run of the command came to. */
export interface Run {
  readonly exitCode: number | undefined;
  /** Absent if the command printed none. */
  readonly report?: Pick<Report, 'results'>;
  /** What it printed besides. */
  readonly output: string;
}

type Expected = Pick<PlannedRun, 'violates' | 'warns' | 'seesEveryWarning'>;

/** What differs from what is expected, one sentence each. */
export function differences({ exitCode, report, output }: Run, expected: Expected): readonly string[] {
  if (!report) return [`The command printed no report (exit code ${exitCode}): ${output.trim()}`];
  const idsWith = (outcome: string) => report.results.filter((one) => one.outcome === outcome).map(({ id }) => id);
  const failed = idsWith('fail');
  const warned = idsWith('warn');
  // What else fails belongs to the story of one that is expected.
  const firsts = storiesIn(report).map(([{ result }]) => result.id);
  const isOwn = (id: string) => [...expected.violates, ...expected.warns].includes(id);
  const extra = firsts.filter((id) => !isOwn(id));
  const missing = (actual: readonly string[], ids: readonly string[]) => ids.filter((id) => !actual.includes(id));
  const expectedCode = expected.violates.length > 0 ? 1 : 0;
  return [
    ...(exitCode === expectedCode ? [] : [`Exit code ${exitCode} instead of ${expectedCode}.`]),
    ...(exitCode === 4 ? idsWith('inconclusive').map((id) => `${id} is inconclusive.`) : []),
    ...extra.map((id) => `${id} ${failed.includes(id) ? 'fails' : 'warns'}, which is not expected.`),
    ...missing(failed, expected.violates).map((id) => `${id} does not fail.`),
    ...(expected.seesEveryWarning ? missing(warned, expected.warns).map((id) => `${id} does not warn.`) : []),
  ];
}
