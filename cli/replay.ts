import { UsageError } from '../harness/basics/usage-error.ts';
import type { Report } from '../harness/model/report.ts';
import { concluded } from '../harness/report/concluded.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { resolveSettings, type SettingSources } from '../harness/settings/settings.ts';
import { count } from '../reporters/text.ts';
import { allIds } from '../suites/requirements/index.ts';
import { readReport } from './files.ts';
import type { Invocation } from './invocation.ts';
import { succeed } from './io.ts';
import { checkServer } from './run.ts';

/** A run of what failed in a report, with the same inputs. The user decides which server is asked, with which key. */
export async function executeReplay(invocation: Invocation): Promise<number> {
  const { flags, operands, io } = invocation;
  const [file = '', ...asked] = operands;
  const before = await readReport(file, io.cwd);
  if (before.results.length === 0) {
    const why = before.diagnosis ?? '';
    throw new UsageError(`${file} is of a run that decided nothing, so nothing can be replayed: ${why}`);
  }
  const ids = idsToReplay(before, file, asked);
  if (ids.length === 0) return succeed(io, 'Nothing failed in this report.\n');
  return checkServer(
    { ...invocation, flags: new Map([...inputsOf(before), ...flags, ['only', ids], ['skip', []]]) },
    {
      resolveAll: (...sources) => resolvedFor(before, file, sources),
      judge: (now) => withoutSkipped(now, ids),
      remark: (now) => remarkOn(now, ids, file),
    },
  );
}

/** What decides the values that a run sends. */
function inputsOf({ run }: Report): readonly (readonly [flag: string, values: readonly string[]])[] {
  const { runs, thorough } = run.settings;
  return [
    ['seed', [String(run.seed)]],
    ...(runs === undefined ? [] : [['runs', [String(runs)]] as const]),
    ...(thorough === true ? [['thorough', ['true']] as const] : []),
  ];
}

/** Of a report from elsewhere, nobody knows where it leads. */
function resolvedFor({ target }: Report, file: string, sources: SettingSources) {
  const settings = resolveSettings(...sources);
  const about = `${file} is about ${target.baseUrl}`;
  if (settings.baseUrl === undefined) throw new UsageError(`No server is configured, and ${about}: give --base-url.`);
  // What failed fails again, whatever a gate accepts.
  const ungated = { ...settings, waivers: undefined, baseline: undefined, rollingBaseline: undefined };
  if (settings.baseUrl === target.baseUrl || sources[0].has('base-url')) return ungated;
  throw new UsageError(`${about}, not about the configured server: give --base-url to choose one of them.`);
}

function idsToReplay({ results }: Report, file: string, asked: readonly string[]): readonly string[] {
  const violated = results.filter(isViolated).map((result) => result.id);
  const unknown = violated.find((one) => !allIds.includes(one));
  if (unknown !== undefined) {
    const what = `${JSON.stringify(unknown)}, which is not a requirement of this version`;
    throw new UsageError(`${file} names ${what}: replay it with the version of the suite that wrote it.`);
  }
  const wrong = asked.find((id) => !violated.includes(id));
  if (wrong === undefined) return asked.length > 0 ? asked : violated;
  const advice = guessOf(wrong, violated, `these did: ${violated.join(', ') || 'none'}.`);
  throw new UsageError(`${JSON.stringify(wrong)} did not fail in ${file}: ${advice}`);
}

/** What was not sent may fail still. */
function withoutSkipped(now: Report, ids: readonly string[]): Report {
  const results = now.results.map((result) =>
    ids.includes(result.id) && result.outcome === 'skipped' ? { ...result, outcome: 'inconclusive' as const } : result,
  );
  return concluded({ ...now, results });
}

function remarkOn({ results }: Report, ids: readonly string[], file: string): string {
  const replayed = results.filter(({ id }) => ids.includes(id));
  const again = replayed.filter(isViolated).length;
  const passed = replayed.filter(({ outcome }) => outcome === 'pass').length;
  const open = ids.length - again - passed;
  const parts = [
    `${again} fail${again === 1 ? 's' : ''} again`,
    `${passed} pass${passed === 1 ? 'es' : ''} now`,
    `${open} could not be decided`,
  ];
  return `Of ${count(ids.length, 'requirement')} that failed in ${file}: ${parts.join(', ')}.`;
}
