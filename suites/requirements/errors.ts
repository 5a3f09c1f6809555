import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import { isBroken } from '../../harness/model/exchange.ts';
import { endInWords } from '../../harness/model/process-end.ts';
import type { ProcessEnd } from '../../harness/model/report.ts';
import { leakIn } from '../../harness/secrets/leaks.ts';
import { unofferedCoding } from '../reading/coding.ts';
import { DOCUMENTED } from '../reading/document.ts';
import {
  conditionOf,
  describe,
  errorProblem,
  isAccepted,
  isError,
  isOfGateway,
  type Reading,
  show,
} from '../reading/reading.ts';
import { type Asked, headerOf, isJsonType, isRefusedInPieces } from '../reading/request.ts';
import type { World } from '../world/world.ts';
import { error, get, list, ok, post, REX, SOLD } from './example.ts';
import type { Place } from './places.ts';
import { requirementsOfArea } from './requirement.ts';
import { hasAnswer } from './rules/answers.ts';
import { validPets } from './rules/pets.ts';
import { agreesIf, every, flawsIn, type Verdict, violates } from './rules/violation.ts';

const STATUSES = ['400', '401', '404'] as const;
const ROWS: Readonly<Record<(typeof STATUSES)[number], Place>> = {
  400: 'Errors, row 400',
  401: 'Errors, row 401',
  404: 'Errors, row 404',
};
const ERROR: readonly Place[] = ['Errors, Error body', 'Error, row code', 'Error, row message', 'Error, row status'];

const ERROR_EXAMPLES = {
  400: post({}, error(400)),
  401: list('', error(401), { credential: null }),
  404: get(99, error(404)),
} as const;
const OTHER_ERROR = post('name=Rex', error(415), { contentType: 'application/x-www-form-urlencoded' });

const toOperation = ({ operation }: Asked) => operation !== undefined;

/** An error with this status; `other` is any that the document does not name. */
const isOfKind = ({ status }: Reading, kind: string) =>
  status >= 400 && (STATUSES.some((known) => known === String(status)) ? kind === String(status) : kind === 'other');

const shaped = (kind: string) => (reading: Reading) => {
  const { json, problem, unreadable } = reading;
  if (!hasAnswer(reading) || !isOfKind(reading, kind) || unreadable) return undefined;
  const flaw = errorProblem(json);
  return agreesIf(flaw === undefined, reading, 'an Error body', () => `${problem ?? flaw}: ${describe(reading)}`);
};

const matching = (kind: string) => (reading: Reading) => {
  const { status, json } = reading;
  const field = isObject(json) ? json.status : undefined;
  if (!hasAnswer(reading) || !isOfKind(reading, kind) || !isInteger(field)) return undefined;
  const wrong = () => `${status} with status ${show(field)}`;
  return agreesIf(Number(field) === status, reading, `status ${status} in the body`, wrong);
};

/** Another format, and not an Error with a mistake in one of its fields. */
const isNoError = ({ json }: Reading) => !(isObject(json) && 'code' in json && 'message' in json);

const STATUS_IN_BODY = 'error body with an integer as its status';

/** Input that the document allows, and that no service may refuse for a reason of its own. */
function isDocumented({ credential, page, body, mayBeRefused, petId }: Asked): boolean {
  if (credential !== 'right') return false;
  if (page) return page.isExact;
  if (petId !== undefined) return BigInt(petId) > 0n && BigInt(petId) <= BigInt(Number.MAX_SAFE_INTEGER);
  return body !== undefined && ['minimal', 'with-status', 'echo', 'int64'].includes(body) && !mayBeRefused;
}

/** The service stopped while it answered this request. */
function crashed(reading: Reading, world: World): Verdict {
  if (world.conclusionOf(reading)?.cause !== 'crash') return undefined;
  return violates(reading, 'an HTTP response, and a server that goes on running', 'the server stopped');
}

/** Of the requests that were under way when the process ended. */
const SHOWN = 3;

