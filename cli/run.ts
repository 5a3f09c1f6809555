import type { Report } from '../harness/report/model.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import { resolveSettings, type Settings, unknownVariables } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { catalogue } from '../suites/catalogue.ts';
import { obtainKey, randomKey } from './api-key.ts';
import type { Invocation } from './commands.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { readDotenvFile } from './dotenv-file.ts';
import { codeOf } from './error-code.ts';
import { printFault, watchUncaught } from './fault.ts';
import { isSwitchedOn } from './flags.ts';
import { interruptionBy } from './interruption.ts';
import { type Io, print } from './io.ts';
import { pageToOpen } from './open-page.ts';
import type { Parts, TargetSettings } from './parts.ts';
import { progressOn } from './progress.ts';

export async function run({ flags, io, parts }: Invocation): Promise<number> {
  const dotenvText = await readDotenvFile(io.cwd);
  for (const warning of unknownVariables(io.env, dotenvText)) await print(io.stderr, `Warning: ${warning}\n`);
  const settings = resolveSettings(flags, io.env, dotenvText);
  checkSelection(
    settings,
    catalogue.map((requirement) => requirement.id),
  );
  const page = isSwitchedOn(flags, 'open') ? pageToOpen(settings.reporters, io.cwd) : undefined;
  const destinations = await prepareDestinations(settings.reporters, reporters, io);
  const target = await targetOf(settings, io, parts);
  const redactor = new Redactor(target.settings.apiKey);
  const redact = (text: string) => redactor.text(text);
  const uncaught = watchUncaught(io, redact);
  const interruption = interruptionBy(io);
  try {
    const report = await judge(target.settings, interruption.signal, io, parts);
    await deliver(report, destinations, io);
    if (page !== undefined) await show(page, io, parts);
    return report.exitCode;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return printFault(io, error, redact);
  } finally {
    interruption.release();
    uncaught.release();
    await target.close();
  }
}

/** Only where somebody is looking: a page that opens on a machine of nobody's stays open there. */
async function show(page: string, { stdout, stderr }: Io, { openPage }: Parts): Promise<void> {
  if (stdout.isTTY !== true || stderr.isTTY !== true) return;
  await openPage(page).catch((error) => print(stderr, `${page} could not be opened (${codeOf(error)}).\n`));
}

interface Target {
  readonly settings: TargetSettings;
  close(): Promise<void>;
}

/** The server that the user named, or the embedded one where none is named. */
async function targetOf(settings: Settings, io: Io, { startReference }: Parts): Promise<Target> {
  const { baseUrl } = settings;
  if (baseUrl !== undefined && settings.apiKey !== undefined) {
    const apiKey = await obtainKey(settings.apiKey, io.stdin);
    return { settings: { ...settings, baseUrl, apiKey }, close: async () => undefined };
  }
  const apiKey = randomKey();
  const reference = await startReference({ apiKey });
  const sentence = `No base URL is set, so the embedded reference server at ${reference.baseUrl} is judged.`;
  await print(io.stderr, `${sentence}\n`);
  return { settings: { ...settings, baseUrl: reference.baseUrl, apiKey }, close: () => reference.close() };
}

async function judge(settings: TargetSettings, signal: AbortSignal, io: Io, { runSuite }: Parts): Promise<Report> {
  const progress = progressOn(io.stderr);
  try {
    return await runSuite(settings, { signal, onProgress: progress.show });
  } finally {
    progress.erase();
  }
}
