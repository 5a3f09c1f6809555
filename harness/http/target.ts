import type { RunSettings } from '../context.ts';
import { Population } from '../population.ts';
import { Redactor } from '../secrets/redact.ts';
import { SUITE_NAME, SUITE_VERSION } from '../suite-version.ts';
import { Api, type Target } from './api.ts';
import { CredentialBudget, WriteBudget } from './budget.ts';
import { Courier } from './courier.ts';
import { bearer } from './credential.ts';
import { HttpClient } from './http-client.ts';

/** The day from which getPet may be gone. */
export const REMOVAL_DATE = '2030-12-05';

/** Everything that stands between the checks and one server. */
export interface OpenTarget {
  readonly origin: string;
  readonly courier: Courier;
  readonly redactor: Redactor;
  readonly population: Population;
  readonly writes: WriteBudget;
  readonly badCredentials: CredentialBudget;
  readonly apiFor: (requirement: string) => Api;
  readonly close: () => Promise<void>;
}

export function openTarget(settings: RunSettings, interrupt: AbortSignal): OpenTarget {
  const { origin, pathname } = new URL(settings.baseUrl);
  const { concurrency, timeoutMs, maxWaitMs, readOnly } = settings;
  const redactor = new Redactor(settings.apiKey);
  const client = new HttpClient({ origin, connections: concurrency, timeoutMs });
  const courier = new Courier({ client, origin, redactor, concurrency, maxWaitMs, interrupt });
  const runId = runIdOf(settings.seed);
  const population = new Population({
    mark: `conformance-${runId}`,
    categories: settings.categoryIds.map(BigInt),
    readOnly,
  });
  const writes = new WriteBudget(settings.maxCreates);
  const badCredentials = new CredentialBudget(settings.maxBadCredentials);
  const target: Target = {
    courier,
    basePath: pathname.replace(/\/+$/, ''),
    key: bearer(settings.apiKey),
    userAgent: `${SUITE_NAME}/${SUITE_VERSION} (run ${runId})`,
    writes,
    badCredentials,
    judgesGetPet: settings.now < REMOVAL_DATE,
    noteCreation: (reply) => population.noteCreation(reply),
  };
  return {
    origin,
    courier,
    redactor,
    population,
    writes,
    badCredentials,
    apiFor: (requirement) => new Api(target, requirement),
    close: () => client.close(),
  };
}

/** Made from the seed, so that the same seed sends the same names. */
export function runIdOf(seed: number): string {
  return (seed >>> 0).toString(36).padStart(7, '0');
}
