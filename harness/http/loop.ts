import type { Exchange } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { Interruption } from '../model/report.ts';
import type { Sending } from './ask.ts';
import { costOf, type Episode, type Suspect, suspectOf } from './suspect.ts';
import { type Court, JUST_BEFORE_MS, SHORT_MS, Trials } from './trial.ts';

/** Silent suspects that were tried alone, before the next ones are tried together. */
const SILENT_ALONE = 2;
/** Episodes in which a request was answered only without other connections, before all are sent so: one may be chance. */
const STARVED: Partial<Record<Doubt, number>> = { silent: 2, broken: 3 };
/** Lock-outs after bad credentials, before no further one is sent. */
const LOCK_OUTS = 2;

interface Queued {
  readonly suspect: Suspect;
  readonly resolve: (last: Exchange) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One way to doubt. The first doubtful answer begins an *episode*: nothing new is sent, what is on the wire comes in, and
 * each doubtful answer joins a queue. One suspect after the other gets its trial. When the queue is empty, the episode is
 * over. It was an interruption if nobody in it turned out to be the cause.
 */
export class Loop {
  readonly interruptions: Interruption[] = [];
  readonly #court: Court;
  readonly #trials: Trials;
  readonly #onTheWire = new Set<Promise<unknown>>();
  #queue: Queued[] = [];
  #episode: Episode | undefined;
  #isOver: Promise<void> = Promise.resolve();
  #isIsolated = false;
  #silentAlone = 0;
  #lockOuts = 0;
  /** The operations that a limit refused. */
  readonly #limited = new Set<string>();
  #answeredBefore = 0;
  #sinceLimit: number;
  readonly #starved: Partial<Record<Doubt, number>> = {};

  constructor(court: Omit<Court, 'interruptions'>) {
    this.#court = { ...court, interruptions: () => this.interruptions.length };
    this.#trials = new Trials(this.#court);
    this.#sinceLimit = court.options.clock.now();
  }

  /** The service refuses further bad credentials for a limit, after so many. */
  get guessesLimitedAfter(): number | undefined {
    return this.#trials.guessesLimitedAfter;
  }

  get isOpen(): boolean {
    return this.#episode === undefined;
  }

  /** Resolves when nobody is suspected. */
  async untilOpen(): Promise<void> {
    while (!this.isOpen) await this.#isOver;
  }

  /** Trials wait for what is on the wire. */
  watch<T>(sending: Promise<T>): Promise<T> {
    const watched = sending.finally(() => this.#onTheWire.delete(watched));
    this.#onTheWire.add(watched);
    return watched;
  }

  note({ hasKey, creates, request }: Sending, { status, sentAt }: Exchange): void {
    if (hasKey) return;
    this.#trials.lastGuessAt = sentAt + this.#court.options.startedAt;
    if (status === 401 && !creates) this.#trials.refusedGuess ??= { request, probe: 'control', hasKey, creates };
  }

  /** Resolves with the last answer when it is known what the doubtful one means. */
  settle(ask: Sending, first: Exchange, doubt: Doubt, isOfUsedConnection = false): Promise<Exchange> {
    const suspect = suspectOf(ask, first, doubt, { since: this.#court.options.clock.now(), isOfUsedConnection });
    const episode = this.#episode ?? this.#begin(suspect);
    episode.met += 1;
    const broken = doubt === 'broken' ? first : ask.brokenBefore;
    if (broken) episode.broken.push(broken);
    return new Promise((resolve, reject) => this.#queue.push({ suspect, resolve, reject }));
  }

  #begin({ first, doubt, since }: Suspect): Episode {
    const counts = { met: 0, cleared: 0, convicted: 0 };
    const limits = { wasLimited: false, limited: new Set<string>() };
    const { renewals } = this.#court.availability;
    const waitedMs = first.answeredAt - first.sentAt;
    const start = { since, waitedMs, doubt, status: first.status, renewals };
    const episode: Episode = { ...start, wasAway: false, broken: [], ...counts, ...limits };
    this.#episode = episode;
    this.#isOver = this.#tryAll(episode);
    return episode;
  }

  async #tryAll(episode: Episode): Promise<void> {
    while (this.#queue.length > 0 || this.#onTheWire.size > 0) {
      while (this.#onTheWire.size > 0) await Promise.allSettled(this.#onTheWire);
      const queued = this.#next();
      try {
        this.#court.sender.throwIfStopped();
        await this.#tryThese(
          queued.map(({ suspect }) => suspect),
          episode,
        );
        for (const { suspect, resolve } of queued) if (suspect.state !== 'open') resolve(suspect.last);
        this.#queue.push(...queued.filter(({ suspect }) => suspect.state === 'open'));
      } catch (error) {
        for (const { reject } of queued) reject(error);
      }
    }
    await this.#end(episode);
  }

  /** Those of a kind that was the cause before come last, so that what only met them is cleared at once, alone. */
  #next(): readonly Queued[] {
    const { breaker, options } = this.#court;
    this.#queue.sort((one, other) => placeOf(one) - placeOf(other));
    const innocent = this.#queue.find(({ suspect }) => !breaker.isSuspicious(suspect.ask));
    const next = innocent ?? this.#queue[0];
    if (!next) return [];
    const isTogether = ({ suspect }: Queued) => suspect.doubt === 'silent' && !suspect.isAlone;
    const mayBeTogether = !innocent && this.#silentAlone >= SILENT_ALONE && !this.#isStarved;
    // One place is for the control.
    const taken = mayBeTogether ? this.#queue.filter(isTogether).slice(0, options.concurrency - 1) : [];
    const chosen = taken.length > 1 ? taken : [next];
    this.#queue = this.#queue.filter((one) => !chosen.includes(one));
    return chosen;
  }

  async #tryThese(suspects: readonly Suspect[], episode: Episode): Promise<void> {
    const { clock } = this.#court.options;
    const [first] = suspects;
    if (!first) return;
    const begunAt = clock.now();
    for (const suspect of suspects) suspect.since = begunAt;
    const isSilent = first.doubt === 'silent';
    const isOfConnection = isSilent || first.doubt === 'broken';
    // A worker of the service may stay with another connection, or the service may have no room for one more.
    if (isOfConnection) await this.#isolate(suspects.length === 1);
    if (suspects.length > 1) await this.#trials.tryTogether(suspects, episode);
    else await this.#trials.try(first, episode);
    if (isSilent && suspects.length === 1 && first.state === 'convicted') this.#silentAlone += 1;
  }

