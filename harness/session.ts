import { type Check, STAGES } from './check.ts';
import type { CheckContext, RunSettings } from './context.ts';
import { eventually } from './eventually.ts';
import type { Reply } from './http/reply.ts';
import { type OpenTarget, openTarget, REMOVAL_DATE } from './http/target.ts';
import { whyLeftOut } from './left-out.ts';
import { type Preflight, preflight } from './preflight.ts';
import { holdsForAll, seedFor } from './property.ts';
import type { Replays } from './replays.ts';
import type { Created, Result } from './report/model.ts';
import { resultOf } from './report/result.ts';
import { isSelected } from './settings/selection.ts';
import { confirmSilence } from './silence.ts';
import { Inconclusive, Skipped, Unanswered } from './verdicts.ts';

/** An ordinary number that no shop uses by chance: a service that takes it takes any category. */
const UNUSUAL_CATEGORY = 770_415_227n;

/** Answers overtake each other; what is judged over the whole run is to be told of the same one each time. */
const bySending = (a: Reply, b: Reply) => a.exchange.number - b.exchange.number;

/** One run against one target: decides each requirement once, whoever asks for it. */
export class Session {
  readonly #settings: RunSettings;
  readonly #checks: ReadonlyMap<string, Check>;
  readonly #interrupt: AbortSignal;
  readonly #replays: Replays;
  readonly #target: OpenTarget;
  readonly #decided = new Map<string, Promise<Result>>();
  readonly #traffic = new Map<string, Promise<unknown>>();
  readonly #failures: Result[] = [];
  #preflight: Preflight | undefined;
  #takesAnyCategory: Promise<boolean> | undefined;

  constructor(settings: RunSettings, checks: readonly Check[], interrupt: AbortSignal, replays: Replays = new Map()) {
    this.#replays = replays;
    this.#settings = settings;
    this.#checks = new Map(checks.map((check) => [check.id, check]));
    this.#interrupt = interrupt;
    this.#target = openTarget(settings, interrupt);
  }

  /** Animals created since this was last asked. */
  takeCreated(): readonly Created[] {
    return this.#target.ledger.take();
  }

  get totals(): { readonly requests: number; readonly creations: number } {
    return { requests: this.#target.courier.journal.length, creations: this.#target.writes.created };
  }

  /** Every reply so far. */
  get journal(): readonly Reply[] {
    return this.#target.courier.journal;
  }

  /** Resolves with a sentence where the target cannot be tested at all. */
  async preflight(): Promise<string | undefined> {
    const outcome = await preflight({
      api: this.#target.apiFor('preflight'),
      population: this.#target.population,
      baseUrl: this.#settings.baseUrl,
      readOnly: this.#settings.readOnly,
      knownIds: this.#settings.knownIds,
    });
    if (typeof outcome === 'string') return this.#target.redactor.text(outcome);
    this.#preflight = outcome;
    return undefined;
  }

  decide(id: string): Promise<Result> {
    const known = this.#decided.get(id);
    if (known) return known;
    const check = this.#checks.get(id);
    if (!check) throw new Error(`There is no check for ${id}.`);
    const result = this.#decide(check);
    this.#decided.set(id, result);
    return result;
  }

  async close(): Promise<void> {
    await this.#target.close();
  }

  async #decide(check: Check): Promise<Result> {
    const start = performance.now();
    const end = await this.#endOf(check);
    const result = resultOf(check, end, {
      durationMs: Math.round(performance.now() - start),
      redactor: this.#target.redactor,
      origin: this.#target.origin,
      curlNetwork: this.#target.curlNetwork,
    });
    if (result.outcome === 'fail' || result.outcome === 'warn') this.#failures.push(result);
    return result;
  }

