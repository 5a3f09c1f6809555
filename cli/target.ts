import type { RunSettings } from '../harness/run/context.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { checkHeadersWithoutKey } from '../harness/settings/header.ts';
import { isListed, isLoopback, isProtected } from '../harness/settings/hosts.ts';
import { networkSecrets } from '../harness/settings/network.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { obtainKey, randomKey } from './api-key.ts';
import { printFault, watchUncaught } from './fault.ts';
import { type Interruption, interruptionBy } from './interruption.ts';
import { type Io, print } from './io.ts';
import type { Parts } from './parts.ts';

/** A server to judge, and the signal that ends it all. */
export interface Target extends Pick<Interruption, 'signal' | 'exitCode'> {
  readonly settings: RunSettings;
}

/**
 * Does something with the server that the user named, or with the embedded one where none is named. The budgets hold
 * for each of so many sessions.
 */
export async function withTarget(
  settings: Settings,
  io: Io,
  parts: Parts,
  use: (target: Target) => Promise<number>,
  sessions: number = settings.repeat,
): Promise<number> {
  const server = await serverOf(settings, io, parts);
  const redactor = new Redactor(server.settings.apiKey);
  for (const { secret, placeholder } of networkSecrets(server.settings)) redactor.add(secret, placeholder);
  const redact = (text: string) => redactor.sentence(text);
  const uncaught = watchUncaught(io, redact);
  const interruption = interruptionBy(io);
  try {
    if (redactor.warning !== undefined) await print(io.stderr, `Warning: ${redactor.warning}\n`);
    await tellOfWrites(server.settings, sessions, io, redactor.address(server.settings.baseUrl));
    const { signal, exitCode } = interruption;
    return exitCode(await use({ settings: server.settings, signal, exitCode }));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(redact(error.message));
    return printFault(io, error, redact);
  } finally {
    interruption.release();
    uncaught.release();
    await server.close();
  }
}

interface Server {
  readonly settings: RunSettings;
  close(): Promise<void>;
}

async function serverOf(settings: Settings, io: Io, { startReference }: Parts): Promise<Server> {
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

/** What is created stays, so whoever started this on a server of others is reported before it is done. */
async function tellOfWrites(settings: RunSettings, sessions: number, { stderr }: Io, where: string): Promise<void> {
  const { baseUrl, readOnly, readOnlyHosts, maxCreates } = settings;
  if (isListed(baseUrl, readOnlyHosts)) {
    await print(stderr, `${where} is listed in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.\n`);
  } else if (await isProtected(baseUrl, readOnlyHosts)) {
    await print(stderr, `${where} leads to a host in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.\n`);
  } else if (!readOnly && !isLoopback(baseUrl)) {
    await print(stderr, `At most ${maxCreates * sessions} pets will be created at ${where}, and they stay there.\n`);
  }
}