  async #end(episode: Episode): Promise<void> {
    const { pace, availability, options, losses } = this.#court;
    // A run that is stopped asks nothing more.
    if (episode.doubt !== 'silent' || episode.wasAway) await losses.look().catch(() => undefined);
    const { doubt, status, since, backAt = options.clock.now() } = episode;
    const durationMs = Math.round(backAt - since);
    const isCaused = episode.convicted > 0;
    if (isCaused) this.#trials.spentMs += costOf(episode, options.clock.now());
    const isRenewed = availability.renewals > episode.renewals;
    const wasGuessing = since - this.#trials.lastGuessAt < JUST_BEFORE_MS;
    // A request that is always refused locks nobody out.
    const hasEnded = episode.wasAway || episode.cleared > 0;
    const isLockOut = !isRenewed && doubt === 'key' && episode.met > 1 && wasGuessing && hasEnded;
    const isOutage = doubt !== 'limit' || (status === 503 && episode.wasAway && durationMs > SHORT_MS);
    if (isLockOut) this.#noteLockOut();
    if (!isCaused && episode.cleared > 0 && isOutage && !isLockOut)
      this.interruptions.push({
        ...{ startedAt: new Date(since).toISOString(), status, durationMs },
        ...(isRenewed && { cause: 'key-renewed' }),
      });
    if (!isCaused && episode.wasLimited && !isOutage) {
      for (const operation of episode.limited) this.#limited.add(operation);
      pace.slowDown({ answered: this.#answered - this.#answeredBefore, ms: backAt - this.#sinceLimit }, this.#limited);
    }
    if (doubt === 'limit') {
      this.#answeredBefore = this.#answered;
      this.#sinceLimit = options.clock.now();
    }
    const isAlone = !isCaused && !episode.wasAway && episode.cleared > 0;
    if (isAlone) this.#starved[doubt] = (this.#starved[doubt] ?? 0) + 1;
    await this.#isolate(this.#isStarved);
    this.#episode = undefined;
  }

  /** Of the operation that alone was refused for a limit so far, or of all. */
  get #answered(): number {
    const [operation, ...others] = this.#limited;
    return this.#court.availability.answered(others.length === 0 ? operation : undefined);
  }

  #noteLockOut(): void {
    this.#lockOuts += 1;
    if (this.#lockOuts >= LOCK_OUTS) this.#trials.guessesLimitedAfter ??= this.#court.availability.answeredGuesses;
  }

  get #isStarved(): boolean {
    return Object.entries(STARVED).some(([doubt, times]) => (this.#starved[doubt as Doubt] ?? 0) >= times);
  }

  /** Every other connection is closed, and each request gets its own. */
  async #isolate(isIsolated: boolean): Promise<void> {
    if (this.#isIsolated === isIsolated) return;
    this.#isIsolated = isIsolated;
    await this.#court.options.wire.isolate?.(isIsolated);
  }
}

/** A plain request says more than one that combines many values; then the first one sent comes first. */
function placeOf({ suspect: { ask, first } }: Queued): number {
  return 1e6 * (ask.input?.length ?? 0) + first.number;
}