  /** The remark that a check returns, or whatever ended it. */
  async #endOf(check: Check): Promise<unknown> {
    try {
      this.#ruleOut(check);
      await this.#waitForBases(check);
      await this.#sendTrafficFor(check);
      return await check.decide(this.#contextOf(check));
    } catch (error) {
      if (this.#interrupt.aborted) return new Inconclusive('The run was interrupted before this was decided.');
      return error instanceof Unanswered ? confirmSilence(error, this.#target.apiFor(check.id)) : error;
    }
  }

  #ruleOut(check: Check): void {
    const why = whyLeftOut(check, this.#settings);
    if (why !== undefined) throw new Skipped(why);
    if (this.#interrupt.aborted) throw new Inconclusive('The run was interrupted before this was decided.');
  }

  async #waitForBases(check: Check): Promise<void> {
    const bases = [...check.after, ...check.unlessFailed];
    const outcomes = await Promise.all(bases.map((base) => this.#outcomeOf(base)));
    const failed = bases[outcomes.indexOf('fail')];
    if (failed) throw new Inconclusive(`It builds on ${failed}, which failed.`);
    const open = check.after.find((_base, index) => outcomes[index] === 'inconclusive');
    if (open) throw new Inconclusive(`It builds on ${open}, which could not be decided.`);
  }

  async #outcomeOf(id: string) {
    return this.#selects(id) ? (await this.decide(id)).outcome : undefined;
  }

  #selects(id: string): boolean {
    return isSelected(id, this.#settings);
  }

  /** What the user left out but this check needs, in the order in which it would have been sent. */
  async #sendTrafficFor({ id: asking, traffic: usual }: Check): Promise<void> {
    const traffic = usual === 'everything' ? (this.#replays.get(asking)?.sentBy ?? usual) : usual;
    const wanted = (id: string) => (traffic === 'everything' || traffic.includes(id)) && !this.#selects(id);
    for (const stage of STAGES.filter((candidate) => candidate !== 'journal')) {
      const due = [...this.#checks.values()].filter((check) => check.stage === stage && wanted(check.id));
      await Promise.all(due.map((check) => this.#sendTrafficOf(check)));
    }
  }

  /** Its exchanges are wanted, its verdict is not. */
  async #sendTrafficOf(check: Check): Promise<void> {
    if (this.#settings.readOnly && check.writes) return;
    const sent = this.#traffic.get(check.id) ?? check.decide(this.#contextOf(check)).catch(() => undefined);
    this.#traffic.set(check.id, sent);
    await sent;
  }

  #contextOf(check: Check): CheckContext {
    const { courier, population, redactor, badCredentials } = this.#target;
    if (!this.#preflight) throw new Error('The preflight comes before the first check.');
    const { consistencyWindowMs, runs, seed } = this.#settings;
    let windowMs = consistencyWindowMs;
    return {
      api: this.#target.apiFor(check.id),
      population,
      preflight: this.#preflight,
      settings: this.#settings,
      redactor,
      journal: check.stage === 'journal' ? courier.journal.toSorted(bySending) : courier.journal,
      getPetIsServed: this.#settings.now < REMOVAL_DATE && population.fetchable !== undefined,
      failures: this.#failures,
      eventually: (attempt) => eventually(windowMs, attempt),
      forAll: (arbitrary, options, holds) => {
        const again = this.#replays.get(check.id)?.input;
        const property = { runs, ...options, seed: seedFor(seed, check.id), ...(again && { again }) };
        return holdsForAll(arbitrary, property, holds, (hurried) => {
          windowMs = hurried ? 0 : consistencyWindowMs;
        });
      },
      outcomeOf: (id) => {
        if (!check.asks.includes(id)) throw new Error(`${check.id} asks for ${id} and does not say so.`);
        return this.#outcomeOf(id);
      },
      takesAnyCategory: () => this.#probeCategories(),
      badCredentialShare: (parts) => badCredentials.share(parts),
    };
  }

  #probeCategories(): Promise<boolean> {
    this.#takesAnyCategory ??= (async () => {
      if (this.#settings.categoryIds.length > 0) return false;
      const body = { ...this.#target.population.newPet('category'), categoryId: UNUSUAL_CATEGORY };
      // Whether the animal that comes back is a right one is told elsewhere.
      return (await this.#target.apiFor('preflight').createPet(body)).status === 201;
    })();
    return this.#takesAnyCategory;
  }
}