/** The suite started the process, so it knows. */
function endedProcess(reading: Reading, end: ProcessEnd, { readings }: World): Verdict {
  const { status, request } = reading;
  const lineOf = ({ method, path }: Reading['request']) => `${method} ${path}`;
  const others = readings.filter(({ number }) => end.beside.includes(number)).map((one) => lineOf(one.request));
  const when = status > 0 ? `after ${status} to ${lineOf(request)}` : `while it answered ${lineOf(request)}`;
  const more = others.length - SHOWN;
  const shown = `${others.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const beside = others.length > 0 ? ` (also under way: ${shown})` : '';
  return violates(reading, 'a server that goes on running', `the process ${endInWords(end)} ${when}${beside}`);
}

/** A request that the document does not decide, and that only gets no answer, fails nothing else. */
function unansweredInput(reading: Reading): Verdict {
  const { failure, status, asked } = reading;
  if (status > 0 || failure === undefined) return undefined;
  const isOpen = asked.body === 'open' || asked.idKind === 'open' || asked.page?.filterKind === 'open';
  return failure.kind === 'reset' || isOpen ? violates(reading, 'an HTTP response') : undefined;
}

function hasBody({ body, unreadable }: Reading): boolean {
  return (body.length > 0 || unreadable !== undefined) && unreadable?.kind !== 'oversized';
}

/** What is wrong with an Error, without what it echoes. */
function formOfError({ json }: Reading): string {
  const problem = json === undefined ? 'no JSON' : (errorProblem(json) ?? '');
  return `Error ${problem.replace(/"[^"]*"|\d+/g, '_')}`;
}

function statusInError({ json }: Reading): string {
  return `status in the Error ${isObject(json) ? json.status : ''}`;
}

const OF_401 = { topics: ['always', 'keys'] } as const;

export const errorRequirements = requirementsOfArea(
  { area: 'errors', level: 'MUST', about: toOperation, everywhere: true, topics: ['always'] },
  [
    ...STATUSES.map((status) => ({
      id: `errors.shape.${status}` as const,
      ...(status === '401' && OF_401),
      form: formOfError,
      cites: [...ERROR, ROWS[status]],
      statement: `Every ${status} carries an Error: code and message as text, status as an integer.`,
      example: { right: ERROR_EXAMPLES[status] },
      checked: `Checks the body of every ${status} of the three operations. Inconclusive if there is no ${status}.`,
      usually: {
        400: 'Validation errors have the format of the framework, such as a list of fields or problem details; broken JSON is often forgotten.',
        401: 'Authentication middleware or a gateway answers before the error handling of the server, with plain text or no body.',
        404: 'The handler ends with a bare 404, or the router answers with its page for unknown paths.',
      }[status],
      // No usual 401 or 404 is JSON.
      isUsual: (reading: Reading) => (status === '400' ? isNoError(reading) : !isObject(reading.json)),
      ...(status === '404' && { needs: 'getPet' as const }),
      check: shaped(status),
      pass: { what: `answer with status ${status}` },
    })),
    {
      id: 'errors.shape.other',
      form: formOfError,
      cites: ERROR,
      statement:
        'Every other answer of 400 and above carries an Error: code and message as text, status as an integer.',
      example: { right: OTHER_ERROR },
      checked:
        'Checks the body of every such answer of the three operations; rate limits (429, or 503 with Retry-After) and answers of a gateway do not count. It passes if there is none, and says so.',
      usually:
        'Rarer refusals, such as 413, 415, 422 or a crash, come from the framework or a proxy and not from the error handling.',
      isUsual: isNoError,
      check: shaped('other'),
      pass: { unseen: 'No other error status was seen.' },
    },
    ...STATUSES.map((status) => ({
      id: `errors.status-matches.${status}` as const,
      ...(status === '401' && OF_401),
      form: statusInError,
      cites: ['Errors, status repeats the HTTP status', 'Error, row status', ROWS[status]] as const,
      statement: `The status in the body of every ${status} is ${status}.`,
      example: { right: ERROR_EXAMPLES[status] },
      checked: `Compares the two in every ${status} with an integer status in its body; errors.shape.${status} checks the rest. Inconclusive if there is none.`,
      usually: {
        400: 'The body and the status line are set in two places, and only one was changed, for instance from 422 to 400.',
        401: 'A fixed body, written for 400 or 403, is reused for 401.',
        404: 'A general handler writes one fixed status, often 400 or 500, into every body.',
      }[status],
      ...(status === '404' && { needs: 'getPet' as const }),
      check: matching(status),
      pass: { what: STATUS_IN_BODY, because: [`errors.shape.${status}`] },
    })),
    {
      id: 'errors.status-matches.other',
      form: statusInError,
      cites: ['Errors, status repeats the HTTP status', 'Error, row status'],
      statement: 'The status in the body of every other answer of 400 and above is its HTTP status.',
      example: { right: OTHER_ERROR },
      checked:
        'Compares the two in every such answer with an integer status in its body; rate limits and answers of a gateway do not count. It passes if there is none, and says so.',
      usually: 'A proxy or an outer handler changes the status line and not the body.',
      check: matching('other'),
      pass: {
        unseen: 'No other error status was seen.',
        lacks: (world) => {
          const others = world.readings.filter(
            (reading) => reading.asked.operation && isOfKind(reading, 'other') && world.excuseOf(reading) === undefined,
          );
          const isReadable = ({ json }: Reading) => isObject(json) && isInteger(json.status);
          return others.length === 0 || others.some(isReadable) ? undefined : STATUS_IN_BODY;
        },
        because: ['errors.shape.other'],
      },
    },
    {
      id: 'errors.documented-status',
      cites: ['GET /pets, response 200', 'POST /pets, response 201', 'GET /pets/{petId}, response 200'],
      statement: 'On documented input, an operation answers only with the statuses documented for it.',
      example: { right: list('limit=5', ok([REX])) },
      checked:
        'Checks every valid list, creation and fetch with the right key. The requirement about the request reports a wrong status as well; a 5xx is a matter of errors.no-5xx.',
      usually: 'The server redirects, answers 304 from a cache, or uses a status of its own such as 202 or 409.',
      about: isDocumented,
      check: (reading) => {
        const { asked, status, request } = reading;
        if (!hasAnswer(reading) || status >= 500 || isRefusedInPieces(request, status)) return undefined;
        const documented = DOCUMENTED[asked.operation ?? 'listPets'];
        return agreesIf(documented.includes(status), reading, `one of the statuses ${documented.join(', ')}`);
      },
    },
    {
      id: 'errors.no-5xx',
      isOfCrash: true,
      cites: ['Errors, Error body', 'Errors, row 400'],
      statement: 'No request of the run causes a 5xx, makes the server drop the connection, or ends its process.',
      example: { right: list('limit=abc', error(400)) },
      checked:
        'Checks every answer of the three operations; one 5xx is enough, but a 408, 502 or 504 that is not an Error, and a dropped connection, count only if the same request gets them three times while plain requests are answered. A 503 that is not an Error is a limit. A process that the suite started (-- COMMAND) and that ends by itself counts whatever was under way.',
      usually:
        'An exception on unexpected input is not caught: a conversion, an overflow, a null, or a character that the store refuses.',
      check: (reading, world) => {
        if (reading.processEnd) return endedProcess(reading, reading.processEnd, world);
        const crash = crashed(reading, world);
        if (crash || (isBroken(reading) && world.conclusionOf(reading)?.cause !== 'input')) return crash;
        if (reading.status === 0) return unansweredInput(reading);
        if (isOfGateway(reading)) return violates(reading, 'an answer of the server');
        return agreesIf(reading.status < 500, reading, 'no 5xx, whatever is sent');
      },
    },
    {
      id: 'errors.informative',
      form: () => 'code or message',
      level: 'SHOULD',
      cites: ['Standards, good practice', 'Error, row code', 'Error, row message'],
      statement: 'code and message are not empty, and one condition always gives the same code.',
      example: { right: get(99, error(404)) },
      checked:
        'Reads every Error. The codes for a missing credential, for an unknown pet and for the same invalid body must not change. Inconclusive if there is no Error.',
      usually: 'The code is the message or a number made for each request, or differs between operations.',
      check: (reading, { firstErrors }) => {
        const { json, status } = reading;
        if (!hasAnswer(reading) || status < 400 || !isError(json)) return undefined;
        const { code, message } = json;
        if (code.trim() === '' || message.trim() === '')
          return violates(reading, 'a code and a message that are not empty');
        const condition = conditionOf(reading);
        const earlier = condition === undefined ? undefined : firstErrors.get(condition);
        const before = isError(earlier?.json) ? earlier.json.code : code;
        const texts = [`the code ${before}, as before`, `${code} for the same condition`] as const;
        return agreesIf(code === before, reading, ...texts, { earlier });
      },
    },
    {
      id: 'errors.no-leak',
      form: () => 'leak',
      level: 'SHOULD',
      cites: ['Standards, good practice', 'Standards, RFC 6750 section 5'],
      statement: 'No error body repeats the credential or shows a stack trace.',
      example: { right: list('', error(401), { credential: 'Bearer another' }) },
      checked:
        'Searches the first and the last 64 KB of every error body for the key, as it is, percent-encoded and in base64, and the first 64 KB for stack traces. A key of fewer than 8 characters is not searched for.',
      usually: 'The server runs in debug mode, or the message contains the exception or the rejected header.',
      check: (reading, { scope }) => {
        const { status } = reading;
        if (!hasAnswer(reading) || status < 400) return undefined;
        const { text } = reading;
        const leak = leakIn(text, scope.apiKey);
        return agreesIf(leak === undefined, reading, `no ${leak} in an error body`, () => `${status} with ${text}`);
      },
    },
    {
      id: 'body.content-type',
      form: ({ headers }) => `Content-Type ${headerOf(headers, 'content-type')}`,
      cites: ['Endpoints, bodies in JSON'],
      statement: 'Every body is sent as application/json, with or without parameters.',
      example: { right: list('', ok([REX], [['Content-Type', 'application/json; charset=utf-8']])) },
      checked:
        'Reads the Content-Type of every answer with a body. Requests go out with Accept: application/json, and with the headers of ordinary clients.',
      usually: 'Errors are plain text, HTML or application/problem+json, or no type is set.',
      isUsual: ({ status }) => status >= 400,
      check: (reading) => {
        if (!hasAnswer(reading) || !hasBody(reading)) return undefined;
        const type = headerOf(reading.headers, 'content-type') ?? 'no Content-Type';
        return agreesIf(isJsonType(type), reading, 'Content-Type: application/json', type);
      },
    },
    {
      id: 'body.json',
      // What follows names places in the body.
      form: ({ problem = '' }) => `JSON ${problem.slice(0, 16)}`,
      cites: ['Endpoints, bodies in JSON', 'Standards, RFC 8259 section 8.1'],
      statement: 'Every body is well-formed JSON in UTF-8, without a byte order mark.',
      example: { right: list('', ok([REX])) },
      checked:
        'Parses every body strictly, once it is decoded from the coding that was offered: requests offer gzip, deflate and br as clients do, or none. A body that breaks off each time fails, and so do bytes behind it that no request asked for; a body above 2 MB is not checked.',
      usually:
        'JSON is put together by hand, the framework sends a page of its own, or text is in another encoding or cut inside a character.',
      check: (reading) => {
        const { problem, request, headers } = reading;
        if (!hasAnswer(reading) || !hasBody(reading)) return undefined;
        const coding = unofferedCoding(request.headers, headers);
        if (coding !== undefined)
          return violates(reading, 'a coding that was offered, or none', `Content-Encoding: ${coding}`);
        const actual = () => `${problem}: ${describe(reading)}`;
        return agreesIf(problem === undefined, reading, 'well-formed JSON in UTF-8', actual);
      },
    },
    {
      id: 'body.pet-shape',
      cites: ['Pet, row id', 'Pet, fields that are always present', 'PetStatus, allowed values'],
      statement:
        'Every pet has a name, a categoryId and an id of the right types, and one of the three statuses or none.',
      example: { right: list('', ok([REX, { ...SOLD, id: 8 }])) },
      checked:
        'Checks every pet in every answer. Further fields are allowed, status may be absent but not null, and pets of earlier runs do not count.',
      usually:
        'An absent status is written as null or empty text, numbers are written as text, or a list lacks fields that a fetch has.',
      about: ({ operation, credential }) => operation !== undefined && credential === 'right',
      check: (reading, world) => {
        if (!isAccepted(reading) || !hasAnswer(reading)) return undefined;
        const verdict = every(validPets(reading, world));
        if (reading.isSuccess) return verdict;
        // Another 2xx than the documented one is wrong by itself, and may have no pet; one that it has counts.
        return reading.pets?.some(({ id }) => id !== undefined) ? flawsIn(verdict) : undefined;
      },
    },
  ],
);
