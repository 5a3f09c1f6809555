import type { Conclusion } from '../model/conclusion.ts';
import { type Exchange, isThrottled } from '../model/exchange.ts';
import type { Sending } from './ask.ts';
import { type Absence, type Availability, type ControlFacts, LIMIT_PAUSE_MS } from './availability.ts';
import type { Breaker } from './breaker.ts';
import type { Budget } from './budget.ts';
import { type Controls, controlOf } from './controls.ts';
import type { Losses } from './losses.ts';
import { type Pace, waitAskedFor } from './pace.ts';
import type { Sender, TransportOptions } from './sender.ts';
import { costOf, type Episode, lineOf, mayHaveHappened, type Suspect, triesAbout } from './suspect.ts';

/** Times that a request fails before it is the cause itself: what seldom fails by chance hardly ever does so often. */
const FAILURES = 3;
/** Each may have been carried out, but one alone may be chance behind a gateway that fails now and then. */
const FAILURES_OF_CREATION = 2;
/** After more interruptions than this, what is lost each time may be chance as well. */
const INTERRUPTIONS = 5;
/** Timeouts that a run spends on requests that never get an answer of the service, before it ends. */
const TIMEOUTS = 6;
/** A connection that cannot be made says nothing about the request. */
const REFUSED = 10;
/** Until a service that limits connections has noticed that others are closed. */
const ROOM_MS = 50;
/** Until requests that are sent together are on their way. */
const BESIDE_MS = 50;
/** After so long a gap, another control shows whether a shorter one is enough. No suspect has to wait for longer. */
const LONG_GAP_MS = 1000;
const LONGEST_GAP_MS = 5000;
/** A 503 that is over so soon is a limit, and not an interruption. */
export const SHORT_MS = 2500;
/** Clocks are coarse. */
const NEARLY = 0.98;
/** A control comes a moment after the suspect, so that it has waited a little longer. */
const ABOUT = 0.8;
/** Bad credentials that were sent so shortly before may be the reason. */
export const JUST_BEFORE_MS = 5000;
/** Requests that a diagnosis names. */
export const SHOWN = 12;

/** What all trials share. */
export interface Court {
  readonly options: TransportOptions;
  readonly sender: Sender;
  readonly controls: Controls;
  readonly pace: Pace;
  readonly availability: Availability;
  readonly breaker: Breaker;
  readonly losses: Losses;
  readonly writes: Budget;
  readonly badCredentials: Budget;
  /** How many interruptions there were. */
  readonly interruptions: () => number;
  /** Of requests that broke together, those that may be the reason. */
  readonly suspectsIn: (broken: readonly Exchange[]) => readonly Exchange[];
  /** The first requests without an answer. */
  readonly unanswered: () => readonly string[];
}

/**
 * Finds out whether a suspect is the cause itself. It is sent again, alone, with the service there before and after it.
 * Once answered, it is cleared. If it fails often enough, the next control that is answered carries the conclusion.
 */
export class Trials {
  /** The service refuses further bad credentials for a limit, after so many. */
  guessesLimitedAfter: number | undefined;
  /** On episodes with a request that is the cause itself. */
  spentMs = 0;
  lastGuessAt = Number.NEGATIVE_INFINITY;
  /** A bad credential that was refused with 401. */
  refusedGuess: Sending | undefined;
  /** Requests with the right key that got 401 when nobody else did. */
  readonly #lone: number[] = [];
  /** Exchanges that got no answer each time, of which that was concluded. */
  readonly #lost: number[] = [];
  readonly #court: Court;

  constructor(court: Court) {
    this.#court = court;
  }

  async try(suspect: Suspect, episode: Episode): Promise<void> {
    while (suspect.state === 'open') {
      this.#throwIfTooSilent(suspect, episode);
      if (this.#isPointless(suspect)) suspect.state = 'undecided';
      else if (suspect.doubt === 'limit') await this.#tryLimit(suspect, episode);
      else await this.#tryOnce(suspect, episode);
    }
  }

  #throwIfTooSilent({ failures }: Suspect, episode: Episode): void {
    const { sender, options, unanswered } = this.#court;
    const isCaused = episode.convicted > 0 || failures > 0;
    const waitedMs = this.spentMs + (isCaused ? costOf(episode, options.clock.now()) : 0);
    if (waitedMs < TIMEOUTS * options.timeoutMs) return;
    sender.stop({ kind: 'too-silent', waitedMs, requests: unanswered() });
    sender.throwIfStopped();
  }

