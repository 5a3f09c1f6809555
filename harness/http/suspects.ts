import type { Conclusion } from '../model/conclusion.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { Ask } from './ask.ts';
import type { Breaker } from './breaker.ts';
import { type Budget, mayRepeat } from './budget.ts';
import type { Losses } from './losses.ts';
import { type Pace, waitAskedFor } from './pace.ts';
import { FIRST_PAUSE_MS, type ServerPresence } from './presence.ts';
import type { Sender, TransportOptions } from './sender.ts';

/** How often a request is sent again before it is the cause itself: what is seldom lost by chance hardly ever is so often. */
export const REPEATS = 2;
/** Requests that are never answered, before the next silent ones are not sent again: nobody knows what they mean. */
const SILENT = 2;
/** Timeouts that such requests take altogether before the run ends. */
const TIMEOUTS = 6;
/** Requests that a diagnosis names. */
const SHOWN = 12;

/** A request whose answer is doubtful. Nothing that another request does adds to it. */
export interface Suspect {
  readonly ask: Ask;
  last: Exchange;
  doubt: Doubt;
  readonly tries: { readonly exchange: Exchange; readonly doubt: Doubt }[];
  /** Times that it was sent again in vain, with the server there; what a limit refuses does not count. */
  failures: number;
  /** How long a limit was waited for. */
  waitedMs: number;
  /** Nobody listened any more after the last time. */
  wasStopped: boolean;
  /** It may not be sent again. */
  isSpent: boolean;
  /** `answered`: it met an interruption. `concluded`: the next control says what it means. `lost`: nothing does. */
  state: 'open' | 'answered' | 'concluded' | 'lost';
  /** The connection had carried others before: a server may close it after any of them. */
  readonly isOfUsedConnection: boolean;
}

/** What suspects meet together, until all of them are settled. */
export interface Disturbance {
  readonly first: Suspect;
  readonly since: number;
  /** How many requests and controls met it. */
  met: number;
  /** A control met it too. */
  wasAway: boolean;
  /** When somebody was answered again. */
  backAt: number | undefined;
  /** How many were answered later, and of how many it is concluded what they mean. */
  answered: number;
  concluded: number;
  /** Requests without an answer. */
  readonly unanswered: Exchange[];
}

export interface SuspectParts {
  readonly options: TransportOptions;
  readonly sender: Sender;
  readonly pace: Pace;
  readonly presence: ServerPresence;
  readonly breaker: Breaker;
  readonly losses: Losses;
  readonly badCredentials: Budget;
}

/**
 * Finds out what the doubtful answer to a suspect means. A limit is waited out. Otherwise the suspect is sent again, alone,
 * with the server there before and after it. If it is answered, it met an interruption. If it fails often enough, the next
 * control that is answered carries the conclusion: it fails by itself, or nobody knows.
 */
export class Suspects {
  /** The server refuses further bad credentials, after so many. */
  guessesLimitedAfter: number | undefined;
  readonly #parts: SuspectParts;
  /** Whether so much was lost and answered later that what is lost each time may be chance as well. */
  readonly #isUnsteady: () => boolean;
  /** Lost answers that are concluded to be the input's, while the server seems to be steady. */
  #lost: number[] = [];
  /** Requests with the right key that got 401 when nobody else did. */
  readonly #lone: number[] = [];
  /** Waited for limits in vain. */
  #vainMs = 0;
  #silent = 0;
  /** Requests that took as long as silence, and for how long altogether; until when is in the time of the record. */
  readonly #dear: Exchange[] = [];
  #dearMs = 0;
  #dearUntil = 0;

  constructor(parts: SuspectParts, isUnsteady: () => boolean) {
    this.#parts = parts;
    this.#isUnsteady = isUnsteady;
  }

