import { isBroken } from '../../harness/record/exchange.ts';
import type { RequirementId } from '../catalogue.ts';
import { DOCUMENTED, type Operation, SUCCESS } from './document.ts';
import { viewsOf } from './existence.ts';
import { Findings } from './findings.ts';
import { checkMessage } from './message-rules.ts';
import { checkPage } from './page-rules.ts';
import { checkCreation, checkFetch, checkNullStatus, checkTakenId, MAY_EXIST, petRequest } from './pet-rules.ts';
import { describe, isOfGateway, petOf, type Reading } from './reading.ts';
import { isRefusedInPieces } from './request.ts';
import type { World } from './world.ts';

/*
 * What one exchange says. The rules ask several times whether two requests are the same, and mean different things:
 *
 * | the same | compares | used for |
 * |---|---|---|
 * | request | `key`: every byte, how the body is cut, the connection (`sameRequest`) | whether it was also right |
 * | input | `input`: the values by which a probe made the request unlike a plain one | consequences, culprits |
 * | kind | `decidedBy`: the requirement that says how the request is answered | what it proves, whoever sent it |
 * | page | filter, limit, and whether the limit is the default (`petsDue`) | what lists of the kind never show |
 * | condition | `conditionOf`: what is surely wrong for the same reason | the code of an Error |
 *
 * The key is the narrowest. Two creations have different keys, since each name has a number, unless a probe sends one
 * body twice; their inputs may still be the same. The key alone says that nothing but time differs, so only it shows
 * that a service answers the same question differently.
 */

const CHECKS = { listPets: checkPage, createPet: checkCreation, getPet: checkFetch };

/**
 * Everything that one exchange says, requirement by requirement, from the outside in: whether there is an answer,
 * whether it is the service's, its form, its status, and for a success its body. Each step is taken only if the one
 * before it leaves something to check.
 */
export function findingsOf(reading: Reading, world: World): Findings {
  const findings = new Findings(reading);
  const { asked, status, unreadable } = reading;
  const { operation } = asked;
  if (operation === undefined) return findings;
  const { cause, about = [] } = world.conclusionOf(reading) ?? {};
  if (cause === 'crash') checkCrash(findings, about, world);
  // Unless it is the service's fault, what breaks is nobody's.
  if (isBroken(reading) && cause !== 'input') return findings;
  if (status === 0) {
    if (reading.failure?.kind === 'reset') findings.violate('errors.no-5xx', 'an HTTP response');
    checkStatus(findings, operation, world);
    return findings;
  }
  if (world.excuseOf(reading) !== undefined) return findings;
  // The body is not the service's. What the service would have answered stays open (consequences.ts).
  if (isOfGateway(reading)) {
    findings.violate('errors.no-5xx', 'an answer of the service');
    checkStatus(findings, operation, world);
    return findings;
  }
  checkMessage(findings, world);
  if (status >= 500) checkTakenId(findings, world);
  // A crash that the same request does not cause again says nothing about its input, unless its pet is new.
  const isNew = world.creations.get(asked.petId ?? '')?.some(({ sentAt }) => sentAt > reading.answeredAt);
  const isAnswer = (other: Reading) => (isNew ? other.status === 404 : other.status > 0 && other.status < 500);
  const isLater = (other: Reading) => other.sentAt > reading.sentAt && isAnswer(other);
  if (status >= 500 && world.sameRequest(reading).some(isLater)) return findings;
  if (isRefusedInPieces(reading.request, status)) return findings;
  const hasSuccess = checkStatus(findings, operation, world) && status < 300;
  checkNullStatus(findings, world);
  if (hasSuccess && !unreadable) CHECKS[operation](findings, world);
  return findings;
}

/** The service stopped, and this request is the only one that can be the reason, or one of several. */
function checkCrash(findings: Findings, suspects: readonly number[], world: World): void {
  const own = new Set(world.sameRequest(findings.reading).map(({ number }) => number));
  const others = suspects.filter((number) => !own.has(number)).length;
  const actual =
    others === 0 ? 'the service stopped' : `the service stopped while answering this or one of ${others} others`;
  findings.violate('errors.no-5xx', 'an HTTP response, and a service that goes on running', actual);
}

/** Requests with nothing in them that a service could refuse. */
const PLAIN: readonly RequirementId[] = ['list.ok', 'create.minimal', 'create.with-status'];

/**
 * Compares the status with what is allowed. Returns whether the body can be checked as that of a success.
 *
 * The right key that gets 401 violates auth.accepted if nothing else in the request can be the reason: the request is
 * plain, or was accepted at another time, or the operation never accepts the key. Otherwise it violates the requirement
 * about the request, also where that allows other refusals, as after limit=0: it accuses the key, which is right. A 401
 * in a lock-out is excused before (excuses.ts).
 */
