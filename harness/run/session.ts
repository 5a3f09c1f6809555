import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '../http/deadline.ts';
import type { Recorded } from '../http/reply.ts';
import type { Frequency, Result } from '../report/model.ts';
import { occupancyOf } from '../report/occupancy.ts';
import { type ResultOptions, resultOf, WholeBodies } from '../report/result.ts';
import { isSelected } from '../settings/selection.ts';
import { type Case, tryAll } from '../verdict/cases.ts';
import { eventually } from '../verdict/eventually.ts';
import { holdsForAll, seedFor } from '../verdict/property.ts';
import { attempt, Inconclusive, Skipped, Unanswered } from '../verdict/verdicts.ts';
import { type Check, REMOVAL_DATE, type Suite, skipReason, withNeeds } from './check.ts';
import { confirmNoResponse } from './confirm-no-response.ts';
import type { CheckContext, RunSettings } from './context.ts';
import { type FinalInput, finalResults, violationSeen } from './final-results.ts';
import { type Sighting, Watch } from './invariants.ts';
import { readLedger } from './ledger-file.ts';
import { type Preflight, preflight, type Untested } from './preflight.ts';
import type { Replay, Replays } from './replays.ts';
import { isAwaited, Schedule } from './schedule.ts';
import { type OpenTarget, openTarget } from './target.ts';

/** A number that no shop uses by chance: a service that accepts it accepts any category. */
const UNUSUAL_CATEGORY = 770_415_227n;

/** Repeats at the end of a request that broke a rule, and the number of requirements to do it for. */
const REPEATS = 3;
const MOST_REPEATED = 6;

/** Some defects show only in the first response after a pause, so there is one before the last look. */
const QUIET_MS = 400;

/** Senders of requests that do not belong to a check. */
const PREFLIGHT = 'preflight';
const LOOK_AGAIN = 'look-again';
const REPEAT = 'repeat';

/** One run against one target. Decides each requirement once. */
export class Session {
  /** The selected checks and all that they need. */
  readonly due: readonly Check[];
  readonly #suite: Suite;
  readonly #settings: RunSettings;
  readonly #deadline: Deadline;
  readonly #replays: Replays;
  readonly #target: OpenTarget;
  readonly #watch: Watch;
  readonly #ends = new Map<string, unknown>();
  readonly #turns = new Map<string, number>();
  readonly #results = new Map<string, Promise<Result>>();
  readonly #failed = new Set<string>();
  readonly #failedInPart = new Set<string>();
  readonly #schedule: Schedule;
  /** When the last creation ended that is looked for at the end. */
  #settleFrom = 0;
  #preflight: Preflight | undefined;
  readonly #warnings: string[] = [];
  #takesAnyCategory: Promise<boolean> | undefined;

