import type { RequirementId } from '../catalogue.ts';
import { DOCUMENTED, SUCCESS, SUNSET } from './document.ts';
import { checkError } from './error-rules.ts';
import { type Finding, type Note, noteTo } from './finding.ts';
import { instantOf } from './http-dates.ts';
import { checkPage } from './page-rules.ts';
import { checkCreation, checkFetch, petRequest } from './pet-rules.ts';
import { describe, type Reading } from './reading.ts';
import { headerOf, isUnusual } from './request.ts';
import type { World } from './world.ts';

/** Everything that one exchange says, requirement by requirement, from the outside in. */
export function findingsOf(reading: Reading, world: World): readonly Finding[] {
  const findings: Finding[] = [];
  const note = noteTo(findings, reading);
  const { asked, status, unreadable } = reading;
  if (asked.operation === undefined || isPassing(reading, world)) return findings;
  if (status === 0) {
    if (isUnansweredForInput(reading, world)) checkStatus(reading, world, note);
    return findings;
  }
  if (world.excuseOf(reading) !== undefined) return findings;
  checkMessage(reading, note);
  if (status >= 400) checkError(reading, world, note);
  // A crash that the same request does not cause again says nothing about its input.
  const isLater = (other: Reading) => other.sentAt > reading.sentAt && other.status > 0 && other.status < 500;
  if (
    (status >= 500 && world.sameRequest(reading).some(isLater)) ||
    !checkStatus(reading, world, note) ||
    status >= 300 ||
    unreadable
  )
    return findings;
  if (asked.operation === 'listPets') checkPage(reading, world, note);
  if (asked.operation === 'createPet') checkCreation(reading, world, note);
  if (asked.operation === 'getPet') checkFetch(reading, world, note);
  return findings;
}

/** A connection that breaks once, before or inside a response, is nobody's fault. */
function isPassing(reading: Reading, world: World): boolean {
  const isBroken = (other: Reading) => other.status === 0 || other.unreadable?.kind === 'reset';
  if (!isBroken(reading)) return false;
  const alike = world.sameRequest(reading);
  return alike.length < 2 || !alike.every(isBroken);
}

const FAILURES_OF_THE_SERVICE = ['reset', 'timeout', 'invalid-http', 'oversized-headers'];

/** It happened each time, while other requests were answered. */
function isUnansweredForInput(reading: Reading, world: World): boolean {
  if (!FAILURES_OF_THE_SERVICE.includes(reading.failure?.kind ?? '')) return false;
  const last = Math.max(...world.sameRequest(reading).map(({ answeredAt }) => answeredAt));
  return world.readings.some((other) => other.sentAt >= last && other.status > 0);
}

function checkMessage(reading: Reading, note: Note): void {
  const { asked, status, headers, text, problem, unreadable } = reading;
  note('errors.no-5xx', status < 500, 'no 5xx, whatever is sent', () => describe(reading));
  if ((text !== '' || unreadable) && unreadable?.kind !== 'oversized') {
    const type = headerOf(headers, 'content-type');
    note(
      'body.content-type',
      /^application\/json\s*(;|$)/i.test(type ?? ''),
      'Content-Type: application/json',
      () => type ?? 'no Content-Type',
    );
    note('body.json', problem === undefined, 'well-formed JSON in UTF-8', () => `${problem}: ${describe(reading)}`);
  }
  const [deprecation, sunset] = [headerOf(headers, 'deprecation'), headerOf(headers, 'sunset')];
  if (asked.operation !== 'getPet') {
    note(
      'deprecation.only-there',
      deprecation === undefined && sunset === undefined,
      `no Deprecation and no Sunset header on ${asked.operation}`,
      () => [deprecation, sunset].filter(Boolean).join(', '),
    );
  } else if (asked.credential === 'right' && sunset !== undefined) {
    const instant = instantOf(sunset);
    const isThatDay = instant !== undefined && instant >= SUNSET.from && instant <= SUNSET.to;
    note(
      'deprecation.date',
      isThatDay,
      instant === undefined ? 'a Sunset that is an HTTP-date' : 'a Sunset on 5 December 2030',
      () => sunset,
    );
  }
}

