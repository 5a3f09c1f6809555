import type { Recorded } from '../../harness/http/reply.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import { newRunId } from '../../harness/run/run-id.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { isProtected } from '../../harness/settings/hosts.ts';
import { DIRECT } from '../../harness/settings/network.ts';
import { readerOf, type Settings, settingsBy } from '../../harness/settings/settings.ts';
import { reporters } from '../../reporters/index.ts';
import { renderJson } from '../../reporters/json.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checks, petStore } from '../../suites/index.ts';
import { randomKey } from '../api-key.ts';
import { prepareDestinations } from '../destinations.ts';
import { isSwitchedOn } from '../flags.ts';
import type { Invocation } from '../invocation.ts';
import { progressOn, succeed, widthOf } from '../io.ts';
import type { Parts, RunningReference } from '../parts.ts';
import { readGate } from '../read-files.ts';
import { settingsOf } from '../settings.ts';
import { planOf, type Rehearsal, type Round, trafficOf } from './model.ts';
import { planPage } from './page.ts';

/** Each takes half a second or more, and changes the next one less and less. */
const MOST_ROUNDS = 5;
/** Enough to fill every page. */
const MANY = 5_000;
/** The limit of the settings may be too short for a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_DURATION_MS = 3_600_000;

/** Rehearses the run on the reference server, so that nothing is sent to the target. */
export async function plan({ flags, io, parts }: Invocation): Promise<number> {
  const asJson = isSwitchedOn(flags, 'json');
  const settings = await settingsOf(flags, io, (...sources) => settingsBy(readerOf(...sources), io.env));
  await prepareDestinations(settings.reporters, reporters, io);
  await readGate(settings, io);

  const progress = progressOn(io.stderr);
  const populations = populationsOf(settings);
  const rehearsals: Rehearsal[] = [];
  try {
    for (const [index, held] of populations.entries()) {
      const show = (round: number) => progress.show(index, populations.length, `rehearsal, round ${round}`);
      rehearsals.push(await rehearse(settings, held, parts, show));
    }
  } finally {
    progress.erase();
  }

  const inReadingOrder = catalogue.flatMap(({ id }) => checks.filter((check) => check.id === id));
  const isReadOnlyHost = await isProtected(settings.baseUrl, settings.readOnlyHosts);
  const made = planOf(settings, inReadingOrder, rehearsals, isReadOnlyHost);
  return succeed(io, asJson ? renderJson(made) : planPage(made, widthOf(io.stdout)));
}

/** Numbers of pets to rehearse with, because the run depends on the pets that exist. */
function populationsOf({ knownIds }: Settings): readonly number[] {
  return [knownIds.length, Math.max(knownIds.length, MANY)];
}

async function rehearse(
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