  constructor(settings: RunSettings, suite: Suite, interrupt: AbortSignal, replays: Replays = new Map()) {
    this.#suite = suite;
    this.#replays = replays;
    this.#settings = settings;
    const leftMs = settings.maxDurationMs - (settings.spentMs ?? 0);
    this.#deadline = new Deadline(Math.max(0, leftMs), interrupt).unref();
    this.due = dueOf(suite.checks, settings, replays);
    // Repeats at the end are counted separately, not as further sightings.
    this.#target = openTarget(settings, this.#deadline.signal, (reply) => {
      if (reply.exchange.requirement !== REPEAT) this.#watch.see(reply);
    });
    const { population } = this.#target;
    population.isReplay = replays.size > 0;
    this.#watch = new Watch(suite.invariants(), { population, windowMs: settings.consistencyWindowMs });
    this.#schedule = new Schedule(this.due, () => this.#lookAgain());
  }

  /** Why the run has to end before it is done. */
  get #stop(): Inconclusive | undefined {
    if (!this.#deadline.signal.aborted) return undefined;
    const { maxDurationMs } = this.#settings;
    return new Inconclusive(this.#deadline.isOver ? { kind: 'out-of-time', maxDurationMs } : { kind: 'interrupted' });
  }

  /** What a report needs besides the results. The pets are those created since the last call. */
  takeSummary() {
    const { transport, writes, population, ledger } = this.#target;
    const gaveUp = transport.gaveUp ?? (this.#deadline.isOver ? this.#stop : undefined);
    return {
      totals: {
        requests: transport.journal.length,
        creations: writes.created,
        ...(this.#preflight && { population: occupancyOf(population.counts, this.#preflight.page) }),
      },
      created: ledger.take(),
      interruptions: transport.interruptions,
      warnings: this.#warnings,
      ...(gaveUp && { gaveUp: gaveUp.message }),
    };
  }

  get journal(): readonly Recorded[] {
    return this.#target.transport.journal;
  }

  /** Resolves with the reason if the target cannot be tested at all. */
  async preflight(): Promise<Untested | undefined> {
    await this.#readLedger();
    const outcome = await preflight({
      api: this.#target.apiFor(PREFLIGHT, true),
      population: this.#target.population,
      baseUrl: this.#settings.baseUrl,
      readOnly: this.#settings.readOnly,
      knownIds: this.#settings.knownIds,
    });
    this.#schedule.open();
    // A lack of time says nothing about the target.
    if (this.#deadline.isOver) return undefined;
    if ('diagnosis' in outcome) {
      return { ...outcome, diagnosis: this.#target.redactor.sentence(outcome.diagnosis, this.#target.origin) };
    }
    this.#preflight = outcome;
    return undefined;
  }

  async #readLedger(): Promise<void> {
    const { ledger, baseUrl } = this.#settings;
    if (ledger === undefined) return;
    const { redactor, population } = this.#target;
    const { pets, warning } = await readLedger(ledger, baseUrl, redactor);
    population.earlier = pets;
    if (warning !== undefined) this.#warnings.push(warning);
  }

  /** The result of one check as it ends. The final results include what the invariants see later. */
  decide(id: string): Promise<Result> {
    const known = this.#results.get(id);
    if (known) return known;
    const check = this.due.find((candidate) => candidate.id === id);
    if (!check) throw new Error(`There is no check for ${id}, or nothing needs it.`);
    const result = this.#decide(check);
    this.#results.set(id, result);
    return result;
  }

  /** The final results. All checks must be decided. */
  async finish(): Promise<readonly Result[]> {
    const durations = new Map<string, number>();
    for (const { id } of this.due) durations.set(id, (await this.decide(id)).durationMs);
    const repeated = this.#stop ? new Map() : await this.#repeatSightings();
    const wholeBodies = new WholeBodies();
    const results = finalResults({
      checks: this.due,
      ends: this.#ends,
      turns: this.#turns,
      watch: this.#watch,
      repeated,
      population: this.#target.population,
      resultOf: (check, end) =>
        resultOf(check, end, { ...this.#resultOptions(durations.get(check.id) ?? 0), wholeBodies }),
    });
    return this.#suite.checks.map((check) => {
      const result = results.get(check.id);
      if (result && isSelected(check.id, this.#settings)) return result;
      return resultOf(check, new Skipped({ kind: 'not-selected' }), this.#resultOptions(0));
    });
  }

  async close(): Promise<void> {
    this.#deadline.release();
    await this.#target.close();
  }

  async #decide(check: Check): Promise<Result> {
    const start = performance.now();
    const end = await this.#endOf(check);
    this.#ends.set(check.id, end);
    if (check.stage === 'create' && check.writes) this.#settleFrom = performance.now();
    this.#schedule.leave(check.id);
    const seen = end instanceof Error ? undefined : violationSeen(this.#watch.tallyOf(check.id));
    const result = resultOf(check, seen ?? end, this.#resultOptions(Math.round(performance.now() - start)));
    if (result.outcome === 'fail' || result.outcome === 'warn') {
      (result.partial ? this.#failedInPart : this.#failed).add(check.id);
    }
    return result;
  }

  #resultOptions(durationMs: number): ResultOptions {
    const { redactor, origin, curlNetwork } = this.#target;
    return { durationMs, redactor, origin, curlNetwork };
  }

  /** The value that a check returns or throws. */
  async #endOf(check: Check): Promise<unknown> {
    try {
      const why = skipReason(check, this.#settings);
      if (why !== undefined) throw new Skipped(why);
      await this.#schedule.turnOf(check.stage, (id) => this.decide(id));
      this.#turns.set(check.id, this.#target.transport.sent);
      if (this.#stop) throw this.#stop;
      await this.#needsOf(check);
      return await check.decide(this.#contextOf(check.id, check));
    } catch (error) {
      if (this.#stop) return this.#stop;
      return error instanceof Unanswered ? confirmNoResponse(error, this.#target.apiFor(check.id)) : error;
    }
  }

  async #needsOf({ needs }: Check): Promise<void> {
    const results = await Promise.all(needs.map(({ id }) => this.decide(id)));
    const outcomes = results.map((result) => (result.partial ? 'pass' : result.outcome));
    const among = (outcome: string, stops: readonly string[]) =>
      needs.filter(({ stopsOn }, index) => outcomes[index] === outcome && stops.includes(stopsOn)).map(({ id }) => id);
    const failed = among('fail', ['failure', 'undecided']);
    if (failed.length > 0) throw new Inconclusive({ kind: 'depends-on', because: failed, outcome: 'failed' });
    const undecided = among('inconclusive', ['undecided']);
    if (undecided.length > 0) throw new Inconclusive({ kind: 'depends-on', because: undecided, outcome: 'undecided' });
  }

  async #lookAgain(): Promise<void> {
    if (this.#stop || this.#preflight === undefined || !this.#hasSomethingToLookFor()) return;
    const { created } = this.#target.population;
    const since = Math.max(this.#settleFrom, created.at(-1)?.createdAt ?? 0);
    const settled = since + this.#settings.consistencyWindowMs - performance.now();
    const wait = Math.max(settled, QUIET_MS);
    await sleep(wait, undefined, { signal: this.#deadline.signal }).catch(() => undefined);
    await this.#suite.lookAgain(this.#contextOf(LOOK_AGAIN)).catch((error: unknown) => {
      if (!(error instanceof Inconclusive || error instanceof Unanswered || error instanceof Skipped)) throw error;
    });
  }

  #hasSomethingToLookFor(): boolean {
    if (this.#replays.size > 0) return [...this.#replays.values()].some(({ sentBy }) => sentBy.includes(LOOK_AGAIN));
    return this.#settleFrom > 0 || this.due.some(({ watches }) => watches);
  }

  /** Repeats the first request that broke each rule, to report how often the violation comes back. */
  async #repeatSightings(): Promise<FinalInput['repeated']> {
    const first = this.due
      .map(({ id }) => [id, this.#watch.tallyOf(id).sightings[0]] as const)
      .filter((entry): entry is readonly [string, Sighting] => entry[1]?.reply.request.method === 'GET')
      .slice(0, MOST_REPEATED);
    const repeated = new Map<string, NonNullable<Frequency['repeated']>>();
    await Promise.all(
      first.map(async ([id, sighting]) => {
        let failed = 0;
        let times = 0;
        for (; times < REPEATS; times += 1) {
          const again = this.#target.apiFor(REPEAT).again(sighting.reply);
          const isBroken = await attempt(again.then((reply) => this.#watch.isBrokenBy(sighting, reply)));
          if (isBroken instanceof Error) break;
          if (isBroken) failed += 1;
        }
        if (times > 0) repeated.set(id, { times, failed });
      }),
    );
    return repeated;
  }

  #contextOf(id: string, check?: Check): CheckContext {
    const { transport, population, redactor, badCredentials } = this.#target;
    if (!this.#preflight) throw new Error('The preflight comes before the first check.');
    const { consistencyWindowMs, runs, seed } = this.#settings;
    const isUrgent = check === undefined || isAwaited(check.stage);
    const api = this.#target.apiFor(id, isUrgent);
    const confirmed = async (attempt: () => Promise<void>) => {
      try {
        await attempt();
      } catch (error) {
        throw error instanceof Unanswered ? await confirmNoResponse(error, api) : error;
      }
    };
    const isServed = this.#settings.now < REMOVAL_DATE;
    const replay = this.#replays.get(id);
    let windowMs = consistencyWindowMs;
    const watch = this.#watch;
    return {
      api,
      population,
      preflight: this.#preflight,
      settings: this.#settings,
      redactor,
      journal: transport.journal,
      interruptions: transport.interruptions,
      get getPetIsServed() {
        return isServed && population.fetchable !== undefined;
      },
      eventually: (attempt) => eventually(windowMs, attempt),
      tryAll: (cases) => {
        const replayed = casesToReplay(cases, replay);
        return tryAll(replayed.map(({ input, attempt }) => ({ input, attempt: () => confirmed(attempt) })));
      },
      forAll: async (arbitrary, options, holds) => {
        const again = replay?.input;
        // A case of a table needs no generated input.
        if (replay && !again && replay.cases.length > 0) return;
        const property = { runs, ...options, seed: seedFor(seed, id), ...(again && { again }) };
        return holdsForAll(
          arbitrary,
          property,
          (value) => confirmed(() => holds(value)),
          (hurried) => {
            windowMs = hurried ? 0 : consistencyWindowMs;
          },
        );
      },
      outcomeOf: async (other) => {
        if (!check?.needs.some((need) => need.id === other)) {
          throw new Error(`${id} asks for ${other} and does not need it.`);
        }
        return (await this.decide(other)).outcome;
      },
      failedAmong: (ids) => ids.filter((other) => this.#failed.has(other) || this.#failedInPart.has(other)),
      failedInPart: (other) => this.#failedInPart.has(other),
      get tally() {
        return watch.tallyOf(id);
      },
      untilEnd: () => {
        this.#settleFrom = performance.now();
        this.#schedule.leave(id);
        return this.#schedule.end;
      },
      takesAnyCategory: () => this.#probeCategories(),
      badCredentialShare: (parts) => badCredentials.share(parts),
    };
  }

  #probeCategories(): Promise<boolean> {
    this.#takesAnyCategory ??= (async () => {
      if (this.#settings.categoryIds.length > 0) return false;
      const { population } = this.#target;
      // One that was accepted anywhere in the run answers the question without another pet.
      if (population.created.some(({ pet }) => BigInt(pet.categoryId) !== population.ordinaryCategory)) return true;
      const status = population.ifAccepted(population.crowdedStatus);
      const body = { ...population.newPet('category', status), categoryId: UNUSUAL_CATEGORY };
      // Other checks report whether the returned pet is right.
      return (await this.#target.apiFor(PREFLIGHT, true).createPet(body)).status === 201;
    })();
    return this.#takesAnyCategory;
  }
}

/** The cases that failed before, or all if something else failed. */
function casesToReplay(cases: readonly Case[], replay: Replay | undefined): readonly Case[] {
  const failed = cases.filter(({ input }) => replay?.cases.includes(input));
  return failed.length > 0 ? failed : cases;
}

/** The selected checks and all that they need. A check of the exchanges of others needs them all. */
function dueOf(checks: readonly Check[], settings: RunSettings, replays: Replays): readonly Check[] {
  const selected = checks.filter(({ id }) => isSelected(id, settings));
  const senders = selected.flatMap(({ id, watches }) => {
    const known = replays.get(id)?.sentBy;
    return known ?? (watches ? checks.map((check) => check.id) : []);
  });
  return withNeeds([...selected.map(({ id }) => id), ...senders], checks);
}
