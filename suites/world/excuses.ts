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
 * Why an exchange says nothing about the service; undefined if it counts. A doubtful answer counts only if it is
 * concluded to be the input's.
 *
 * | excuse | answer |
 * |---|---|
 * | `undocumented` | to no operation of the document, or to getPet from its removal date on |
 * | `rate-limited` | 429, or 503 with Retry-After |
 * | `gateway` | of something in front of the service (`isOfGateway`) |
 * | `locked-out` | 401 to the right key, after it was accepted once |
 * | `http-layer` | 304 to a conditional request; 400 to odd bytes or 411 to a body in pieces, without an Error |
 */
export function excuses(readings: readonly Reading[], scope: Scope, found: ReturnType<typeof conclusionsIn>) {
  const isLockedOut = lockOuts(readings.filter(({ number }) => found.get(number)?.cause !== 'input'));
  return (reading: Reading) => {
    const { asked, status, json, number } = reading;
    const isGone = asked.operation === 'getPet' && scope.now >= REMOVAL_DATE;
    if (asked.operation === undefined || isGone) return 'undocumented';
    const isDoubtful = found.get(number)?.cause !== 'input';
    if (isDoubtful && isThrottled(reading)) return 'rate-limited';
    if (isDoubtful && isOfGateway(reading)) return 'gateway';
    if (isDoubtful && isLockedOut(reading)) return 'locked-out';
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
 * 401 to the right key after it was accepted once, and to another spelling of its scheme meanwhile: from the last time
 * that the key was accepted before such a 401 until the next time after it.
 */
function lockOuts(readings: readonly Reading[]): (reading: Reading) => boolean {
  const withKey = readings.filter(({ asked }) => asked.credential === 'right');
  const accepted = withKey.filter(isAccepted).map(({ sentAt }) => sentAt);
  const firstAt = smallest(withKey.filter(isAccepted).map(({ answeredAt }) => answeredAt));
  const isRefused = ({ asked, status, answeredAt }: Reading) =>
    asked.credential === 'right' && status === 401 && answeredAt >= firstAt;
  const spans = withKey.filter(isRefused).map(({ sentAt }) => ({
    from: largest(accepted.filter((time) => time < sentAt)),
    to: smallest(accepted.filter((time) => time > sentAt)),
  }));
  return (reading) => {
    if (isRefused(reading)) return true;
    const { asked, status, sentAt, answeredAt } = reading;
    // Requests overtake each other: one that was on its way when the lock-out began may have met it.
    return (
      asked.credential === 'scheme-case' &&
      status === 401 &&
      spans.some(({ from, to }) => answeredAt > from && sentAt < to)
    );
  };
}