/** Whether the body can be checked as that of a success. */
function checkStatus(reading: Reading, world: World, note: Note): boolean {
  const { asked, status, isSuccess } = reading;
  const { credential, operation } = asked;
  if (operation === undefined || credential === 'open') return false;
  if (credential === 'scheme-case') {
    note('auth.scheme-case', status !== 401, `status ${SUCCESS[operation]}`, () => describe(reading));
    return false;
  }
  if (credential !== 'right') {
    checkRefusal(reading, world, note);
    return false;
  }
  const { decidedBy, allowed } = asked.petId === undefined ? asked : petRequest(reading, world);
  // A pet that did not exist yet is no matter of the key.
  const isAccepted = (other: Reading) => other.status > 0 && other.status < 300;
  const wasAccepted = decidedBy !== 'get.unknown' && world.sameRequest(reading).some(isAccepted);
  const isNeverServed = !world.served.has(operation);
  const isKeyRefused = (status === 401 && wasAccepted) || ([401, 403].includes(status) && isNeverServed);
  if (isKeyRefused || isSuccess) {
    note('auth.accepted', !isKeyRefused, `the configured key accepted by ${operation} each time`, () =>
      describe(reading),
    );
  }
  if (isKeyRefused) return false;
  const isOk = allowed.statuses(status);
  if (decidedBy === undefined || isUnknownCategory(reading, world)) {
    if (status === 0) note('errors.no-5xx', false, 'an HTTP response', () => describe(reading));
    return isOk && status < 300;
  }
  // What an accepted list or client id shows is checked in its body.
  const isDecidedByBody = isOk && status < 300 && (operation === 'listPets' || decidedBy === 'create.client-id');
  if (!isDecidedByBody) {
    const isAboutCategory = isUnusual(asked.creation?.sent?.categoryId ?? 1);
    note(
      isOk ? decidedBy : statusRequirement(reading, decidedBy, world),
      isOk,
      allowed.words,
      () => describe(reading),
      () => ({ facts: { isAboutCategory, ...(asked.petId !== undefined && { petIds: [asked.petId] }) } }),
    );
  }
  if (isOk) note('errors.documented-status', true);
  return isOk;
}

/** No success without the right credential, whatever else is wrong with the request. */
function checkRefusal(reading: Reading, world: World, note: Note): void {
  const { asked, status } = reading;
  const { operation, credential, creation, petId } = asked;
  // Without an accepted control a refusal proves nothing.
  if (operation === undefined || !world.served.has(operation)) return;
  const isKnown = (id: string) => world.creations.has(id) || world.shown.has(id) || world.fetched.has(id);
  const isUnknownPet = petId !== undefined && !isKnown(petId);
  const isWrongOtherwise = creation?.isBroken || isUnknownPet || asked.decidedBy === 'get.invalid-id';
  const isOk = credential === 'header-only' ? status >= 400 || status === 0 : status === 401;
  const id = refusalRequirement();
  note(id, isOk, 'status 401', () => describe(reading));

  function refusalRequirement(): RequirementId {
    if (credential === 'malformed' || credential === 'header-only') return `auth.${credential}`;
    if (credential === 'missing' && isWrongOtherwise && status >= 400 && status < 500) return 'auth.first';
    return `auth.${credential as 'missing' | 'invalid-key' | 'wrong-scheme'}.${operation as NonNullable<typeof operation>}`;
  }
}

/** A service may know only some categories; then it refuses the others. */
function isUnknownCategory({ asked, status }: Reading, { onlyCategories }: World): boolean {
  const category = asked.creation?.sent?.categoryId;
  return status === 400 && category !== undefined && onlyCategories?.has(String(category)) === false;
}

/** The requirement that a wrong status violates. */
function statusRequirement(reading: Reading, decidedBy: RequirementId, world: World): RequirementId {
  const { asked, status, sentAt } = reading;
  const { operation, creation, page } = asked;
  if (operation === undefined) return decidedBy;
  const isTwin = (other: Reading) => other.status === 201 && other.sentAt <= sentAt && other !== reading;
  if (creation && !creation.isBroken && world.sameRequest(reading).some(isTwin)) return 'create.id.unique';
  // "No result" must be an empty array.
  if (page?.isExact && ((status > 0 && status < 300) || status === 404)) return 'list.ok';
  const isPlain = ['list.ok', 'create.minimal', 'create.with-status'].includes(decidedBy);
  const isDocumented = status === 0 || status >= 500 || DOCUMENTED[operation].includes(status);
  return isPlain && world.served.has(operation) && !isDocumented ? 'errors.documented-status' : decidedBy;
}
