import { largest, smallest } from '../../harness/basics/extremes.ts';
import type { Conclusion } from '../../harness/model/conclusion.ts';
import { isThrottled } from '../../harness/model/exchange.ts';
import { REMOVAL_DATE } from '../reading/document.ts';
import { isAccepted, isError, isOfGateway, type Reading } from '../reading/reading.ts';
import { isRefusedInPieces } from '../reading/request.ts';
import type { Scope } from '../reading/scope.ts';

/** By the exchanges that they are about. A later one replaces an earlier one. */
export function conclusionsIn(readings: readonly Reading[]): ReadonlyMap<number, Conclusion> {
  return new Map(
    readings.flatMap(({ concludes }) => concludes?.about.map((number) => [number, concludes] as const) ?? []),
  );
}

/**
 * Why an exchange says nothing about the service; undefined if it counts.
 *
 * | excuse | answer |
 * |---|---|
 * | `undocumented` | to no operation of the document, or to getPet from its removal date on |
 * | `rate-limited` | 429, or 503 with Retry-After, unless the input turned out to be the cause |
 * | `gateway` | of something in front of the service (`isOfGateway`), unless the input turned out to be the cause |
 * | `locked-out` | 401 to the right key while plain requests get 401 too |
 * | `http-layer` | 304 to a conditional request; 400 to odd bytes or 411 to a body in pieces, without an Error |
 */
export function excuses(readings: readonly Reading[], { now }: Scope, found: ReturnType<typeof conclusionsIn>) {
  const isLockedOut = lockOuts(readings, found);
  return (reading: Reading) => {
    const { asked, status, json, number } = reading;
    const isGone = asked.operation === 'getPet' && now >= REMOVAL_DATE;
    if (asked.operation === undefined || isGone) return 'undocumented';
    const isOfInput = found.get(number)?.cause === 'input';
    if (isThrottled(reading) && !isOfInput) return 'rate-limited';
    if (isOfGateway(reading) && !isOfInput) return 'gateway';
    if (isLockedOut(reading)) return 'locked-out';
    if (isUnchanged(reading)) return 'http-layer';
    const isOfHttp = (asked.isOddHttp && status === 400) || isRefusedInPieces(reading.request, status);
    return isOfHttp && !isError(json) ? 'http-layer' : undefined;
  };
}

/** The client has it already, and asked only for what is new (RFC 9110, section 13). */
function isUnchanged({ status, request }: Reading): boolean {
  return status === 304 && request.headers.some(([name]) => /^if-(none-match|modified-since)$/i.test(name));
}

/**
 * Times in which the service refuses the right key to everybody, as some do after many wrong ones. A conclusion shows
 * such a time. It lasts from the last time that the key was accepted before it until the next time after it. A 401 at
 * any other time counts.
 */
function lockOuts(readings: readonly Reading[], found: ReturnType<typeof conclusionsIn>) {
  const withKey = readings.filter(({ asked }) => asked.operation && asked.credential === 'right');
  const accepted = withKey.filter(isAccepted).map(({ sentAt }) => sentAt);
  const refused = withKey.filter(({ number }) => found.get(number)?.cause === 'locked-out');
  const spans = refused.map(({ sentAt }) => ({
    from: largest(accepted.filter((time) => time < sentAt)),
    to: smallest(accepted.filter((time) => time > sentAt)),
  }));
  // Requests overtake each other: one that was on its way when the lock-out began may have met it.
  return ({ asked, status, sentAt, answeredAt }: Reading) =>
    status === 401 &&
    (asked.credential === 'right' || asked.credential === 'scheme-case') &&
    spans.some(({ from, to }) => answeredAt > from && sentAt < to);
}
