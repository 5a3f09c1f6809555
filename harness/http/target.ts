import { setMaxListeners } from 'node:events';
import type { RunSettings } from '../context.ts';
import { Population } from '../population.ts';
import { curlNetwork } from '../report/curl-network.ts';
import { nameMarkOf, userAgentOf } from '../run-id.ts';
import { errorProblem } from '../schema.ts';
import { Redactor } from '../secrets/redact.ts';
import { networkSecrets } from '../settings/network-secrets.ts';
import { REMOVAL_DATE } from '../skip-reason.ts';
import { Api, controlRequest, type Target } from './api.ts';
import { CredentialBudget, WriteBudget } from './budget.ts';
import { Courier } from './courier.ts';
import { bearer } from './credential.ts';
import { HttpClient } from './http-client.ts';
import { Ledger } from './ledger.ts';
import { Pace } from './pace.ts';
import type { Reply } from './reply.ts';

/** Everything between the checks and one server. */
export interface OpenTarget {
  readonly origin: string;
  /** What a command line needs to take the same way. */
  readonly curlNetwork: readonly string[];
  readonly courier: Courier;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  readonly population: Population;
  readonly writes: WriteBudget;
  readonly badCredentials: CredentialBudget;
  readonly apiFor: (requirement: string, isUrgent?: boolean) => Api;
  readonly close: () => Promise<void>;
}

export function openTarget(settings: RunSettings, interrupt: AbortSignal, onReply: (reply: Reply) => void): OpenTarget {
  const { origin, pathname } = new URL(settings.baseUrl);
  // Everything that waits listens for the interruption, and that may be many at once.
  setMaxListeners(0, interrupt);
  const { baseUrl, runId, concurrency, timeoutMs, maxWaitMs, maxRps, readOnly } = settings;
  const redactor = new Redactor(settings.apiKey);
  for (const { secret, placeholder } of networkSecrets(settings)) redactor.add(secret, placeholder);
  const client = new HttpClient({ origin, connections: concurrency, timeoutMs, readOnly, network: settings });
  const pace = new Pace(maxRps === undefined ? 0 : 1000 / maxRps, interrupt);
  const addressee = {
    basePath: pathname.replace(/\/+$/, ''),
    key: bearer(settings.apiKey),
    userAgent: userAgentOf(runId),
  };
  const courier = new Courier({
    client,
    origin,
    redactor,
    concurrency,
    maxWaitMs,
    pace,
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
    courier,
    writes,
    badCredentials,
    badCredentialPace: new Pace(settings.badCredentialPauseMs, interrupt),
    judgesGetPet: settings.now < REMOVAL_DATE,
    noteCreation: (reply) => ledger.note(reply),
  };
  return {
    origin,
    curlNetwork: curlNetwork(settings),
    courier,
    ledger,
    redactor,
    population,
    writes,
    badCredentials,
    apiFor: (requirement, isUrgent) => new Api(target, requirement, isUrgent),
    close: () => client.close(),
  };
}
