import { requirements } from './requirement.ts';

export const errorRequirements = requirements({ area: 'errors', level: 'MUST' }, [
  {
    id: 'errors.shape.400',
    statement: 'Every 400 carries an Error: code and message as text, status as an integer.',
    section: 'Errors; Resources and their fields / Error',
    checked: 'Checked over every 400 of the run, except on undocumented routes. Inconclusive when no 400 was met.',
    usualCause:
      'Validation errors come from the framework in its own form, such as a list of fields or problem details; broken JSON is often the one case left out.',
  },
  {
    id: 'errors.shape.401',
    statement: 'Every 401 carries an Error: code and message as text, status as an integer.',
    section: 'Errors; Authentication, rule 3; Resources and their fields / Error',
    checked: 'Checked over every 401 of the run, except on undocumented routes. Inconclusive when no 401 was met.',
    usualCause:
      'Authentication middleware or a gateway answers before the error handling of the service, with plain text or no body at all.',
  },
  {
    id: 'errors.shape.404',
    statement: 'Every 404 carries an Error: code and message as text, status as an integer.',
    section: 'Errors; Endpoints / GET /pets/{petId} / Responses; Resources and their fields / Error',
    checked: 'Checked over every 404 of the run, except on undocumented routes. Inconclusive when no 404 was met.',
    usualCause: 'The handler ends with a bare 404, or the router answers with the page it has for unknown paths.',
  },
  {
    id: 'errors.shape.other',
    statement: 'Every other answer of 400 and above carries an Error: code and message as text, status as an integer.',
    section: 'Errors; Resources and their fields / Error',
    checked:
      'Checked over every such answer of the run, except on undocumented routes and except rate-limit answers. It is conditional: when no such answer is met it holds, with that as its reason.',
    usualCause:
      'Rarer refusals, such as 413, 415, 422 or a crash, are answered by the framework or a proxy and never reach the error handling.',
  },
  {
    id: 'errors.status-matches.400',
    statement: 'The status in the body of every 400 is 400.',
    section: 'Errors',
    checked:
      'Compares the two over every 400 of the run that has an integer status in its body, except on undocumented routes; the form of the body is checked by errors.shape.400. Inconclusive when there is none.',
    usualCause:
      'The body and the status line are set in two places, and one of them was changed alone, say from 422 to 400.',
  },
  {
    id: 'errors.status-matches.401',
    statement: 'The status in the body of every 401 is 401.',
    section: 'Errors',
    checked:
      'Compares the two over every 401 of the run that has an integer status in its body, except on undocumented routes; the form of the body is checked by errors.shape.401. Inconclusive when there is none.',
    usualCause: 'A fixed body, written for 400 or 403, is reused for 401.',
  },
  {
    id: 'errors.status-matches.404',
    statement: 'The status in the body of every 404 is 404.',
    section: 'Errors',
    checked:
      'Compares the two over every 404 of the run that has an integer status in its body, except on undocumented routes; the form of the body is checked by errors.shape.404. Inconclusive when there is none.',
    usualCause: 'A general handler writes one fixed status, often 400 or 500, into every body.',
  },
  {
    id: 'errors.status-matches.other',
    statement: 'The status in the body of every other answer of 400 and above is its HTTP status.',
    section: 'Errors',
    checked:
      'Compares the two over every such answer of the run that has an integer status in its body, except on undocumented routes and except rate-limit answers. Like errors.shape.other it is conditional: when there is none it holds, with that as its reason.',
    usualCause: 'A proxy or an outer handler rewrites the status line and leaves the body as it was.',
  },
  {
    id: 'errors.documented-status',
    statement: 'On documented input, an operation answers only with the statuses documented for it.',
    section: 'Endpoints; Errors',
    checked:
      'Checked on every exchange whose input the specification documents. Reported here only where no other requirement reports it.',
    usualCause:
      'The service redirects, answers from a cache with 304, or uses a status of its own such as 202 or 409 for a case of its own.',
  },
  {
    id: 'errors.no-5xx',
    statement: 'No input of the run draws a 5xx.',
    section: 'Errors',
    checked:
      'Checked on every exchange, except on undocumented routes. A 5xx is repeated: a crash that does not happen again is reported here as intermittent and nowhere else. 429, and 503 with Retry-After, are rate limits. A 502, 503 or 504 that is not in the format of Error counts only if the same request draws it four times in a row while a plain request is answered; otherwise it is an interruption.',
    usualCause:
      'An exception on unexpected input is not caught: a conversion, an overflow, a null, or a character that the store does not take.',
  },
  {
    id: 'errors.informative',
    level: 'SHOULD',
    statement: 'code and message are not empty, and one condition always gives the same code.',
    section: 'Good practice; Resources and their fields / Error',
    checked:
      'Groups the Errors of the run by the condition that drew them and compares their codes; undocumented routes and rate-limit answers do not count. Inconclusive when no Error was met.',
    usualCause:
      'The code is filled with the message or with a number made for each request, or differs from one operation to the next.',
  },
  {
    id: 'errors.no-leak',
    level: 'SHOULD',
    statement: 'No error body repeats the credential or shows a stack trace.',
    section: 'Good practice (CWE-209); RFC 6750 section 5',
    checked:
      'Searches the error bodies of the run for the credentials that were sent and for lines in the form of stack traces; undocumented routes and rate-limit answers do not count. In bodies above 256 KB, encoded credentials are searched for at both ends. Inconclusive when no error was met.',
    usualCause:
      'The service runs in debug mode, or puts the text of the exception or of the rejected header into the message.',
  },
  {
    id: 'body.content-type',
    statement: 'Every body is sent as application/json, with or without parameters.',
    section: 'Endpoints',
    checked:
      'Reads the Content-Type of every answer with a body in the run, except on undocumented routes and except rate-limit answers.',
    usualCause:
      'Errors are written as plain text or HTML, or as application/problem+json, or text is sent without setting a type.',
  },
  {
    id: 'body.json',
    statement: 'Every body is well-formed JSON in UTF-8, without a byte order mark.',
    section: 'Endpoints; RFC 8259 section 8.1',
    checked:
      'Decodes and parses every body of the run strictly, except on undocumented routes and except rate-limit answers. A body that breaks off or has more than 16 MB fails here.',
    usualCause:
      'JSON is put together by hand, a page of the framework stands in for it, or text is written in another encoding or cut inside a character.',
  },
  {
    id: 'body.pet-shape',
    statement:
      'Every pet seen has a name, a categoryId and an id of the right types, and a status of the three or none.',
    section: 'Resources and their fields / Pet',
    checked:
      'Validates every pet in every answer of the run, except on undocumented routes. Further fields are allowed, and status may be absent but not null. Inconclusive when no pet was seen.',
    usualCause:
      'An absent status is written as null or empty text, numbers are written as text, or a list leaves out fields that a fetch gives.',
  },
]);
