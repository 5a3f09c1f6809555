import { setMaxListeners } from 'node:events';
import { Api, controlRequest, type Target } from '../http/api.ts';
import { CredentialBudget, WriteBudget } from '../http/budget.ts';
import { bearer } from '../http/credential.ts';
import { HttpClient } from '../http/http-client.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { receiveBody } from '../http/received-body.ts';
import type { Reply } from '../http/reply.ts';
import { Transport } from '../http/transport.ts';
import { errorProblem } from '../json/schema.ts';
import { curlNetwork } from '../report/curl.ts';
import { Redactor } from '../secrets/redact.ts';
import { networkSecrets } from '../settings/network.ts';
import { REMOVAL_DATE } from './check.ts';
import type { RunSettings } from './context.ts';
import { Ledger } from './ledger.ts';
import { Population } from './population.ts';
import { nameMarkOf, userAgentOf } from './run-id.ts';

export type OpenTarget = ReturnType<typeof openTarget>;

/** Connects the checks with one server. */
export function openTarget(settings: RunSettings, interrupt: AbortSignal, onReply: (reply: Reply) => void) {
  const { origin, pathname } = new URL(settings.baseUrl);
  // Every waiting request listens for the interruption.
  setMaxListeners(0, interrupt);
  const { baseUrl, runId, concurrency, timeoutMs, maxWaitMs, maxRps, readOnly } = settings;
  const redactor = new Redactor(settings.apiKey);
  for (const { secret, placeholder } of networkSecrets(settings)) redactor.add(secret, placeholder);
  const receive = (bytes: Buffer) => receiveBody(bytes, redactor);
  const client = new HttpClient({ receive, origin, connections: concurrency, timeoutMs, readOnly, network: settings });
  const rateLimiter = new RateLimiter(maxRps === undefined ? 0 : 1000 / maxRps, interrupt);
  const addressee = {
    basePath: pathname.replace(/\/+$/, ''),
    key: bearer(settings.apiKey),
    userAgent: userAgentOf(runId),
  };
  const transport = new Transport({
    client,
    origin,
    redactor,
    concurrency,
    maxWaitMs,
    rateLimiter,
    interrupt,
    control: controlRequest(addressee),
    isOwnError: ({ json }) => json.ok && errorProblem(json.value) === undefined,
    onReply: (reply) => {
      population.note(reply);
      ledger.noteRemoval(reply);
      onReply(reply);
    },
  });
  const ledger = new Ledger({ file: settings.ledger, runId, baseUrl, redactor });
  const population = new Population({
    mark: nameMarkOf(runId),
    categories: settings.categoryIds.map(BigInt),
    readOnly,
  });
  const writes = new WriteBudget(settings.maxCreates);
  const badCredentials = new CredentialBudget(settings.maxBadCredentials);
  const target: Target = {
    ...addressee,
    transport,
    writes,
    badCredentials,
    badCredentialPace: new RateLimiter(settings.badCredentialPauseMs, interrupt),
    checksGetPet: settings.now < REMOVAL_DATE,
    noteCreation: (reply) => ledger.note(reply),
  };
  return {
    origin,
    curlNetwork: curlNetwork(settings),
    transport,
    ledger,
    redactor,
    population,
    writes,
    badCredentials,
    apiFor: (requirement: string, isUrgent?: boolean) => new Api(target, requirement, isUrgent),
    close: () => client.close(),
  };
}