  #isPointless(suspect: Suspect): boolean {
    const isLimitedGuess = isGuess(suspect) && this.guessesLimitedAfter !== undefined;
    return this.#court.breaker.stops(suspect.ask) || isLimitedGuess;
  }

  /** Silence takes long, so silent suspects are sent together, beside a control: if that is silent too, it is void. */
  async tryTogether(suspects: readonly Suspect[], episode: Episode): Promise<void> {
    const { sender, controls, availability, options } = this.#court;
    const [first] = suspects;
    if (!first) return;
    this.#throwIfTooSilent(first, episode);
    if (!(await this.#isThere(first, episode))) return;
    const beside = options.clock
      .sleep(BESIDE_MS, options.signal)
      .then(() => sender.sendInTurn(controls.next(first.ask.request)));
    const [control] = await Promise.all([
      beside,
      ...suspects.map((suspect) => this.#sendAgain(suspect, episode, 'new')),
    ]);
    const isVoid = !availability.isAnswered(control);
    for (const suspect of suspects) {
      suspect.isAlone = true;
      if (suspect.state !== 'open' || suspect.doubt !== 'silent') continue;
      if (isVoid) suspect.tries.pop();
      else await this.#weigh(suspect, episode);
    }
  }

  async #tryOnce(suspect: Suspect, episode: Episode): Promise<void> {
    const { clock, signal } = this.#court.options;
    if (!(await this.#isThere(suspect, episode))) return;
    if (suspect.doubt === 'broken') await clock.sleep(ROOM_MS, signal);
    await this.#sendAgain(suspect, episode);
    if (suspect.state === 'open' && suspect.doubt !== 'limit') await this.#weigh(suspect, episode);
  }

  async #isThere(suspect: Suspect, episode: Episode): Promise<boolean> {
    const isThere = this.#court.availability.isThere || (await this.#untilThere(suspect, episode)) !== undefined;
    // What was answered before may take as long now: silence alone can wait until the end of the stage.
    if (isThere && suspect.doubt !== 'silent') await this.#court.losses.look();
    return isThere;
  }

  /** It has failed once more: whether that is enough, and the service is there. */
  async #weigh(suspect: Suspect, episode: Episode): Promise<void> {
    const { availability } = this.#court;
    suspect.failures += 1;
    const isEnough = suspect.failures >= this.#needed(suspect);
    const found = this.#isUnsteady ? 'open' : 'input';
    await this.#untilThere(suspect, episode, (control) => {
      if (suspect.doubt === 'broken' && availability.isDown(control)) return this.#convict(suspect, episode, 'crash');
      return isEnough && availability.isAnswered(control) ? this.#convict(suspect, episode, found) : undefined;
    });
    if (suspect.doubt === 'refused' && suspect.failures >= REFUSED && suspect.state === 'open')
      suspect.state = 'undecided';
  }

  /** How often it must fail. */
  #needed(suspect: Suspect): number {
    const { ask, doubt } = suspect;
    if (doubt === 'refused') return Number.POSITIVE_INFINITY;
    if (this.#court.losses.isLost) return 1;
    if (doubt === 'silent') return 1;
    if (mayHaveHappened(suspect)) return FAILURES_OF_CREATION;
    return this.#court.breaker.isKnown(ask) ? 1 : FAILURES;
  }

  #convict(suspect: Suspect, episode: Episode, found: Conclusion['cause']): Conclusion | undefined {
    if (suspect.state !== 'open') return undefined;
    const { breaker, options, losses } = this.#court;
    suspect.state = 'convicted';
    episode.convicted += 1;
    const { ask, first, since } = suspect;
    const { sentAt } = first;
    const costMs = options.clock.now() - since;
    // It has stopped the service, whatever stands in front of that answers meanwhile.
    const cause = losses.isLost && suspect.doubt === 'broken' ? 'crash' : found;
    const isCrash = cause === 'crash' || losses.isLost;
    const stops = isCrash ? breaker.convictOfCrash(ask, sentAt) : breaker.convict(ask, { sentAt, costMs });
    const about = triesAbout(suspect);
    if (cause !== 'open' && !isThrottled(suspect.last) && suspect.doubt !== 'key') this.#lost.push(...about);
    return { about, cause, ...(stops && { stops }) };
  }

  get #isUnsteady(): boolean {
    return this.#court.interruptions() > INTERRUPTIONS;
  }

  /** What was found about lost answers before the server turned out to be unsteady. */
  #revoke(): Conclusion | undefined {
    if (!this.#isUnsteady || this.#lost.length === 0) return undefined;
    return { about: this.#lost.splice(0), cause: 'open' };
  }

  async #sendAgain(suspect: Suspect, episode: Episode, connection = suspect.ask.connection): Promise<void> {
    const { sender, availability, losses } = this.#court;
    if (losses.hides(suspect.ask.request)) {
      suspect.state = 'undecided';
      return;
    }
    if (!this.#mayRepeat(suspect.ask)) return this.#leaveOpen(suspect, episode);
    const ask = { ...suspect.ask, connection };
    const again = await sender.sendInTurn(ask, (exchange) =>
      availability.doubtOf(ask, exchange) === undefined ? this.#concludeLone(suspect, episode) : undefined,
    );
    const doubt = availability.doubtOf(ask, again);
    suspect.last = again;
    if (doubt === undefined) {
      suspect.state = 'cleared';
      episode.cleared += suspect.isOfUsedConnection && suspect.tries.length === 1 ? 0 : 1;
      return;
    }
    suspect.doubt = doubt;
    suspect.tries.push({ number: again.number, doubt });
    if (doubt === 'broken') episode.broken.push(again);
  }

  /** The next control that is answered says so. */
  async #leaveOpen(suspect: Suspect, episode: Episode): Promise<void> {
    const { availability } = this.#court;
    await this.#untilThere(suspect, episode, (control) =>
      availability.isAnswered(control) ? this.#convict(suspect, episode, 'open') : undefined,
    );
  }

  /** A 401 that nobody else met may be chance once. */
  #concludeLone(suspect: Suspect, { met }: Episode): Conclusion | undefined {
    if (suspect.doubt !== 'key' || met > 1) return undefined;
    this.#lone.push(...triesAbout(suspect));
    return this.#lone.length > 1 ? { about: [...this.#lone], cause: 'input' } : undefined;
  }

  #mayRepeat({ share, hasKey }: Sending): boolean {
    if (share && !share.renew()) return false;
    return hasKey || this.#court.badCredentials.take();
  }

  /**
   * A limit. The suspect goes first; then controls go until one is answered, and it again. It fails only if it has
   * waited as long since the last answer as a control that was answered.
   */
  async #tryLimit(suspect: Suspect, episode: Episode): Promise<void> {
    const { pace, availability, options } = this.#court;
    let gapMs = Number.POSITIVE_INFINITY;
    let isGapKnown = false;
    // The only repeat of a creation that may have happened must be one that counts.
    if (!mayHaveHappened(suspect)) {
      await pace.wait(this.#firstWait(suspect.last));
      await this.#sendAgain(suspect, episode);
    }
    while (isLimited(suspect)) {
      if (suspect.failures >= this.#neededOfLimit(suspect)) return this.#compareAlike(suspect, episode);
      const quietMs = await this.#untilThere(suspect, episode);
      if (quietMs === undefined) return;
      gapMs = Math.min(gapMs, quietMs, LONGEST_GAP_MS);
      // Most limits let more through than a long gap says.
      if (gapMs > LONG_GAP_MS && !isGapKnown) {
        const shortMs = await this.#untilThere(suspect, episode);
        if (shortMs === undefined) return;
        gapMs = Math.min(gapMs, shortMs);
      }
      isGapKnown = true;
      const ownMs = mayHaveHappened(suspect) ? SHORT_MS : 0;
      const dueAt = Math.max(availability.soundAt + gapMs, availability.soundAlikeAt(suspect.ask) + ownMs);
      await pace.wait(dueAt - options.clock.now());
      const isFair = options.clock.now() - availability.soundAt >= NEARLY * gapMs;
      await this.#sendAgain(suspect, episode);
      if (isLimited(suspect) && isFair) suspect.failures += 1;
    }
    this.#noteLimit(suspect, episode);
  }

  #noteLimit({ ask, state }: Suspect, episode: Episode): void {
    if (state !== 'cleared') return;
    const operation = this.#court.options.operationOf(ask);
    episode.wasLimited = true;
    if (operation !== undefined) episode.limited.add(operation);
  }

  /** Every further guess adds to a limit on guesses. */
  #neededOfLimit(suspect: Suspect): number {
    return isGuess(suspect) ? 1 : this.#needed(suspect);
  }

  /** A control may have waited for the limit to end, and need no other answer. */
  #firstWait({ headers, answeredAt }: Exchange): number {
    const { options, availability } = this.#court;
    const { clock, startedAt, maxWaitMs } = options;
    const now = clock.now();
    const refusedAt = answeredAt + startedAt;
    const askedMs = waitAskedFor(headers, now);
    // What it asks for may be meant for this request alone.
    if (askedMs > maxWaitMs) return LIMIT_PAUSE_MS;
    const isClear = availability.soundAt > refusedAt || asksForNoWait(headers);
    return Math.max(isClear ? 0 : LIMIT_PAUSE_MS, refusedAt + askedMs - now);
  }

  /** A limit may be on one operation, or on guesses. So the last control is alike, and the suspect waits as long. */
  async #compareAlike(suspect: Suspect, episode: Episode): Promise<void> {
    const { ask } = suspect;
    const { controls, pace, availability, options } = this.#court;
    if (isGuess(suspect)) return this.#compareGuess(suspect, episode);
    const isKnown = this.#court.breaker.isKnown(ask);
    const alike = isKnown ? undefined : controls.plain(options.operationOf(ask), ask.request);
    let gapMs = Number.POSITIVE_INFINITY;
    while (isLimited(suspect)) {
      const share = alike?.creates ? this.#court.writes.share() : undefined;
      if (alike?.creates && !share) suspect.state = 'undecided';
      if (suspect.state !== 'open') return;
      const waitedMs = suspect.last.sentAt + options.startedAt - availability.soundAlikeAt(ask);
      const isLastTry = mayHaveHappened(suspect) && waitedMs >= NEARLY * SHORT_MS;
      const conclude = (control: Exchange, { quietMs }: ControlFacts) => {
        const isFair = !alike || isLastTry || waitedMs >= ABOUT * Math.min(gapMs, quietMs, LONGEST_GAP_MS);
        const isCompared = (alike !== undefined || isKnown) && quietMs <= LONGEST_GAP_MS;
        const found = isCompared ? 'input' : 'open';
        return isFair && availability.isAnswered(control) ? this.#convict(suspect, episode, found) : undefined;
      };
      const quietMs = await this.#untilThere(suspect, episode, conclude, alike && share ? { ...alike, share } : alike);
      share?.end();
      if (quietMs === undefined || suspect.state !== 'open') return;
      gapMs = Math.min(gapMs, quietMs, LONGEST_GAP_MS);
      await pace.wait(availability.soundAlikeAt(ask) + gapMs - options.clock.now());
      await this.#sendAgain(suspect, episode);
    }
    this.#noteLimit(suspect, episode);
  }

  /** Whoever guesses keys may be slowed down, unless another bad credential is refused with 401 as before. */
  async #compareGuess(suspect: Suspect, episode: Episode): Promise<void> {
    const { pace, availability, sender, options, badCredentials } = this.#court;
    const { ask } = suspect;
    let gapMs = Number.POSITIVE_INFINITY;
    while (isLimited(suspect)) {
      const waitedMs = suspect.last.sentAt + options.startedAt - availability.soundAlikeAt(ask);
      if ((await this.#untilThere(suspect, episode)) === undefined) return;
      const quietSince = availability.soundAlikeAt(ask);
      const guess = this.refusedGuess;
      let isAnswered = false;
      if (guess && badCredentials.take())
        await sender.sendInTurn(guess, (one) => {
          isAnswered = availability.doubtOf(guess, one) === undefined;
          gapMs = Math.min(gapMs, one.sentAt + options.startedAt - quietSince, LONGEST_GAP_MS);
          const isFair = waitedMs >= NEARLY * gapMs;
          return isAnswered && isFair ? this.#convict(suspect, episode, 'input') : undefined;
        });
      if (suspect.state !== 'open') return;
      if (!isAnswered) {
        this.guessesLimitedAfter ??= availability.answeredGuesses;
        return this.#leaveOpen(suspect, episode);
      }
      await pace.wait(availability.soundAlikeAt(ask) + gapMs - options.clock.now());
      await this.#sendAgain(suspect, episode);
    }
    this.#noteLimit(suspect, episode);
  }

  /** The time since the last sound answer that an answered control had; undefined if the service does not come back. */
  async #untilThere(
    suspect: Suspect,
    episode: Episode,
    conclude: Absence['conclude'] = () => undefined,
    control?: Sending,
  ): Promise<number | undefined> {
    const { availability, options } = this.#court;
    const quietMs = await availability.untilThere({
      accused: suspect.ask.request,
      doubt: suspect.doubt,
      seen: suspect.last,
      control,
      conclude: (one, facts) =>
        concludeGone(one, facts, episode, this.#court) ?? conclude(one, facts) ?? this.#revoke(),
      onUnanswered: () => {
        episode.met += 1;
        episode.wasAway = true;
      },
      onGone: (seen, waitMs) => this.#stop(seen, waitMs, episode),
    });
    if (quietMs !== undefined) episode.backAt = options.clock.now();
    else if (suspect.state === 'open') suspect.state = 'undecided';
    return quietMs;
  }

  /** The service is gone, and so is the run. */
  #stop(seen: Exchange, waitMs: number, { broken, since }: Episode): void {
    const { sender, availability, options, suspectsIn, unanswered } = this.#court;
    const doubt = availability.doubtOf(controlOf(seen.request), seen) ?? 'silent';
    const mayBeOfGuesses = doubt === 'key' || since - this.lastGuessAt < JUST_BEFORE_MS;
    // The one that meets a limit is not answered.
    const guesses = availability.answeredGuesses + (doubt === 'limit' ? 1 : 0);
    const suspects = suspectsIn(broken);
    const named = suspects.length > 0 ? suspects : broken;
    const requests = doubt === 'refused' ? named.slice(0, SHOWN).map(lineOf) : unanswered();
    sender.stop({
      kind: 'away',
      seen: doubt,
      status: seen.status,
      waitMs,
      maxWaitMs: options.maxWaitMs,
      requests: doubt === 'limit' || doubt === 'gateway' || doubt === 'key' ? [] : requests,
      badCredentials: mayBeOfGuesses ? guesses : 0,
    });
  }
}

/**
 * Nobody listens any more, and nobody comes back. Somebody may have stopped the service: an input is the cause only if no
 * other one was under way that the service had not answered before.
 */
function concludeGone(
  control: Exchange,
  { isLast }: ControlFacts,
  { broken }: Episode,
  { availability, suspectsIn }: Court,
): Conclusion | undefined {
  if (!isLast || !availability.isDown(control)) return undefined;
  const suspects = suspectsIn(broken);
  const isAlone = new Set(suspects.map(({ request }) => request)).size === 1;
  return isAlone ? { about: suspects.map(({ number }) => number), cause: 'crash' } : undefined;
}

/** It may be refused because it guesses a key. */
function isGuess({ ask, last }: Suspect): boolean {
  return !ask.hasKey && (last.status === 429 || last.status === 503);
}

function isLimited({ state, doubt }: Suspect): boolean {
  return state === 'open' && doubt === 'limit';
}

function asksForNoWait(headers: Exchange['headers']): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'retry-after' && /^\s*0+\s*$/.test(value));
}
