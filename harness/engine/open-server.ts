import { resolve } from 'node:path';
import { openWire } from '../http/wire/client.ts';
import type { FailureKind } from '../model/failure.ts';
import { Redactor } from '../secrets/redact.ts';
import type { Workplace } from '../server/program.ts';
import { type Presence, Server } from '../server/server.ts';
import { networkSecrets } from '../settings/network.ts';
import type { RunSettings } from '../settings/settings.ts';
import { userAgentOf } from './run-id.ts';
import type { Suite } from './suite.ts';

/** How long a server may take to answer for the first time, if it is started here. */
const WAIT_MS = 30_000;

/** Somebody is there, who only answers something else than expected: the run says what. */
const OTHERWISE: readonly FailureKind[] = ['invalid-http', 'oversized', 'oversized-headers'];
const IS_TLS = /^(tls|certificate-|client-certificate-|http-on-https|https-on-http|http2-only)/;

/** The server that the settings describe. A command gets the address and the key in its environment. */
export function openServer(
  settings: RunSettings,
  suite: Pick<Suite, 'controls'>,
  { command, cwd, env }: Workplace & { readonly command?: readonly string[] | undefined },
): Server {
  const { baseUrl, apiKey, serverLog, waitMs = command === undefined ? 0 : WAIT_MS } = settings;
  return new Server({
    command,
    cwd,
    env: { ...env, PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey },
    shownUrl: new Redactor(apiKey, networkSecrets(settings)).address(baseUrl),
    waitMs,
    logFile: serverLog && resolve(cwd, serverLog),
    look: () => presenceOf(settings, suite),
  });
}

async function presenceOf(settings: RunSettings, suite: Pick<Suite, 'controls'>): Promise<Presence> {
  const [control] = suite.controls(settings, userAgentOf(settings.runId));
  if (!control) throw new Error('There is no control.');
  const wire = openWire({ ...settings, concurrency: 1 });
  try {
    const [timed] = await wire.send(control, 'new', new AbortController().signal);
    if (!timed) return 'absent';
    const { answer } = timed;
    // A gateway is there before the service behind it.
    if (!('failure' in answer)) return [502, 503, 504].includes(answer.status) ? 'starting' : 'there';
    const { kind } = answer.failure;
    if (OTHERWISE.includes(kind) || IS_TLS.test(kind)) return 'there';
    return kind === 'reset' || kind === 'timeout' ? 'starting' : 'absent';
  } finally {
    await wire.close();
  }
}
