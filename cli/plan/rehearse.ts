import type { Recorded } from '../../harness/http/reply.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import { newRunId } from '../../harness/run/run-id.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import type { Settings } from '../../harness/settings/settings.ts';
import { petStore } from '../../suites/index.ts';
import { randomKey } from '../api-key.ts';
import type { Parts, RunningReference } from '../parts.ts';
import { type Rehearsal, type Round, trafficOf } from './model.ts';

/** Each takes half a second or more, and changes the next one less and less. */
const MOST_ROUNDS = 5;
/** Enough to fill every page. */
const MANY = 5_000;
/** The limit of the settings may be too short for a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_DURATION_MS = 3_600_000;

/** Numbers of pets to rehearse with, because the run depends on the pets that exist. */
export function populationsOf({ knownIds }: Settings): readonly number[] {
  return [knownIds.length, Math.max(knownIds.length, MANY)];
}

export async function rehearse(
  settings: Settings,
  held: number,
  { startReference }: Parts,
  onRound: (number: number) => void,
): Promise<Rehearsal> {
  const apiKey = randomKey();
  const reference = await startReference({ apiKey, pets: held });
  try {
    const rounds: Round[] = [];
    for (let number = 1; number <= Math.min(settings.repeat, MOST_ROUNDS); number += 1) {
      onRound(number);
      rounds.push(await rehearseRound(rehearsalSettings(settings, reference, apiKey)));
    }
    return { held, rounds };
  } finally {
    await reference.close();
  }
}

/** The settings without those that concern the target or slow the run down. */
export function rehearsalSettings(
  settings: Settings,
  { baseUrl }: Pick<RunningReference, 'baseUrl'>,
  apiKey: string,
): RunSettings {
  return {
    ...settings,
    ...DIRECT,
    baseUrl,
    apiKey,
    runId: newRunId(),
    // The reference server numbers its pets from 1.
    knownIds: settings.knownIds.map((_id, index) => String(index + 1)),
    ledger: undefined,
    maxRps: undefined,
    badCredentialPauseMs: 0,
    maxWaitMs: 0,
    // The reference server never lags.
    consistencyWindowMs: 0,
    timeoutMs: TIMEOUT_MS,
    maxDurationMs: MAX_DURATION_MS,
  };
}

async function rehearseRound(settings: RunSettings): Promise<Round> {
  let journal: readonly Recorded[] = [];
  const { run, results, diagnosis } = await runInline(settings, petStore, {
    lookAt: (sent) => {
      journal = sent;
    },
  });
  if (diagnosis !== undefined) throw new Error(`The rehearsal did not finish: ${diagnosis}`);
  return { traffic: trafficOf(journal, run), results };
}
