import { largest, smallest } from '../../harness/extremes.ts';
import type { Conclusion } from '../../harness/record/conclusion.ts';
import { isThrottled } from '../../harness/record/exchange.ts';
import { REMOVAL_DATE } from './document.ts';
import { isAccepted, isError, isOfGateway, type Reading } from './reading.ts';
import { isRefusedInPieces } from './request.ts';
import type { Scope } from './scope.ts';

/** Plain requests that show whether the service is up and accepts the key. */
export const CONTROL_PATH = '/pets?limit=1';

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
 * | `rate-limited` | 429, or 503 with Retry-After |
 * | `gateway` | of something in front of the service (`isOfGateway`), unless the input turned out to be the cause |
 * | `locked-out` | 401 to the right key while a plain request gets 401 too |
 * | `http-layer` | 304 to a conditional request; 400 to odd bytes or 411 to a body in pieces, without an Error |
 */
export function excuses(
  readings: readonly Reading[],
  { basePath, now }: Scope,
  found: ReturnType<typeof conclusionsIn>,
) {
  const isLockedOut = lockOuts(readings, `${basePath}${CONTROL_PATH}`);
  return (reading: Reading) => {
    const { asked, status, json, number } = reading;
    const isGone = asked.operation === 'getPet' && now >= REMOVAL_DATE;
    if (asked.operation === undefined || isGone) return 'undocumented';
    if (isThrottled(reading)) return 'rate-limited';
    if (isOfGateway(reading) && found.get(number)?.cause !== 'input') return 'gateway';
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
 * Times in which the service refuses the right key to everybody, as some do after many wrong ones. A control that gets
 * 401 shows such a time. It lasts from the last time that the key was accepted before it until the next time after it.
 * A 401 at any other time counts (`checkStatus` in rules.ts).
 */
function lockOuts(readings: readonly Reading[], controlPath: string): (reading: Reading) => boolean {
  const withKey = readings.filter(({ asked }) => asked.operation && asked.credential === 'right');
  const successes = withKey.filter(isAccepted);
  // A control that is always refused is an operation that refuses the key.
  if (!successes.some(({ asked }) => asked.operation === 'listPets')) return () => false;
  const accepted = successes.map(({ sentAt }) => sentAt);
  const refusedControls = withKey.filter(({ status, request }) => status === 401 && request.path === controlPath);
  const spans = refusedControls.map(({ sentAt }) => ({
    from: largest(accepted.filter((time) => time < sentAt)),
    to: smallest(accepted.filter((time) => time > sentAt)),
  }));
  // Requests overtake each other: one that was on its way when the lock-out began may have met it.
  return ({ asked, status, sentAt, answeredAt }) =>
    status === 401 &&
    (asked.credential === 'right' || asked.credential === 'scheme-case') &&
    spans.some(({ from, to }) => answeredAt > from && sentAt < to);
}