  async settle(suspect: Suspect, disturbance: Disturbance): Promise<void> {
    while (suspect.state === 'open') {
      if (this.#isEnough(suspect)) await this.#conclude(suspect, disturbance);
      else if (suspect.doubt === 'limit') await this.#waitOut(suspect, disturbance);
      else await this.#repeat(suspect, disturbance);
    }
  }

  /** Whether another bad credential would say nothing. */
  refuses({ hasKey }: Ask): boolean {
    return !hasKey && this.guessesLimitedAfter !== undefined;
  }

  /** Whether limits were waited for as long as that is allowed, and in vain: to be slower does not help. */
  get hasWaitedInVain(): boolean {
    return this.#vainMs >= this.#parts.options.maxWaitMs;
  }

  stopGuesses(): void {
    this.guessesLimitedAfter ??= this.#parts.presence.answeredGuesses;
  }

  #isEnough(suspect: Suspect): boolean {
    const { ask, doubt, failures, isSpent } = suspect;
    if (isSpent || this.#parts.breaker.stops(ask) || this.refuses(ask)) return true;
    if (doubt === 'limit') return this.#pauseFor(suspect) === 0;
    return failures >= REPEATS || (doubt === 'silent' && this.#silent >= SILENT);
  }

  /** Until it is sent again; 0 if its limit lasts too long. Such limits have one time together, and each is tried again. */
  #pauseFor({ last, tries, waitedMs }: Suspect): number {
    const { clock, maxWaitMs } = this.#parts.options;
    const leftMs = waitedMs === 0 ? maxWaitMs : maxWaitMs - this.#vainMs - waitedMs;
    const askedMs = waitAskedFor(last.headers, clock.now());
    if (leftMs <= 0 || askedMs > leftMs) return 0;
    return Math.min(leftMs, Math.max(askedMs, FIRST_PAUSE_MS * 2 ** (tries.length - 1)));
  }

  async #waitOut(suspect: Suspect, disturbance: Disturbance): Promise<void> {
    const pauseMs = this.#pauseFor(suspect);
    await this.#parts.pace.wait(pauseMs);
    suspect.waitedMs += pauseMs;
    await this.#sendAgain(suspect, disturbance);
  }