function checkStatus(findings: Findings, operation: Operation, world: World): boolean {
  const { reading } = findings;
  const { asked, status, isSuccess } = reading;
  const isServed = world.served.has(operation);
  if (asked.credential !== 'right') {
    // Without an accepted control a refusal proves nothing.
    if (isServed) checkRefusal(findings, operation, world);
    return false;
  }
  // A key of others may end at any time.
  if (world.scope.isForeign && [401, 403].includes(status)) return false;
  const { decidedBy, allowed } = asked.petId === undefined ? asked : petRequest(reading, world);
  const isAccepted = (other: Reading) => [SUCCESS[operation], 400, 404].includes(other.status);
  // The 404 of a pet that did not exist yet says nothing about the key.
  const wasAccepted = decidedBy !== 'get.unknown' && world.sameRequest(reading).some(isAccepted);
  const isPlain = PLAIN.some((id) => id === decidedBy);
  const isKeyRefused = (status === 401 && (wasAccepted || isPlain)) || ([401, 403].includes(status) && !isServed);
  if (isKeyRefused || isSuccess)
    findings.check('auth.accepted', !isKeyRefused, `the configured key accepted by ${operation} each time`);
  if (isKeyRefused) return false;
  const isOk = allowed.statuses(status);
  if (decidedBy === undefined || isUnknownCategory(reading, world)) {
    if (reading.failure && reading.failure.kind !== 'reset') findings.violate('errors.no-5xx', 'an HTTP response');
    return isOk;
  }
  // What an accepted list or client id shows is checked in its body.
  const isDecidedByBody = isOk && status < 300 && (operation === 'listPets' || decidedBy === 'create.client-id');
  // A pet may still be missing within the window, so a 404 agrees with nothing.
  const isExcused = allowed === MAY_EXIST && status === 404;
  if (!isDecidedByBody && !isExcused) {
    const id = isOk ? decidedBy : statusRequirement(reading, decidedBy, world);
    findings.check(id, isOk, allowed.words, undefined, asked.petId === undefined ? {} : { petId: asked.petId });
  }
  if (isOk) findings.agreed.add('errors.documented-status');
  return isOk;
}

/** No success without the right credential, whatever else is wrong with the request. */
function checkRefusal(findings: Findings, operation: Operation, world: World): void {
  const { asked, status } = findings.reading;
  const { credential, decidedBy, sent, petId } = asked;
  if (credential === 'right' || credential === 'open') return;
  const actual = () => describeAccess(findings.reading);
  if (credential === 'scheme-case') {
    findings.check('auth.scheme-case', status !== 401, `status ${SUCCESS[operation]}`);
    return;
  }
  if (credential === 'malformed' || credential === 'header-only') {
    const isRefused = credential === 'header-only' ? status >= 400 || status === 0 : status === 401;
    findings.check(`auth.${credential}`, isRefused, 'status 401', actual);
    return;
  }
  // Another spelling of an id may be another address, or none.
  if (operation === 'getPet' && !petId && !decidedBy && Math.floor(status / 100) !== 2) return;
  const isUnknownPet = petId !== undefined && !world.creations.has(petId) && viewsOf(petId, world).length === 0;
  const isWrongOtherwise = (operation === 'createPet' && !sent) || isUnknownPet || decidedBy === 'get.invalid-id';
  const isFirst = credential === 'missing' && isWrongOtherwise && status >= 400 && status < 500;
  const id = isFirst ? 'auth.first' : (`auth.${credential}.${operation}` as const);
  findings.check(id, status === 401, 'status 401', actual);
}

/** Whom an operation lets in matters, and not which pet it shows. */
function describeAccess(reading: Reading): string {
  return petOf(reading.json) ? `${reading.status} with a pet` : describe(reading);
}

/** A service may know only some categories; then it refuses the others. */
function isUnknownCategory({ asked: { sent }, status }: Reading, { onlyCategories }: World): boolean {
  return status === 400 && sent !== undefined && onlyCategories?.has(String(sent.categoryId)) === false;
}

/** The requirement that a wrong status violates. */
function statusRequirement(reading: Reading, decidedBy: RequirementId, world: World): RequirementId {
  const { asked, status, sentAt } = reading;
  const { operation, sent, page } = asked;
  if (operation === undefined) return decidedBy;
  const twins = world.sameRequest(reading).filter((other) => other.status === 201 && other !== reading);
  // Where another one is accepted later, it is not refused for its twin.
  if (sent && twins.length > 0 && twins.every((twin) => twin.sentAt <= sentAt)) return 'create.id.unique';
  // "No result" must be an empty array.
  if (page?.isExact && ((status > 0 && status < 300) || status === 404)) return 'list.ok';
  const isDocumented = status === 0 || status >= 500 || DOCUMENTED[operation].includes(status);
  return PLAIN.includes(decidedBy) && world.served.has(operation) && !isDocumented
    ? 'errors.documented-status'
    : decidedBy;
}
