import { isBroken } from '../../../harness/model/exchange.ts';
import { type Operation, SUCCESS } from '../../reading/document.ts';
import { isOfGateway, type Reading } from '../../reading/reading.ts';
import { isRefusedInPieces } from '../../reading/request.ts';
import type { World } from '../../world/world.ts';
import { agreesIf, describeAccess, type Verdict, violates } from './violation.ts';

/* What the status of an answer says. */

/** The statuses that are allowed, by the document or because it does not decide, and the same in words. */
export interface Allowed {
  readonly statuses: (status: number) => boolean;
  readonly words: string;
}

export const exactly = (status: number): Allowed => ({
  statuses: (given) => given === status,
  words: `status ${status}`,
});

/** Not 401, which would say that the right key is wrong. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401;

export const REFUSED: Allowed = { statuses: isRefusal, words: 'a 4xx Error other than 401' };

export const orRefused = (success: number, with_ = ''): Allowed => ({
  statuses: (status) => status === success || isRefusal(status),
  words: `a 4xx Error other than 401, or ${success}${with_}`,
});

export const either = (one: number, other: number): Allowed => ({
  statuses: (status) => status === one || status === other,
  words: `status ${one}, or ${other}`,
});

/** The exchange has an answer, and it is the service's: its headers and its body can be checked. */
export function hasAnswer(reading: Reading): boolean {
  return reading.status > 0 && !isOfGateway(reading);
}

/** Whether an exchange says something about its request: nobody else answered it, and it did not break by chance. */
export function isDecidable(reading: Reading, world: World): boolean {
  if (isBroken(reading) && world.conclusionOf(reading)?.cause !== 'input') return false;
  return world.excuseOf(reading) === undefined;
}

/** Compares the status with what is allowed. */
export function answeredWith(allowed: Allowed, reading: Reading, world: World): Verdict {
  const { status } = reading;
  if (isOfNoInput(reading, world)) return undefined;
  return agreesIf(allowed.statuses(status), reading, allowed.words);
}

/** The status has another reason than what was asked for. */
function isOfNoInput(reading: Reading, world: World): boolean {
  const { asked, status, request } = reading;
  return (
    isRefusedInPieces(request, status) ||
    (status >= 500 && isAnsweredLater(reading, world)) ||
    // A service may know only some categories; then it refuses the others.
    (status === 400 && asked.sent !== undefined && world.onlyCategories?.has(String(asked.sent.categoryId)) === false)
  );
}

/** An error that the same request does not cause again says nothing about its input, unless its pet is new. */
function isAnsweredLater(reading: Reading, world: World): boolean {
  const { asked, answeredAt, sentAt } = reading;
  const isNew = world.creations.get(asked.petId ?? '')?.some((creation) => creation.sentAt > answeredAt);
  const isAnswer = ({ status }: Reading) => (isNew ? status === 404 : status > 0 && status < 500);
  return world.sameRequest(reading).some((other) => other.sentAt > sentAt && isAnswer(other));
}

/** A request that the document allows must be accepted. Whether its answer agrees is seen in the body. */
export function notRefused(reading: Reading, world: World): Verdict {
  const { operation = 'listPets' } = reading.asked;
  const verdict = answeredWith(exactly(SUCCESS[operation]), reading, world);
  return verdict === 'agrees' ? undefined : verdict;
}

/** With other headers, the very same path is answered to the right key. */
export function isNotRefusedElsewhere({ request: { path } }: Reading, world: World): boolean {
  const isNotRefused = ({ request, asked, status }: Reading) =>
    request.path === path && asked.credential === 'right' && status >= 200 && status < 500 && status !== 401;
  return world.readings.some((other) => isNotRefused(other) && isDecidable(other, world));
}

/** Somebody got in without the right credential: wrong by itself, whatever else works. */
export function letIn(reading: Reading): Verdict {
  const { status } = reading;
  return status >= 200 && status < 300 ? violates(reading, 'status 401', () => describeAccess(reading)) : undefined;
}

/** A refusal with another status. Without an accepted control it may have another reason. */
export function refusedWith401(reading: Reading, operation: Operation, world: World): Verdict {
  const open = letIn(reading);
  if (open) return open;
  return world.served.has(operation) ? answeredWith(exactly(401), reading, world) : undefined;
}
