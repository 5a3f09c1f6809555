import type { Gate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/report/model.ts';
import { runRounds } from '../harness/run/run-rounds.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { isSwitchedOn } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { type Io, print, progressOn } from './io.ts';
import { pageToOpen } from './open-page.ts';
import type { OnProgress, Parts } from './parts.ts';
import { readGate } from './read-files.ts';
import { settingsOf } from './settings.ts';
import { type Target, withTarget } from './target.ts';
import type { Wake } from './watch/loop.ts';
import { foldersToWatch } from './watch/sources.ts';
import { watch } from './watch/watch.ts';

export async function run({ flags, io, parts }: Invocation): Promise<number> {
  const settings = await settingsOf(flags, io);
  const folders = await foldersToWatch(flags, settings, io.cwd);
  const hasUi = isSwitchedOn(flags, 'ui');
  const isOpened = isSwitchedOn(flags, 'open');
  if (hasUi && folders === undefined) throw new UsageError('--ui needs a watch: add --watch.');
  const page = isOpened && folders === undefined ? pageToOpen(settings.reporters, io.cwd) : undefined;
  const destinations = await prepareDestinations(settings.reporters, reporters, io, presentationOf(flags));
  const gate = await readGate(settings, io);
  const startLive = async (ask: (wake: Wake) => void) => {
    const { openLive } = await import('./live/live.ts');
    const live = await openLive(ask, io);
    await print(io.stderr, `The report is at ${live.url} and follows every run.\n`);
    if (isOpened) await show(live.url, io, parts);
    return live;
  };
  const checking = {
    checkTarget: (target: Target, onProgress?: OnProgress) => checkTarget(target, gate, io, parts, onProgress),
    present: async (report: Report) => {
      await deliver(report, destinations, io);
      if (page !== undefined) await show(page, io, parts);
    },
    openLive: hasUi || isOpened ? startLive : undefined,
  };
  return withTarget(settings, { io, parts, sessions: settings.repeat }, async (target) => {
    if (folders !== undefined) {
      const written = [settings.ledger, ...destinations.map(({ file }) => file)].filter((file) => file !== undefined);
      return watch(target, { folders, written }, checking, io);
    }
    const report = await checking.checkTarget(target);
    await checking.present(report);
    return report.exitCode;
  });
}

/** Only in an interactive terminal: nobody would close the page elsewhere. */
async function show(page: string, { stdout, stderr }: Io, { openPage }: Parts): Promise<void> {
  if (stdout.isTTY !== true || stderr.isTTY !== true) return;
  await openPage(page).catch((error) => print(stderr, `${page} could not be opened (${codeOf(error)}).\n`));
}

async function checkTarget(
  target: Target,
  gate: Gate,
  io: Io,
  { runSuite }: Parts,
  onProgress?: OnProgress,
): Promise<Report> {
  const { settings, signal } = target;
  const progress = progressOn(io.stderr);
  const show: OnProgress = (done, total, current, outcome) => {
    progress.show(done, total, current);
    // Requirements that the selection depends on are checked too, but not reported.
    onProgress?.(done, total, current, isSelected(current, settings) ? outcome : undefined);
  };
  try {
    const report = await runRounds(settings, gate, (round) => runSuite(round, { signal, onProgress: show }));
    return { ...report, exitCode: target.exitCode(report.exitCode) };
  } finally {
    progress.erase();
  }
}
