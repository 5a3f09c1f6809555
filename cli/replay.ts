import { replaysOf } from '../harness/replays.ts';
import { isOpen, isViolated } from '../harness/report/conclusion.ts';
import type { Report, Result } from '../harness/report/model.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { renderReplay } from '../reporters/replay.ts';
import { exitCodes } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';
import { print } from './io.ts';
import { readReport } from './read-report.ts';
import { flagsOf } from './recorded-flags.ts';
import { settingsOf } from './run-settings.ts';
import { withTarget } from './target.ts';
import { colourOf, widthOf } from './terminal-traits.ts';

/** Asks again for what failed before, and for nothing else. */
export async function replay({ flags, operands: [file, id], io, parts }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('replay needs a report: write petstore-conformance replay report.json.');
  const before = await readReport(file, io);
  const ids = idsToReplay(before, file, id);
  if (ids.length === 0) {
    await print(io.stdout, `Nothing failed in ${file}.\n`);
    return exitCodes.conforming.code;
  }
  const recorded = new Map([...flagsOf(before), ['only', ids] as const]);
  const settings = await settingsOf(new Map([...recorded, ...flags]), io);
  return withTarget(settings, io, parts, async (target) => {
    const now = await parts.replaySuite(target.settings, replaysOf(before, target.settings.runId), target.signal);
    const traits = { colour: colourOf(io.stdout, io.env), width: widthOf(io.stdout) };
    await print(io.stdout, renderReplay(now, ids, traits));
    return exitCodeOf(now, ids);
  });
}

function idsToReplay({ results }: Report, file: string, id: string | undefined): readonly string[] {
  const violated = results.filter(isViolated).map((result) => result.id);
  if (id === undefined) return violated;
  if (violated.includes(id)) return [id];
  const [guess] = nearest(id, violated);
  const advice = guess ? `did you mean ${guess}?` : `these did: ${violated.join(', ') || 'none'}.`;
  throw new UsageError(`${JSON.stringify(id)} did not fail in ${file}: ${advice}`);
}

function exitCodeOf(now: Report, ids: readonly string[]): number {
  if (now.diagnosis !== undefined) return now.exitCode;
  const replayed = now.results.filter((result: Result) => ids.includes(result.id));
  if (replayed.some(isViolated)) return exitCodes.violating.code;
  return (replayed.some(isOpen) ? exitCodes.incomplete : exitCodes.conforming).code;
}
