import { randomUUID } from 'node:crypto';
import { UsageError } from '../harness/basics/usage-error.ts';
import { meetsProtectedHost, uncheckedPatterns } from '../harness/engine/prepare/protected-hosts.ts';
import { newRunId } from '../harness/engine/run-id.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { Server } from '../harness/server/server.ts';
import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { isLoopback } from '../harness/settings/hosts.ts';
import { networkSecrets } from '../harness/settings/network.ts';
import type { RunSettings, Settings } from '../harness/settings/settings.ts';
import type { Invocation, Parts } from './invocation.ts';
import { exitCodes, type Io, print, STOP_SIGNALS, say } from './io.ts';
import { obtainKey } from './settings.ts';

export interface ChosenTarget {
  readonly settings: RunSettings;
  /** The base URL without secrets. */
  readonly shownUrl: string;
  /** Only if it is started here, or waited for. */
  readonly server?: Server | undefined;
  readonly signal: AbortSignal;
  /** Replaces the code of an interruption by that of the signal that caused it. */
  exitCode(code: number): number;
  /** In a watch: whether the next run has been asked for already. */
  isOutdated?(): boolean;
}

/** Uses the server of the settings, or else the embedded one. What a command has started ends with it. */
export async function withTarget(
  settings: Settings,
  { io, parts, server: command }: Pick<Invocation, 'io' | 'parts' | 'server'>,
  use: (target: ChosenTarget) => Promise<number>,
): Promise<number> {
  if (command !== undefined && settings.baseUrl === undefined) {
    throw new UsageError('There is a command that starts the server, but no base URL: say where the server listens.');
  }
  const place = await placeOf(settings, io, parts);
  const redactor = new Redactor(place.settings.apiKey, networkSecrets(place.settings));
  const shownUrl = redactor.address(place.settings.baseUrl);
  const server = await serverOf(place.settings, io, command);
  const { signal, exitCode, release } = interruptionBy(io);
  try {
    await announceWrites(place.settings, io, shownUrl);
    return exitCode(await use({ settings: place.settings, shownUrl, server, signal, exitCode }));
  } catch (error) {
    throw redactor.error(error);
  } finally {
    await server?.stop();
    release();
    await place.close();
  }
}

async function placeOf(settings: Settings, io: Io, { startReference }: Parts) {
  const { baseUrl } = settings;
  const runId = newRunId();
  const given = await obtainKey(settings, io.stdin);
  if (baseUrl !== undefined && given !== undefined) {
    const apiKey = given;
    checkHeadersWithoutKey(settings.headers, apiKey);
    return { settings: { ...settings, baseUrl, apiKey, runId }, close: async () => undefined };
  }
  const apiKey = randomUUID();
  const reference = await startReference({ apiKey });
  await say(io, `No base URL is set, so the embedded reference server at ${reference.baseUrl} is checked.`);
  const readOnly = settings.readOnly || (await meetsProtectedHost({ ...settings, baseUrl: reference.baseUrl }));
  return {
    settings: { ...settings, baseUrl: reference.baseUrl, apiKey, runId, readOnly },
    close: () => reference.close(),
  };
}

/** Loaded on demand: most runs neither start a server nor wait for one. */
async function serverOf(settings: RunSettings, { cwd, env }: Io, command: Invocation['server']) {
  if (command === undefined && !settings.waitMs && !settings.serverLog) return undefined;
  const [{ openServer }, { petStore }] = await Promise.all([
    import('../harness/engine/open-server.ts'),
    import('../suites/index.ts'),
  ]);
  return openServer(settings, petStore, { command, cwd, env });
}

/** Created pets stay, so the user is warned before a run on a server that others may use. */
async function announceWrites(settings: RunSettings, io: Io, where: string): Promise<void> {
  const { baseUrl, readOnly, maxCreates } = settings;
  if (await meetsProtectedHost(settings)) {
    await say(io, `${where} leads to a host in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.`);
    return;
  }
  const warning = readOnly ? undefined : uncheckedPatterns(settings);
  if (warning !== undefined) await say(io, `Warning: ${warning}`);
  if (!readOnly && !isLoopback(baseUrl)) {
    await say(io, `At most ${maxCreates} pets will be created at ${where} in each run, and they stay there.`);
  }
}

const STOPPING = '\nStopping: what was decided is reported. Interrupt again to stop at once.\n';

/** The first signal ends the run with a report; the second ends the process. */
function interruptionBy({ signals, stderr, exit }: Io) {
  const controller = new AbortController();
  let code: number = exitCodes.interrupted.code;
  let notice: NodeJS.Immediate | undefined;
  const onSignal = (name: keyof typeof STOP_SIGNALS) => {
    if (controller.signal.aborted) return exit(code);
    code = STOP_SIGNALS[name];
    controller.abort();
    // A watch that waits ends at once, without this notice. A terminal that hung up cannot show it.
    notice = setImmediate(() => void print(stderr, STOPPING).catch(() => undefined));
  };
  for (const name of Object.keys(STOP_SIGNALS)) signals.on(name, onSignal);
  return {
    signal: controller.signal,
    exitCode: (ended: number) => (ended === exitCodes.interrupted.code ? code : ended),
    release: () => {
      clearImmediate(notice);
      for (const name of Object.keys(STOP_SIGNALS)) signals.off(name, onSignal);
    },
  };
}
