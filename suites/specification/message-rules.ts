import { instantOf } from '../../harness/http/http-dates.ts';
import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import { leakIn } from '../../harness/secrets/leaks.ts';
import { SUNSET } from './document.ts';
import type { Findings } from './findings.ts';
import { conditionOf, describe, errorProblem, isError, show } from './reading.ts';
import { headerOf, isJsonType } from './request.ts';
import type { World } from './world.ts';

/** What holds for every response, whatever was asked for. */
export function checkMessage(findings: Findings, world: World): void {
  const { asked, status, headers, text, problem, unreadable } = findings.reading;
  findings.check('errors.no-5xx', status < 500, 'no 5xx, whatever is sent');
  if ((text !== '' || unreadable) && unreadable?.kind !== 'oversized') {
    const type = headerOf(headers, 'content-type') ?? 'no Content-Type';
    findings.check('body.content-type', isJsonType(type), 'Content-Type: application/json', type);
    const actual = () => `${problem}: ${describe(findings.reading)}`;
    findings.check('body.json', problem === undefined, 'well-formed JSON in UTF-8', actual);
  }
  const [deprecation, sunset] = [headerOf(headers, 'deprecation'), headerOf(headers, 'sunset')];
  if (asked.operation !== 'getPet') {
    const isFree = deprecation === undefined && sunset === undefined;
    const expected = `no Deprecation and no Sunset header on ${asked.operation}`;
    findings.check('deprecation.only-there', isFree, expected, [deprecation, sunset].filter(Boolean).join(', '));
  } else if (sunset !== undefined) {
    const instant = instantOf(sunset.trim());
    const isThatDay = instant >= SUNSET.from && instant <= SUNSET.to;
    const expected = Number.isNaN(instant) ? 'a Sunset that is an HTTP-date' : 'a Sunset on 5 December 2030';
    findings.check('deprecation.date', isThatDay, expected, sunset);
  }
  if (status >= 400) checkError(findings, world);
}

function checkError(findings: Findings, world: World): void {
  const { status, json, text, problem, unreadable, headers } = findings.reading;
  const kind = status === 400 || status === 401 || status === 404 ? (`${status}` as const) : 'other';
  const flaw = errorProblem(json);
  const actual = () => `${problem ?? flaw}: ${describe(findings.reading)}`;
  if (!unreadable) findings.check(`errors.shape.${kind}`, flaw === undefined, 'an Error body', actual);
  const field = isObject(json) ? json.status : undefined;
  if (isInteger(field)) {
    const isSame = Number(field) === status;
    findings.check(`errors.status-matches.${kind}`, isSame, `status ${status} in the body`, show(field));
  }
  if (status === 401) {
    const challenge = headerOf(headers, 'www-authenticate') ?? 'no WWW-Authenticate header';
    const isNamed = /(^|[\s,])bearer\b/i.test(challenge);
    findings.check('auth.challenge', isNamed, 'WWW-Authenticate naming Bearer', challenge);
  }
  const leak = leakIn(text, world.scope.apiKey);
  const body = () => `${status} with ${text}`;
  findings.check('errors.no-leak', leak === undefined, `no ${leak} in an error body`, body);
  checkCode(findings, world);
}

/** One condition always gives the same code. */
function checkCode(findings: Findings, { firstErrors }: World): void {
  const { json } = findings.reading;
  if (!isError(json)) return;
  const { code, message } = json;
  if (code.trim() === '' || message.trim() === '') {
    findings.violate('errors.informative', 'a code and a message that are not empty');
    return;
  }
  const condition = conditionOf(findings.reading);
  const earlier = condition === undefined ? undefined : firstErrors.get(condition);
  const before = isError(earlier?.json) ? earlier.json.code : code;
  const [expected, actual] = [`the code ${before}, as before`, `${code} for the same condition`];
  findings.check('errors.informative', code === before, expected, actual, { earlier });
}
