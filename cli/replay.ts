import { UsageError } from '../harness/basics/usage-error.ts';
import type { Report, ShownExchange } from '../harness/model/report.ts';
import { isViolated, weighs } from '../harness/report/verdict.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { finderOf, readerOf, resolveSettings, type Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { renderReplay } from '../reporters/replay.ts';
import { requestsToReplay } from '../suites/replay.ts';
import { catalogue } from '../suites/requirements/index.ts';
import { readReport } from './files.ts';
import type { Invocation } from './invocation.ts';
import { exitCodes, pageOf, print, succeed } from './io.ts';
import { settingsOf } from './settings.ts';
import { withTarget } from './target.ts';

/**
 * The report supplies only ids, the seed and inputs. The user decides which server is asked, with which key, and what
 * may be written.
 */
export async function executeReplay(invocation: Invocation): Promise<number> {
  const { flags, operands, io, parts } = invocation;
  const [file = '', id] = operands;
  const before = await readReport(file, io.cwd);
  if (before.results.length === 0) {
    throw new UsageError(
      `${file} is of a run that decided nothing, so nothing can be replayed: ${before.diagnosis ?? ''}`,
    );
  }
  const ids = idsToReplay(before, file, id);
  if (ids.length === 0) return succeed(io, 'Nothing failed in this report.\n');
  const seed = settingTable.seed.parse([String(before.run.seed)], `The seed in ${file}`);
  const chosen = new Map([['seed', [String(seed)]], ...flags, ['only', ids], ['skip', []]]);
  const about = `${file} is about ${before.target.baseUrl}`;
  const { settings } = await settingsOf(chosen, io, (given, ...others) => {
    if (readerOf(finderOf(given, ...others))('baseUrl') !== undefined) return resolveSettings(given, ...others);
    throw new UsageError(`No server is configured, and ${about}: give --base-url.`);
  });
  return withTarget(settings, invocation, async (target) => {
    if (before.target.baseUrl !== target.shownUrl && !flags.has('base-url')) {
      throw new UsageError(`${about}, not about the configured server: give --base-url to choose one of them.`);
    }
    const again = requestsToReplay(before, ids, target.settings);
    const { signal, server } = target;
    const ran = await parts.run(target.settings, { signal, server, again });
    const report = withoutUnsent(ran.report, before, ran.record(), target.settings);
    await print(io.stdout, renderReplay(report, ids, pageOf(io)));
    return exitCodeOf(report, ids, settings);
  });
}

function idsToReplay({ results }: Report, file: string, id: string | undefined): readonly string[] {
  const violated = results.filter(isViolated).map((result) => result.id);
  const unknown = violated.find((one) => !catalogue.some((requirement) => requirement.id === one));
  if (unknown !== undefined) {
    const what = `${JSON.stringify(unknown)}, which is not a requirement of this version`;
    throw new UsageError(`${file} names ${what}: replay it with the version of the suite that wrote it.`);
  }
  if (id === undefined) return violated;
  if (violated.includes(id)) return [id];
  const advice = guessOf(id, violated, `these did: ${violated.join(', ') || 'none'}.`);
  throw new UsageError(`${JSON.stringify(id)} did not fail in ${file}: ${advice}`);
}

/** A requirement that passes says nothing about a request that was not sent again. */
function withoutUnsent(now: Report, before: Report, record: readonly ShownExchange[], settings: Settings): Report {
  // The id of what the replay itself created is another one.
  const requestLine = ({ request }: ShownExchange) =>
    `${request.method} ${request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\/-?\d+$/, '/ID')}`;
  const sent = record.filter(({ probe }) => probe === 'replay').map(requestLine);
  const wasSent = (id: string) => {
    const last = before.results.find((result) => result.id === id)?.violations?.[0]?.exchanges?.at(-1);
    return last !== undefined && sent.includes(requestLine(last));
  };
  const why = settings.readOnly ? 'the run is read-only' : 'it is not in the report, or a budget is spent';
  const reason = `The request that failed was not sent: ${why}.`;
  const results = now.results.map((result) =>
    result.outcome === 'pass' && !wasSent(result.id) ? { ...result, outcome: 'inconclusive' as const, reason } : result,
  );
  return { ...now, results };
}

function exitCodeOf(now: Report, ids: readonly string[], { strict }: Settings): number {
  if (now.diagnosis !== undefined && !now.results.some(isViolated)) return now.exitCode;
  const replayed = now.results.filter((result) => ids.includes(result.id));
  if (replayed.some((result) => isViolated(result) && weighs(result, { strict }))) return exitCodes.violating.code;
  const isDecided = replayed.every((result) => result.outcome === 'pass' || isViolated(result));
  return (isDecided ? exitCodes.conforming : exitCodes.incomplete).code;
}
