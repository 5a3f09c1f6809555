import { type Exchange, isThrottled } from '../model/exchange.ts';
import type { Doubt } from '../model/reasons.ts';
import type { Sending } from './ask.ts';

/** A request whose answer is doubtful, and what its trial has shown. Nothing that another request does adds to it. */
export interface Suspect {
  readonly ask: Sending;
  readonly first: Exchange;
  /** When its trial began. */
  since: number;
  last: Exchange;
  doubt: Doubt;
  readonly tries: { readonly number: number; readonly doubt: Doubt }[];
  /** Times that it failed with the service there before and after it. */
  failures: number;
  /** Undecided: it cannot be sent again, or the service is gone. */
  state: 'open' | 'cleared' | 'convicted' | 'undecided';
  /** It was tried together with others, in vain. */
  isAlone: boolean;
  /** The connection had carried others before: a service may close it after any of them. */
  readonly isOfUsedConnection: boolean;
}

export function suspectOf(
  ask: Sending,
  first: Exchange,
  doubt: Doubt,
  more: Pick<Suspect, 'since' | 'isOfUsedConnection'>,
): Suspect {
  const tries = [{ number: first.number, doubt }];
  return { ...more, ask, first, last: first, doubt, tries, failures: 0, state: 'open', isAlone: false };
}

/** Those that count if it is the cause itself: what it got before may have had another cause. */
export function triesAbout({ tries, doubt }: Suspect): readonly number[] {
  return tries.filter((one) => one.doubt === doubt).map(({ number }) => number);
}

/** A creation may have been carried out although no answer says so. */
export function mayHaveHappened({ ask, doubt, last }: Suspect): boolean {
  return ask.creates && !isThrottled(last) && doubt !== 'refused' && doubt !== 'key';
}

/** Requests that are doubtful at the same time, until all of them are settled. */
export interface Episode {
  readonly since: number;
  /** How long the first one had waited for an answer by then. */
  readonly waitedMs: number;
  readonly doubt: Doubt;
  readonly status: number;
  /** How many requests and controls met it. */
  met: number;
  /** A control met it too. */
  wasAway: boolean;
  /** When a control was answered again. */
  backAt?: number;
  /** How often the key had been renewed when it began. */
  readonly renewals: number;
  /** Requests whose connection broke. */
  readonly broken: Exchange[];
  /** How many were answered, and how many are the cause themselves. */
  cleared: number;
  convicted: number;
  /** A limit refused some, and their operations. */
  wasLimited: boolean;
  readonly limited: Set<string>;
}

/** For how long it has kept the run from sending anything else, with what the first one had waited. */
export function costOf({ since, waitedMs }: Episode, now: number): number {
  return now - since + waitedMs;
}

export function lineOf({ number, request, input = [] }: Exchange): string {
  return [`#${number} ${request.method} ${request.path}`, ...input].join(', ');
}
