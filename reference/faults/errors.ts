import type { Alteration, Fault } from '../change.ts';
import { answer, error, headers, refusedWith, shown } from '../combinators/answer.ts';
import { type Answers, anyAnswer, coded, isError, refused, succeeds } from '../combinators/answers.ts';
import { asHtml, asText, behindMark, rewritten, withFields, withText } from '../combinators/becomes.ts';
import { all, atTurns, forSome, type Which } from '../combinators/compose.ts';
import { crash } from '../combinators/failures.ts';
import { asksForJson, hasNoAccept, isCreation, isFetch } from '../combinators/requests.ts';
import { omit } from '../combinators/values.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { headerOf } from '../model.ts';
import { faults } from './fault.ts';

const DOCUMENTED = [400, 401, 404];
const isDocumented = ({ status }: { readonly status: number }) => DOCUMENTED.includes(status);

const says = (status: Json) => (given: JsonObject) => ({ ...given, status });
const lacking = (field: string) => (given: JsonObject) => omit(given, field);
const withMessage = (alter: (message: Json | undefined) => Json) => (given: JsonObject) => ({
  ...given,
  message: alter(given.message),
});

/** Limits and ids that are not documented may get any 4xx: these servers give 422, with a body of their own. */
const unprocessable = (code: string, present: (given: JsonObject) => Json): Alteration =>
  all(refusedWith(code, 422), error(code)(present));

const unlessJsonIsAskedFor = (alteration: Alteration) => forSome((request) => !asksForJson(request))(alteration);
const asksForAnything: Which = ({ headers }) => (headers.accept ?? []).join().includes('*/*');

const STACK = '\n    at validate (/srv/app/validate.js:12:7)\n    at handle (/srv/app/handle.js:40:3)';

const OLD_PETS = 15;

const typed = (which: Answers, type: string | undefined) => headers(which, { 'content-type': type });