  async #repeat(suspect: Suspect, disturbance: Disturbance): Promise<void> {
    if (!(await this.#untilThere(suspect, disturbance))) return;
    if (suspect.doubt !== 'silent') await this.#parts.losses.look();
    // Silence takes long: several times at once is as good.
    const times = suspect.doubt === 'silent' ? REPEATS - suspect.failures : 1;
    await Promise.all(Array.from({ length: times }, () => this.#sendAgain(suspect, disturbance)));
  }

  async #sendAgain(suspect: Suspect, disturbance: Disturbance): Promise<void> {
    const { sender, presence, losses, badCredentials } = this.#parts;
    const { ask, tries } = suspect;
    sender.throwIfStopped();
    if (losses.hides(ask.request)) suspect.state = 'lost';
    else suspect.isSpent = !mayRepeat(ask, badCredentials);
    if (suspect.state === 'lost' || suspect.isSpent) return;
    const again = await sender.sendInTurn({ ...ask, connection: 'new' }, (one) =>
      presence.isSound(ask, one) && suspect.state === 'open'
        ? this.#concludeFromAnswer(suspect, disturbance)
        : undefined,
    );
    const doubt = presence.doubtOf(ask, again);
    if (suspect.state === 'answered') return;
    suspect.last = again;
    if (doubt === undefined) {
      suspect.state = 'answered';
      disturbance.backAt ??= this.#parts.options.clock.now();
      return;
    }
    suspect.doubt = doubt;
    tries.push({ exchange: again, doubt });
    if (doubt !== 'limit') suspect.failures += 1;
  }

  #concludeFromAnswer({ doubt, tries, isOfUsedConnection }: Suspect, disturbance: Disturbance): Conclusion | undefined {
    const isOfConnection = isOfUsedConnection && tries.length === 1 && !disturbance.wasAway;
    if (!isOfConnection) disturbance.answered += 1;
    if (doubt !== 'key' || disturbance.met > 1) return this.#revoke();
    // A 401 that nobody else met may be chance once.
    this.#lone.push(...tries.map(({ exchange }) => exchange.number));
    return this.#lone.length > 1 ? { about: [...this.#lone], cause: 'input' } : undefined;
  }

  async #conclude(suspect: Suspect, disturbance: Disturbance): Promise<void> {
    await this.#untilThere(suspect, disturbance, () => {
      suspect.state = 'concluded';
      disturbance.concluded += 1;
      return this.#conclusionOf(suspect);
    });
  }

  #conclusionOf({ ask, doubt, tries, wasStopped, failures, waitedMs }: Suspect): Conclusion {
    const { breaker, losses } = this.#parts;
    const isCrash = doubt === 'broken' && (wasStopped || losses.isLost);
    const isOfChance = doubt !== 'key' && this.#isUnsteady();
    const isOpen = failures < REPEATS || doubt === 'limit' || doubt === 'refused' || isOfChance;
    // What it got before may have had another cause.
    const about = tries.filter((one) => one.doubt === doubt).map(({ exchange }) => exchange.number);
    const isDear = doubt !== 'limit' && this.#isDear(tries[0]?.exchange);
    const stops = isCrash || losses.isLost || isDear ? breaker.stop(ask) : undefined;
    if (doubt === 'silent') this.#silent += 1;
    if (doubt === 'limit') this.#vainMs += waitedMs;
    if (doubt === 'limit' && !ask.hasKey) this.stopGuesses();
    if (!isOpen && doubt !== 'key') this.#lost.push(...about);
    return { about, cause: isOpen ? 'open' : isCrash ? 'crash' : 'input', ...(stops && { stops }) };
  }

  /** Whether it takes as long as silence to find out what an answer means; too much of that ends the run. */
  #isDear(first: Exchange | undefined): boolean {
    const { sender, options } = this.#parts;
    const { clock, startedAt, timeoutMs } = options;
    const now = clock.now() - startedAt;
    if (!first || now - first.sentAt < timeoutMs) return false;
    this.#dear.push(first);
    // Others took a part of the time.
    this.#dearMs += now - Math.max(first.sentAt, this.#dearUntil);
    this.#dearUntil = now;
    if (this.#dearMs >= TIMEOUTS * timeoutMs)
      sender.stop({ kind: 'too-silent', waitedMs: this.#dearMs, requests: this.#dear.slice(0, SHOWN).map(lineOf) });
    return true;
  }

  /** Where answers are lost again and again, what was lost each time may be chance as well. */
  #revoke(): Conclusion | undefined {
    if (this.#lost.length === 0 || !this.#isUnsteady()) return undefined;
    return { about: this.#lost.splice(0), cause: 'open' };
  }

  /** False if the server does not come back: then nothing more is sent. */
  async #untilThere(suspect: Suspect, disturbance: Disturbance, conclude?: () => Conclusion): Promise<boolean> {
    const { presence, sender, options } = this.#parts;
    const { clock, maxWaitMs } = options;
    const gone = await presence.untilThere({
      suspect: suspect.ask.request,
      since: clock.now() - (suspect.doubt === 'limit' ? suspect.waitedMs : 0),
      conclude: () => conclude?.() ?? this.#revoke(),
      onAway: (control) => {
        disturbance.met += 1;
        disturbance.wasAway = true;
        disturbance.backAt = undefined;
        suspect.wasStopped ||= control.failure?.kind === 'refused';
      },
    });
    disturbance.backAt ??= clock.now();
    if (gone === undefined) return true;
    suspect.state = 'lost';
    const requests = disturbance.unanswered.slice(0, SHOWN).map(lineOf);
    sender.stop({ kind: 'away', ...gone, maxWaitMs, requests });
    return false;
  }
}

function lineOf({ number, request, input = [] }: Exchange): string {
  return [`#${number} ${request.method} ${request.path}`, ...input].join(', ');
}
