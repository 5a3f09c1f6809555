import { requirements } from './requirement.ts';

const STATUSES = ['400', '401', '404'] as const;

export const errorRequirements = requirements({ area: 'errors', level: 'MUST', section: 'Errors' }, [
  ...STATUSES.map((status) => ({
    id: `errors.shape.${status}` as const,
    statement: `Every ${status} carries an Error: code and message as text, status as an integer.`,
    section: {
      400: 'Errors; Resources and their fields / Error',
      401: 'Errors; Authentication, rule 3; Resources and their fields / Error',
      404: 'Errors; Endpoints / GET /pets/{petId} / Responses; Resources and their fields / Error',
    }[status],
    checked: `Checks the body of every ${status} of the three operations. Inconclusive if there is no ${status}.`,
    usualCause: {
      400: 'Validation errors have the format of the framework, such as a list of fields or problem details; broken JSON is often forgotten.',
      401: 'Authentication middleware or a gateway answers before the error handling of the service, with plain text or no body.',
      404: 'The handler ends with a bare 404, or the router answers with its page for unknown paths.',
    }[status],
  })),
  {
    id: 'errors.shape.other',
    statement: 'Every other answer of 400 and above carries an Error: code and message as text, status as an integer.',
    section: 'Errors; Resources and their fields / Error',
    checked:
      'Checks the body of every such answer of the three operations; rate limits (429, or 503 with Retry-After) and answers of a gateway do not count. It passes if there is none, and says so.',
    usualCause:
      'Rarer refusals, such as 413, 415, 422 or a crash, come from the framework or a proxy and not from the error handling.',
  },
  ...STATUSES.map((status) => ({
    id: `errors.status-matches.${status}` as const,
    statement: `The status in the body of every ${status} is ${status}.`,
    checked: `Compares the two in every ${status} with an integer status in its body; errors.shape.${status} checks the rest. Inconclusive if there is none.`,
    usualCause: {
      400: 'The body and the status line are set in two places, and only one was changed, for instance from 422 to 400.',
      401: 'A fixed body, written for 400 or 403, is reused for 401.',
      404: 'A general handler writes one fixed status, often 400 or 500, into every body.',
    }[status],
  })),
  {
    id: 'errors.status-matches.other',
    statement: 'The status in the body of every other answer of 400 and above is its HTTP status.',
    checked:
      'Compares the two in every such answer with an integer status in its body; rate limits and answers of a gateway do not count. It passes if there is none, and says so.',
    usualCause: 'A proxy or an outer handler changes the status line and not the body.',
  },
  {
    id: 'errors.documented-status',
    statement: 'On documented input, an operation answers only with the statuses documented for it.',
    section: 'Endpoints; Errors',
    checked:
      'Checks every request that the specification decides. It fails where plain lists or creations get another status although the operation works; other wrong statuses are reported by the requirement about that input.',
    usualCause: 'The service redirects, answers 304 from a cache, or uses a status of its own such as 202 or 409.',
  },
  {
    id: 'errors.no-5xx',
    statement: 'No request of the run causes a 5xx or makes the server drop the connection.',
    checked:
      'Checks every answer of the three operations; one 5xx is enough. A 502, 503 or 504 that is not an Error counts only if the same request gets it four times while a plain request is answered, and a dropped connection only if it happens each time; otherwise they are interruptions. A process that ends is a crash.',
    usualCause:
      'An exception on unexpected input is not caught: a conversion, an overflow, a null, or a character that the store refuses.',
  },
  {
    id: 'errors.informative',
    level: 'SHOULD',
    statement: 'code and message are not empty, and one condition always gives the same code.',
    section: 'Good practice; Resources and their fields / Error',
    checked:
      'Reads every Error. The codes for a missing credential, for an unknown pet and for the same invalid body must not change. Inconclusive if there is no Error.',
    usualCause: 'The code is the message or a number made for each request, or differs between operations.',
  },
  {
    id: 'errors.no-leak',
    level: 'SHOULD',
    statement: 'No error body repeats the credential or shows a stack trace.',
    section: 'Good practice (CWE-209); RFC 6750 section 5',
    checked:
      'Searches every error body for the key, as it is, percent-encoded and in base64, and its first 64 KB for stack traces. A key of fewer than 8 characters is not searched for.',
    usualCause: 'The service runs in debug mode, or the message contains the exception or the rejected header.',
  },
  {
    id: 'body.content-type',
    statement: 'Every body is sent as application/json, with or without parameters.',
    section: 'Endpoints',
    checked:
      'Reads the Content-Type of every answer with a body. Requests go out with Accept: application/json, with */* and without Accept.',
    usualCause: 'Errors are plain text, HTML or application/problem+json, or no type is set.',
  },
  {
    id: 'body.json',
    statement: 'Every body is well-formed JSON in UTF-8, without a byte order mark.',
    section: 'Endpoints; RFC 8259 section 8.1',
    checked: 'Parses every body strictly. A body that breaks off each time fails; a body above 2 MB is not checked.',
    usualCause:
      'JSON is put together by hand, the framework sends a page of its own, or text is in another encoding or cut inside a character.',
  },
  {
    id: 'body.pet-shape',
    statement:
      'Every pet has a name, a categoryId and an id of the right types, and one of the three statuses or none.',
    section: 'Resources and their fields / Pet',
    checked:
      'Checks every pet in every answer. Further fields are allowed, status may be absent but not null, and pets of earlier runs do not count.',
    usualCause:
      'An absent status is written as null or empty text, numbers are written as text, or a list lacks fields that a fetch has.',
  },
]);
