import { codeOf } from '../harness/error-code.ts';
import type { Report } from '../harness/report/model.ts';
import { reporters } from '../reporters/index.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { isSwitchedOn } from './flags.ts';
import { groupingOf } from './grouping.ts';
import type { Invocation } from './invocation.ts';
import { type Io, print } from './io.ts';
import { judge } from './judge.ts';
import { pageToOpen } from './open-page.ts';
import type { Parts } from './parts.ts';
import { readGate } from './read-gate.ts';
import { settingsOf } from './run-settings.ts';
import { type Target, withTarget } from './target.ts';
import { foldersToWatch } from './watch/flags.ts';
import { watch } from './watch/watch.ts';

export async function run({ flags, io, parts }: Invocation): Promise<number> {
  const settings = await settingsOf(flags, io);
  const folders = await foldersToWatch(flags, settings, io.cwd);
  let page = isSwitchedOn(flags, 'open') ? pageToOpen(settings.reporters, io.cwd) : undefined;
  const destinations = await prepareDestinations(settings.reporters, reporters, io, groupingOf(flags));
  const gate = await readGate(settings, io);
  const judging = {
    judge: (target: Target) => judge(target, gate, io, parts),
    present: async (report: Report) => {
      await deliver(report, destinations, io);
      if (page !== undefined) await show(page, io, parts);
      // A page that is open needs only to be loaded anew.
      page = undefined;
    },
  };
  return withTarget(settings, io, parts, async (target) => {
    if (folders !== undefined) {
      const written = [settings.ledger, ...destinations.map(({ file }) => file)].filter((file) => file !== undefined);
      return watch(target, { folders, written }, judging, io);
    }
    const report = await judging.judge(target);
    await judging.present(report);
    return report.exitCode;
  });
}

/** Only where somebody is looking: a page that opens on a machine of nobody's stays open there. */
async function show(page: string, { stdout, stderr }: Io, { openPage }: Parts): Promise<void> {
  if (stdout.isTTY !== true || stderr.isTTY !== true) return;
  await openPage(page).catch((error) => print(stderr, `${page} could not be opened (${codeOf(error)}).\n`));
}
