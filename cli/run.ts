import { resolve } from 'node:path';
import { budgetsOf } from '../harness/engine/budgets.ts';
import { userAgentOf } from '../harness/engine/run-id.ts';
import { applyGate, type Gate } from '../harness/gate/gate.ts';
import { nextBaseline } from '../harness/gate/memory.ts';
import type { Report } from '../harness/model/report.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { shownNetwork } from '../harness/settings/network.ts';
import { finderOf, type SettingSources, type Settings, settingsBy } from '../harness/settings/settings.ts';
import { renderJson } from '../reporters/json.ts';
import { count, labelled, paragraphs } from '../reporters/text.ts';
import { leftOut, mostSent, shortageOfTime } from '../suites/plan.ts';
import { idsThatCanFail } from '../suites/requirements/index.ts';
import { type Destination, deliver, prepareDestinations, sayVerdict } from './destinations.ts';
import { FOR_ME, replaceFile } from './files.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { type Io, say, succeed } from './io.ts';
import { type Progress, progressOn } from './progress.ts';
import { settingsOf } from './settings.ts';
import { type ChosenTarget, withTarget } from './target.ts';
import { watch, watchedFolders } from './watch.ts';

/** What distinguishes a replay from any other run. */
export interface Replaying {
  readonly resolveAll: (...sources: SettingSources) => Settings;
  /** What a replay makes of the report of its run. */
  readonly judge: (now: Report) => Report;
  readonly remark: (now: Report) => string;
}

export const executeRun = (invocation: Invocation): Promise<number> => checkServer(invocation);

export async function checkServer(invocation: Invocation, replaying?: Replaying): Promise<number> {
  const { flags, io } = invocation;
  const { settings, gate } = await settingsOf(flags, io, replaying?.resolveAll);
  const folders = await watchedFolders(flags, settings, io.cwd);
  const destinations = await prepareDestinations(settings.reporters, io, {
    verbose: isSwitchedOn(flags, 'verbose'),
  });
  const progress = folders && !io.stderr.isTTY ? undefined : progressOn(io);
  await warnOfTime(settings, io);
  const check = { ...invocation, gate, destinations, progress, replaying };
  return withTarget(settings, invocation, async (target) => {
    if (folders === undefined) return checkOnce(target, check);
    const own = [settings.ledger, ...destinations.map(({ file }) => file)].filter((file) => file !== undefined);
    return watch(target, { folders, own }, io, (again) => checkOnce(again, check));
  });
}

interface Check extends Invocation {
  readonly gate: Gate;
  readonly destinations: readonly Destination[];
  readonly progress: Progress | undefined;
  readonly replaying: Replaying | undefined;
}

/** A run and its reports. One that gives way to the next run has no reports. */
async function checkOnce(
  target: ChosenTarget,
  { gate, io, parts, destinations, progress, replaying }: Check,
): Promise<number> {
  const { settings, signal, server } = target;
  const follow = progress?.follow(mostSent(settings).requests, server?.isOwn === true);
  const ran = await parts
    .run(settings, { signal, server, ...(follow && { onExchange: follow }) })
    .finally(() => progress?.end());
  const gated = applyGate(ran.report, gate, { ...settings, today: settings.now });
  const decided = replaying ? replaying.judge(gated) : gated;
  const exitCode = target.exitCode(decided.exitCode);
  if (target.isOutdated?.()) return exitCode;
  const recorded = { ...decided, exitCode };
  const isFile = ({ file }: Destination) => file !== undefined;
  const written = await deliver(recorded, destinations.filter(isFile), io, ran);
  // Said last, so that people read the exit code of the process, also where a file cannot be written.
  const final = { ...recorded, exitCode: written || exitCode };
  await keepBaseline(recorded, gate, settings.rollingBaseline, io);
  const printed = await deliver(
    final,
    destinations.filter((destination) => !isFile(destination)),
    io,
    ran,
  );
  await sayVerdict(final, destinations, io, printed || final.exitCode);
  if (replaying) await say(io, replaying.remark(final));
  return printed || final.exitCode;
}

async function warnOfTime(settings: Settings, io: Io): Promise<void> {
  const shortage = shortageOfTime(settings);
  if (shortage !== undefined) await say(io, `Warning: ${shortage}`);
}

/** What the next run is compared with. */
async function keepBaseline(report: Report, { baseline }: Gate, file: string | undefined, io: Io): Promise<void> {
  if (file === undefined) return;
  const next = nextBaseline(report, baseline);
  if (next !== undefined && next !== baseline) await replaceFile(resolve(io.cwd, file), renderJson(next), FOR_ME);
}

/** What a run sends, its limits, and whether it could start: every setting and file is checked as for a run. */
export async function plan({ flags, io }: Invocation): Promise<number> {
  const { settings } = await settingsOf(flags, io, (...sources) => settingsBy(finderOf(...sources)));
  await prepareDestinations(settings.reporters, io);
  await warnOfTime(settings, io);
  const { baseUrl, apiKey = '' } = settings;
  const excluded = [...leftOut(settings)];
  const selected = idsThatCanFail.length - excluded.flatMap(([, ids]) => ids).length;
  const { maxCreates, maxBadCredentials } = budgetsOf(settings);
  const { requests, creations, creationsWhereStocked } = mostSent(settings);
  const plan = {
    target: baseUrl === undefined ? 'the embedded reference server' : new Redactor(apiKey).address(baseUrl),
    ...shownNetwork(settings),
    userAgent: userAgentOf('…'),
    seed: settings.seed,
    requirements: `${selected} of ${idsThatCanFail.length}`,
    notChecked: Object.fromEntries(excluded),
    requestsToAConformingServerAtMost: requests,
    petsOnAnEmptyConformingServerAtMost: creations,
    petsWhereAPageIsFullAtMost: creationsWhereStocked,
    creationsAtMost: maxCreates,
    badCredentialsAtMost: maxBadCredentials,
    requestsAtOnceAtMost: settings.concurrency,
    requestsPerSecondAtMost: settings.maxRps ?? 'no limit',
    secondsAtMost: settings.maxDurationMs / 1000,
  };
  if (isSwitchedOn(flags, 'json')) return succeed(io, renderJson(plan));
  const notChecked =
    excluded.map(([reason, ids]) => `${count(ids.length, 'requirement')}: ${reason}`).join(' ') || 'none';
  const rows = Object.entries({ ...plan, notChecked }).map(([name, value]) => [wordsOf(name), String(value)] as const);
  return succeed(io, paragraphs([['A run with these settings (nothing is sent now)'], labelled(rows, 100)]));
}

/** secondsAtMost -> Seconds at most */
function wordsOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}
