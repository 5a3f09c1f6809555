import { codeOf } from '../harness/error-code.ts';
import { reporters } from '../reporters/index.ts';
import type { Invocation } from './commands.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { isSwitchedOn } from './flags.ts';
import { type Io, print } from './io.ts';
import { judge } from './judge.ts';
import { pageToOpen } from './open-page.ts';
import type { Parts } from './parts.ts';
import { readGate } from './read-gate.ts';
import { settingsOf } from './run-settings.ts';
import { withTarget } from './target.ts';

export async function run({ flags, io, parts }: Invocation): Promise<number> {
  const settings = await settingsOf(flags, io);
  const page = isSwitchedOn(flags, 'open') ? pageToOpen(settings.reporters, io.cwd) : undefined;
  const destinations = await prepareDestinations(settings.reporters, reporters, io);
  const gate = await readGate(settings, io);
  return withTarget(settings, io, parts, async (target) => {
    const report = await judge(target, gate, io, parts);
    await deliver(report, destinations, io);
    if (page !== undefined) await show(page, io, parts);
    return report.exitCode;
  });
}

/** Only where somebody is looking: a page that opens on a machine of nobody's stays open there. */
async function show(page: string, { stdout, stderr }: Io, { openPage }: Parts): Promise<void> {
  if (stdout.isTTY !== true || stderr.isTTY !== true) return;
  await openPage(page).catch((error) => print(stderr, `${page} could not be opened (${codeOf(error)}).\n`));
}
