import { isOpen, isViolated } from '../harness/report/conclusion.ts';
import type { Report, Result } from '../harness/report/model.ts';
import { replaysOf } from '../harness/run/replays.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { readerOf, resolveSettings, type Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { renderReplay } from '../reporters/replay.ts';
import { SHAPING } from '../reporters/replay-command.ts';
import { catalogue } from '../suites/catalogue.ts';
import { ANY_TARGET } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { isSwitchedOn } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { colourOf, print, succeed, widthOf } from './io.ts';
import { readReport } from './read-files.ts';
import { settingsOf } from './settings.ts';
import { withTarget } from './target.ts';

/**
 * The report supplies only ids, the seed and inputs. The user decides which server is asked, with which key, and what
 * may be written.
 */
export async function replay({ flags, operands: [file, id], io, parts }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('replay needs a report: write petstore-conformance replay report.json.');
  const before = await readReport(file, io);
  const ids = idsToReplay(before, file, id);
  if (ids.length === 0) return succeed(io, `Nothing failed in ${file}.\n`);
  const chosen = new Map([...flags, ['only', ids] as const, ['skip', []] as const]);
  if (!flags.has('seed')) {
    const seed = settingTable.seed.parse([String(before.run.seed)], `The seed in ${file}`);
    chosen.set('seed', [String(seed)]);
  }
  const settings = await settingsOf(chosen, io, (...sources) => {
    if (readerOf(...sources)('baseUrl') === undefined) {
      const recorded = `${file} is about ${recordedAddress(before)}`;
      throw new UsageError(`No server is configured, and ${recorded}: give --base-url.`);
    }
    return resolveSettings(...sources);
  });
  if (!isRecordedTarget(before, settings) && !isSwitchedOn(flags, ANY_TARGET)) {
    const recorded = `${file} is about ${recordedAddress(before)}, not about the configured server`;
    throw new UsageError(`${recorded}: give --base-url, or --${ANY_TARGET} to replay on the configured one.`);
  }
  const differing = differingFlags(before, settings);
  if (differing.length > 0) {
    const names = differing.join(', ');
    await print(io.stderr, `The recorded run had other values for ${names}: give them if they matter.\n`);
  }
  const intermittent = ids.filter((one) => before.results.some((result) => result.id === one && result.intermittent));
  const sessions = intermittent.length > 0 ? MOST_ROUNDS : 1;
  return withTarget(settings, { io, parts, sessions }, async (target) => {
    const now = await untilShown(intermittent, (only, runId) => {
      const again = { ...target.settings, runId, ...(only && { only }) };
      return parts.replaySuite(again, replaysOf(before, runId), target.signal);
    });
    const traits = { colour: colourOf(io.stdout, io.env), width: widthOf(io.stdout) };
    await print(io.stdout, renderReplay(now, ids, traits));
    return exitCodeOf(now, ids);
  });
}

/** Intermittent failures are checked again until they show, for at most this many rounds. */
const MOST_ROUNDS = 5;

async function untilShown(
  intermittent: readonly string[],
  ask: (only: readonly string[] | undefined, runId: string) => Promise<Report>,
): Promise<Report> {
  let now = await ask(undefined, newRunId());
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const shown = now.results.filter(isViolated).map(({ id }) => id);
    const missing = intermittent.filter((id) => !shown.includes(id));
    if (missing.length === 0 || now.diagnosis !== undefined) break;
    now = combined(now, await ask(missing, newRunId()));
  }
  return now;
}

function combined(now: Report, again: Report): Report {
  const failed = new Map(again.results.filter(isViolated).map((result) => [result.id, result]));
  const { run } = again;
  return {
    ...now,
    ...(again.diagnosis !== undefined && { diagnosis: again.diagnosis, exitCode: again.exitCode }),
    results: now.results.map((result) => failed.get(result.id) ?? result),
    run: {
      ...now.run,
      requests: now.run.requests + run.requests,
      creations: now.run.creations + run.creations,
      created: [...now.run.created, ...run.created],
    },
  };
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

/** Longer than any address that a person would recognise. */
const LONGEST_ADDRESS = 200;

/** The report may come from anywhere. */
function recordedAddress({ target }: Report): string {
  const { baseUrl } = target;
  return baseUrl.length > LONGEST_ADDRESS ? `${baseUrl.slice(0, LONGEST_ADDRESS)}…` : baseUrl;
}

function isRecordedTarget({ target }: Report, { baseUrl, apiKey }: Settings): boolean {
  if (baseUrl === undefined) return false;
  // A report does not contain the key, not even as a part of the address.
  return target.baseUrl === baseUrl || (apiKey !== undefined && target.baseUrl === new Redactor(apiKey).text(baseUrl));
}

function differingFlags({ run }: Report, settings: Settings): readonly string[] {
  return SHAPING.filter((key) => {
    const recorded = run.settings[key];
    return recorded !== undefined && JSON.stringify(recorded) !== JSON.stringify(settings[key]);
  }).map((key) => `--${settingTable[key].flag}`);
}
