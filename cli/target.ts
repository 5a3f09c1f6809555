import type { RunSettings } from '../harness/run/context.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { isListed, isLoopback, isProtected } from '../harness/settings/hosts.ts';
import { networkSecrets } from '../harness/settings/network.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { obtainKey, randomKey } from './api-key.ts';
import { exitCodes } from './exit-codes.ts';
import { type Io, print, printFault, STOP_SIGNALS } from './io.ts';
import type { Parts } from './parts.ts';

export interface Target {
  readonly settings: RunSettings;
  readonly signal: AbortSignal;
  /** Replaces the code of an interruption by that of the signal that caused it. */
  exitCode(code: number): number;
}

/** Uses the server of the settings, or else the embedded one. The limits apply to each session. */
export async function withTarget(
  settings: Settings,
  { io, parts, sessions }: { readonly io: Io; readonly parts: Parts; readonly sessions: number },
  use: (target: Target) => Promise<number>,
): Promise<number> {
  const server = await serverOf(settings, io, parts);
  const redactor = new Redactor(server.settings.apiKey);
  for (const { secret, placeholder } of networkSecrets(server.settings)) redactor.add(secret, placeholder);
  const redact = (text: string) => redactor.sentence(text);
  const onUncaught = (error: unknown) => void printFault(io, error, redact).then(io.exit);
  io.signals.on('uncaughtException', onUncaught);
  const interruption = interruptionBy(io);
  try {
    if (redactor.warning !== undefined) await print(io.stderr, `Warning: ${redactor.warning}\n`);
    await announceWrites(server.settings, sessions, io, redactor.address(server.settings.baseUrl));
    const { signal, exitCode } = interruption;
    return exitCode(await use({ settings: server.settings, signal, exitCode }));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(redact(error.message));
    return printFault(io, error, redact);
  } finally {
    interruption.release();
    io.signals.off('uncaughtException', onUncaught);
    await server.close();
  }
}

async function serverOf(settings: Settings, io: Io, { startReference }: Parts) {
  const { baseUrl } = settings;
  const runId = newRunId();
  if (baseUrl !== undefined && settings.apiKey !== undefined) {
    const apiKey = await obtainKey(settings.apiKey, io.stdin);
    checkHeadersWithoutKey(settings.headers, apiKey, '--header');
    return { settings: { ...settings, baseUrl, apiKey, runId }, close: async () => undefined };
  }
  const apiKey = randomKey();
  const reference = await startReference({ apiKey });
  const sentence = `No base URL is set, so the embedded reference server at ${reference.baseUrl} is checked.`;
  await print(io.stderr, `${sentence}\n`);
  const readOnly = settings.readOnly || (await isProtected(reference.baseUrl, settings.readOnlyHosts));
  return {
    settings: { ...settings, baseUrl: reference.baseUrl, apiKey, runId, readOnly },
    close: () => reference.close(),
  };
}

/** Created pets stay, so the user is warned before a run on a server that others may use. */
async function announceWrites(settings: RunSettings, sessions: number, { stderr }: Io, where: string): Promise<void> {
  const { baseUrl, readOnly, readOnlyHosts, maxCreates } = settings;
  if (isListed(baseUrl, readOnlyHosts)) {
    await print(stderr, `${where} is listed in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.\n`);
  } else if (await isProtected(baseUrl, readOnlyHosts)) {
    await print(stderr, `${where} leads to a host in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.\n`);
  } else if (!readOnly && !isLoopback(baseUrl)) {
    await print(stderr, `At most ${maxCreates * sessions} pets will be created at ${where}, and they stay there.\n`);
  }
}

const STOPPING = '\nStopping: what was decided is reported. Interrupt again to stop at once.\n';

const CODES = { SIGINT: exitCodes.interrupted.code, SIGTERM: exitCodes.terminated.code };

/** The first signal ends the run with a report; the second ends the process. */
function interruptionBy({ signals, stderr, exit }: Io) {
  const controller = new AbortController();
  let code: number = exitCodes.interrupted.code;
  let notice: NodeJS.Immediate | undefined;
  const listeners = STOP_SIGNALS.map((name) => ({
    name,
    onSignal: () => {
      if (controller.signal.aborted) return exit(code);
      code = CODES[name];
      controller.abort();
      // A watch that waits ends at once, without this notice.
      notice = setImmediate(() => void print(stderr, STOPPING));
    },
  }));
  for (const { name, onSignal } of listeners) signals.on(name, onSignal);
  return {
    signal: controller.signal,
    exitCode: (ended: number) => (ended === exitCodes.interrupted.code ? code : ended),
    release: () => {
      clearImmediate(notice);
      for (const { name, onSignal } of listeners) signals.off(name, onSignal);
    },
  };
}