/** The body of an Error, and how bodies of every kind are written and typed. */
export const errorFaults: readonly Fault[] = faults([
  'violates errors.shape.400',
  ['400-without-code: The validator writes message and status and no code.', error(400)(lacking('code'))],
  '400-with-a-list-of-messages: The message of a validation error is a list.',
  error(400)(withMessage((message = '') => [message])),
  'several-mistakes-as-a-list: A body with several mistakes gets a list of messages.',
  forSome(({ body }) => /"name":\[.*"status":\d/.test(`${body}`))(error(400)(withMessage((message = '') => [message]))),
  ['400-status-as-text: The status of a validation error is written in quotes.', error(400)(says('400'))],
  'broken-json-error-of-the-framework: A body that is not JSON is refused by the framework, in a form of its own.',
  error('invalid_json')(() => ({ error: 'Bad Request' })),
  'violates errors.status-matches.400',
  ['400-says-422: The status in the body is that of the framework, that of the answer not.', error(400)(says(422))],
  'violates errors.shape.401',
  '401-of-a-gateway: A gateway answers for the service, with a message and nothing else.',
  error(401)(() => ({ message: 'Unauthorized' })),
  '401-of-oauth: The 401 has the body of an OAuth server.',
  error(401)(() => ({ error: 'invalid_token', error_description: 'The token is invalid.' })),
  'get-401-without-a-code: getPet, the oldest operation, refuses a credential without a code.',
  forSome(isFetch)(error(401)(lacking('code'))),
  'violates errors.status-matches.401',
  ['401-says-403: The status in the body of a 401 is 403.', error(401)(says(403))],
  'create-401-says-403: createPet takes a missing credential for a missing permission, in the body only.',
  forSome(isCreation)(error(401)(says(403))),
  'violates errors.shape.404',
  ['404-with-detail-only: The 404 of the framework has only a detail.', error(404)(() => ({ detail: 'Not found.' }))],
  ['404-code-is-a-number: The code of a 404 is the number 404.', error(404)((given) => ({ ...given, code: 404 }))],
  ['404-is-null: The body of a 404 is null.', error(404)(() => null)],
  ['404-status-with-a-fraction: The status of a 404 is a decimal with one digit too many.', error(404)(says(404.5))],
  'second-404-loses-its-code: The Error of a 404 is kept for later, and its code is cleared with the first use.',
  atTurns((count) => count > 1)(error(404)(lacking('code'))),
  'violates errors.status-matches.404',
  ['404-says-200: The body of a 404 was made for a success.', error(404)(says(200))],
  'violates errors.status-matches.401, errors.status-matches.404',
  ['error-status-always-400: The status in the body of documented Errors is fixed.', error(isDocumented)(says(400))],
  'violates errors.shape.400, errors.shape.401, errors.shape.404',
  'error-in-an-envelope: Every documented Error is put into an object under the key error.',
  error(isDocumented)((given) => ({ error: given })),
  'violates errors.shape.other',
  'limit-422-without-an-error: A limit out of range gets 422 with the details of a validator.',
  unprocessable('invalid_limit', () => ({ detail: [{ loc: ['query', 'limit'] }] })),
  '415-without-a-code-for-xml: A body in XML is refused by the framework, without a code.',
  forSome((request) => /xml/.test(headerOf(request, 'content-type') ?? ''))(error(415)(lacking('code'))),
  '415-without-a-code-for-forms: A form is refused by the framework, without a code.',
  forSome((request) => /form/.test(headerOf(request, 'content-type') ?? ''))(error(415)(lacking('code'))),
  'id-422-without-a-message: An id that is not a number gets 422 and no message.',
  unprocessable('invalid_pet_id', lacking('message')),
  'violates errors.status-matches.other',
  ['limit-422-says-400: A limit out of range gets 422 and a body with 400.', unprocessable('invalid_limit', says(400))],
  ['id-422-says-404: An id that is text gets 422 and a body with 404.', unprocessable('invalid_pet_id', says(404))],
  'violates errors.shape.400, errors.shape.401, errors.shape.404, body.content-type, body.json',
  'errors-in-html-unless-json-is-asked-for: Documented errors are pages for people, unless Accept names JSON.',
  unlessJsonIsAskedFor(answer(isDocumented)(asHtml)),
  'violates errors.shape.401, body.content-type, body.json',
  '401-in-html-unless-json-is-asked-for: A 401 is a page for people, unless Accept names JSON.',
  unlessJsonIsAskedFor(answer(refused(401))(asHtml)),
  '401-in-html-without-accept: A 401 is a page for people where the client sends no Accept.',
  forSome(hasNoAccept)(answer(refused(401))(asHtml)),
  ['401-in-plain-words: A 401 is a word of plain text.', answer(refused(401))(withText('text/plain', 'Unauthorized'))],
  'violates errors.shape.404, body.content-type, body.json',
  '404-in-html-for-any-type: A 404 is a page for people where the client takes any type.',
  forSome(asksForAnything)(answer(refused(404))(asHtml)),
  '404-draws-html: A pet that does not exist is answered by the web server in front, with a page for people.',
  answer(refused(404))(asHtml),
  'violates errors.shape.400, body.content-type, body.json',
  '400-in-html-unless-json-is-asked-for: A 400 is a page for people, unless Accept names JSON.',
  unlessJsonIsAskedFor(answer(refused(400))(asHtml)),
  'broken-json-draws-html: A body that is not JSON is refused by the framework, with a page for people.',
  answer(coded('invalid_json'))(asHtml),
  'violates body.content-type',
  'errors-as-text-unless-json-is-asked-for: Errors have the type of plain text, unless Accept names JSON.',
  unlessJsonIsAskedFor(answer(isError)(asText)),
  'list-as-text-plain: The list is written by hand and its type forgotten.',
  typed(succeeds('listPets'), 'text/plain; charset=utf-8'),
  ['create-as-text-json: The answer to a creation has an invented type.', typed(succeeds('createPet'), 'text/json')],
  ['get-as-a-vendor-type: getPet has its own type.', typed(succeeds('getPet'), 'application/vnd.petstore.v1+json')],
  ['errors-as-problem-json: Errors have the type of RFC 9457.', typed(isError, 'application/problem+json')],
  ['errors-as-text-plain: Errors are sent as plain text, although they are JSON.', typed(isError, 'text/plain')],
  ['no-content-type: No answer says what it is.', typed(anyAnswer, undefined)],
  'violates errors.no-5xx',
  'other-type-crashes: A body of another type finds no parser, and nobody catches that.',
  answer(coded('unsupported_media_type'))(crash),
  'warns errors.informative',
  ['error-without-words: The message of a 404 is left empty.', error(404)(withMessage(() => ''))],
  'error-code-by-chance: The code of a 404 is a new number each time, meant for the log.',
  answer(refused(404))(withFields((given, { serial }) => ({ ...given, code: `incident-${serial}` }))),
  'warns errors.no-leak',
  'error-shows-the-credential: A refused body is reported together with the headers of its request.',
  answer(refused(400))(withFields((given, { headers }) => ({ ...given, request: JSON.stringify(headers) }))),
  'error-shows-a-stack-trace: The service runs in development mode, and a 400 says where it was thrown.',
  error(400)(withMessage((message) => `${message}${STACK}`)),
  'violates list.ok, body.json',
  'list-with-a-trailing-comma: The list is put together by hand and ends in a comma.',
  answer(succeeds('listPets'))(rewritten((text) => text.replace(/\]$/, ',]'))),
  'violates errors.shape.404, body.json',
  '404-with-a-trailing-comma: The template of a 404 ends in a comma.',
  answer(refused(404))(rewritten((text) => text.replace(/\}$/, ',}'))),
  'violates get.found, body.json',
  'get-with-nan: getPet adds a price that is not a number, and writes it so.',
  answer(succeeds('getPet'))(rewritten((text) => text.replace(/\}$/, ',"price":NaN}'))),
  'violates errors.shape.400, body.json',
  '400-quotes-the-body: The message of a 400 repeats the body that was refused, quotes and all.',
  answer(refused(400))(rewritten((text, { body }) => text.replace('"message":"', () => `"message":"${body}: `))),
  'violates body.json',
  ['404-behind-a-mark: The file with the text of a 404 starts with a mark.', answer(refused(404))(behindMark)],
  ['everything-behind-a-mark: Every answer starts with a byte order mark.', answer(anyAnswer)(behindMark)],
  '401-in-latin-1: The message of a 401 was translated and saved in Latin-1.',
  (rules) => ({
    encode: (text, given, request) =>
      given.status === 401
        ? Buffer.from(text.replace('The API key', 'La clé'), 'latin1')
        : rules.encode(text, given, request),
  }),
  'violates body.pet-shape',
  'old-pets-without-category: Pets from before the migration have no category.',
  shown((pet) => (typeof pet.id === 'bigint' && pet.id <= OLD_PETS ? omit(pet, 'categoryId') : pet)),
  { pets: OLD_PETS },
  ['no-status-is-null: A pet without a status has the status null.', shown((pet) => ({ status: null, ...pet }))],
  ['no-status-is-empty: A pet without a status has an empty one.', shown((pet) => ({ status: '', ...pet }))],
  ['no-status-is-unknown: Without a status a pet is unknown.', shown((pet) => ({ status: 'unknown', ...pet }))],
]);
