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

/** Each takes half a second or more, and what a round leaves behind changes those after it less and less. */
const MOST_ROUNDS = 5;
/** So many that every page is full. */
const MANY = 5_000;
/** The target's own limit may be too short for a busy machine, and says nothing about what is sent. */
const TIMEOUT_MS = 60_000;
const MAX_DURATION_MS = 3_600_000;

/** How many pets the servers hold that are rehearsed on: what is created depends on what is there. */
export function populationsOf({ knownIds }: Settings): readonly number[] {
  return [knownIds.length, Math.max(knownIds.length, MANY)];
}

/** The rounds of a run on a reference server of its own that holds so many pets. */
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

/** The settings of the run, save what belongs to its target or slows it down. */
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
    // The reference server never lags, so nothing is gained by waiting for it.
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
  if (diagnosis !== undefined) throw new Error(`The rehearsal did not come to its end: ${diagnosis}`);
  return { traffic: trafficOf(journal, run), results };
}
