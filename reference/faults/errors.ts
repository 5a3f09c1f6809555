import type { Alteration, Fault } from '../change.ts';
import { answer, error, headers, refusedWith, shown } from '../combinators/answer.ts';
import { type Answers, anyAnswer, coded, isError, refused, succeeds } from '../combinators/answers.ts';
import { asHtml, behindMark, rewritten, withFields, withText } from '../combinators/becomes.ts';
import { all, forSome } from '../combinators/compose.ts';
import { crash } from '../combinators/failures.ts';
import { filterQuery, limitQuery } from '../combinators/list.ts';
import { asksForJson, isFetch } from '../combinators/requests.ts';
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

const STACK = '\n    at validate (/srv/app/validate.js:12:7)\n    at handle (/srv/app/handle.js:40:3)';

const OLD_PETS = 15;

const typed = (which: Answers, type: string | undefined) => headers(which, { 'content-type': type });

/** The body of an Error, and how bodies of every kind are written and typed. */
export const errorFaults: readonly Fault[] = [
  ...faults({ violates: ['errors.shape.400'] }, [
    {
      name: '400-without-code',
      story: 'The validator writes message and status and no code.',
      change: error(400)(lacking('code')),
    },
    {
      name: 'several-mistakes-as-a-list',
      story: 'A body with several mistakes gets a list of messages.',
      change: forSome(({ body }) => /"name":\[.*"status":\d/.test(`${body}`))(
        error(400)(withMessage((message = '') => [message])),
      ),
    },
    {
      name: '400-status-as-text',
      story: 'The status of a validation error is written in quotes.',
      change: error(400)(says('400')),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.400'] }, [
    {
      name: '400-says-422',
      story: 'The status in the body is that of the framework, that of the answer not.',
      change: error(400)(says(422)),
    },
  ]),
  ...faults({ violates: ['errors.shape.401'] }, [
    {
      name: '401-of-oauth',
      story: 'The 401 has the body of an OAuth server.',
      change: error(401)(() => ({ error: 'invalid_token', error_description: 'The token is invalid.' })),
    },
    {
      name: 'get-401-without-a-code',
      story: 'getPet, the oldest operation, refuses a credential without a code.',
      change: forSome(isFetch)(error(401)(lacking('code'))),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.401'] }, [
    { name: '401-says-403', story: 'The status in the body of a 401 is 403.', change: error(401)(says(403)) },
  ]),
  ...faults({ violates: ['errors.shape.404'] }, [
    {
      name: '404-code-is-a-number',
      story: 'The code of a 404 is the number 404.',
      change: error(404)((given) => ({ ...given, code: 404 })),
    },
    { name: '404-is-null', story: 'The body of a 404 is null.', change: error(404)(() => null) },
  ]),
  ...faults({ violates: ['errors.status-matches.404'] }, [
    { name: '404-says-200', story: 'The body of a 404 was made for a success.', change: error(404)(says(200)) },
    {
      name: '404-of-a-long-id-says-400',
      story: 'An id of more than ten digits has an error of its own, and a status that was never adapted.',
      change: forSome(({ path }) => /\d{11,}$/.test(path))(error(404)(says(400))),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.401', 'errors.status-matches.404'] }, [
    {
      name: 'error-status-always-400',
      story: 'The status in the body of documented Errors is fixed.',
      change: error(isDocumented)(says(400)),
    },
  ]),
  ...faults({ violates: ['errors.shape.400', 'errors.shape.401', 'errors.shape.404'] }, [
    {
      name: 'error-in-an-envelope',
      story: 'Every documented Error is put into an object under the key error.',
      change: error(isDocumented)((given) => ({ error: given })),
    },
  ]),
  ...faults({ violates: ['errors.shape.other'] }, [
    {
      name: 'limit-422-without-an-error',
      story: 'A limit out of range gets 422 with the details of a validator.',
      change: unprocessable('invalid_limit', () => ({ detail: [{ loc: ['query', 'limit'] }] })),
    },
    {
      name: '415-without-a-code-for-forms',
      story: 'A form is refused by the framework, without a code.',
      change: forSome((request) => /form/.test(headerOf(request, 'content-type') ?? ''))(error(415)(lacking('code'))),
    },
    {
      name: 'id-422-without-a-message',
      story: 'An id that is not a number gets 422 and no message.',
      change: unprocessable('invalid_pet_id', lacking('message')),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.other'] }, [
    {
      name: 'limit-422-says-400',
      story: 'A limit out of range gets 422 and a body with 400.',
      change: unprocessable('invalid_limit', says(400)),
    },
    {
      name: 'id-422-says-404',
      story: 'An id that is text gets 422 and a body with 404.',
      change: unprocessable('invalid_pet_id', says(404)),
    },
  ]),
  ...faults(
    { violates: ['errors.shape.400', 'errors.shape.401', 'errors.shape.404', 'body.content-type', 'body.json'] },
    [
      {
        name: 'errors-in-html-unless-json-is-asked-for',
        story: 'Documented errors are pages for people, unless Accept names JSON.',
        change: unlessJsonIsAskedFor(answer(isDocumented)(asHtml)),
      },
    ],
  ),
  ...faults({ violates: ['errors.shape.401', 'body.content-type', 'body.json'] }, [
    {
      name: '401-in-plain-words',
      story: 'A 401 is a word of plain text.',
      change: answer(refused(401))(withText('text/plain', 'Unauthorized')),
    },
  ]),
  ...faults({ violates: ['errors.shape.404', 'body.content-type', 'body.json'] }, [
    {
      name: '404-draws-html',
      story: 'A pet that does not exist is answered by the web server in front, with a page for people.',
      change: answer(refused(404))(asHtml),
    },
  ]),
  ...faults({ violates: ['body.content-type'] }, [
    {
      name: 'list-as-text-plain',
      story: 'The list is written by hand and its type forgotten.',
      change: typed(succeeds('listPets'), 'text/plain; charset=utf-8'),
    },
    {
      name: 'get-as-a-vendor-type',
      story: 'getPet has its own type.',
      change: typed(succeeds('getPet'), 'application/vnd.petstore.v1+json'),
    },
    {
      name: 'errors-as-problem-json',
      story: 'Errors have the type of RFC 9457.',
      change: typed(isError, 'application/problem+json'),
    },
    { name: 'no-content-type', story: 'No answer says what it is.', change: typed(anyAnswer, undefined) },
  ]),
  ...faults({ violates: ['errors.no-5xx'] }, [
    {
      name: 'other-type-crashes',
      story: 'A body of another type finds no parser, and nobody catches that.',
      change: answer(coded('unsupported_media_type'))(crash),
    },
    {
      name: 'limit-as-list-crashes',
      story: 'The parser makes a list of limit[], and what is not a text cannot be read as a number.',
      change: limitQuery((query) => (query.has('limit[]') && !query.has('limit') ? crash() : query)),
    },
    {
      name: 'filter-as-list-crashes',
      story: 'The parser makes a list of status[], and a function that takes a text throws.',
      change: filterQuery((query) => (query.has('status[]') ? crash() : query)),
    },
    {
      name: 'filter-twice-crashes',
      story: 'A filter that is given twice arrives as a list and is used as a text.',
      change: filterQuery((query) => ((query.get('status')?.length ?? 0) > 1 ? crash() : query)),
    },
  ]),
  ...faults({ warns: ['errors.informative'] }, [
    {
      name: 'error-without-words',
      story: 'The message of a 404 is left empty.',
      change: error(404)(withMessage(() => '')),
    },
    {
      name: 'error-code-by-chance',
      story: 'The code of a 404 is a new number each time, meant for the log.',
      change: answer(refused(404))(withFields((given, { serial }) => ({ ...given, code: `incident-${serial}` }))),
    },
  ]),
  ...faults({ warns: ['errors.no-leak'] }, [
    {
      name: 'error-shows-the-credential',
      story: 'A refused body is reported together with the headers of its request.',
      change: answer(refused(400))(
        withFields((given, { headers }) => ({ ...given, request: JSON.stringify(headers) })),
      ),
    },
    {
      name: 'error-shows-a-stack-trace',
      story: 'The service runs in development mode, and a 400 says where it was thrown.',
      change: error(400)(withMessage((message) => `${message}${STACK}`)),
    },
  ]),
  ...faults({ violates: ['list.ok', 'body.json'] }, [
    {
      name: 'list-with-a-trailing-comma',
      story: 'The list is put together by hand and ends in a comma.',
      change: answer(succeeds('listPets'))(rewritten((text) => text.replace(/\]$/, ',]'))),
    },
  ]),
  ...faults({ violates: ['errors.shape.404', 'body.json'] }, [
    {
      name: '404-with-a-trailing-comma',
      story: 'The template of a 404 ends in a comma.',
      change: answer(refused(404))(rewritten((text) => text.replace(/\}$/, ',}'))),
    },
  ]),
  ...faults({ violates: ['get.found', 'body.json'] }, [
    {
      name: 'get-with-nan',
      story: 'getPet adds a price that is not a number, and writes it so.',
      change: answer(succeeds('getPet'))(rewritten((text) => text.replace(/\}$/, ',"price":NaN}'))),
    },
  ]),
  ...faults({ violates: ['errors.shape.400', 'body.json'] }, [
    {
      name: '400-quotes-the-body',
      story: 'The message of a 400 repeats the body that was refused, quotes and all.',
      change: answer(refused(400))(
        rewritten((text, { body }) => text.replace('"message":"', () => `"message":"${body}: `)),
      ),
    },
  ]),
  ...faults({ violates: ['body.json'] }, [
    {
      name: '404-behind-a-mark',
      story: 'The file with the text of a 404 starts with a mark.',
      change: answer(refused(404))(behindMark),
    },
    {
      name: 'everything-behind-a-mark',
      story: 'Every answer starts with a byte order mark.',
      change: answer(anyAnswer)(behindMark),
    },
  ]),
  ...faults({ violates: ['body.pet-shape'] }, [
    {
      name: 'old-pets-without-category',
      story: 'Pets from before the migration have no category.',
      change: shown((pet) => (typeof pet.id === 'bigint' && pet.id <= OLD_PETS ? omit(pet, 'categoryId') : pet)),
      pets: OLD_PETS,
    },
    {
      name: 'no-status-is-null',
      story: 'A pet without a status has the status null.',
      change: shown((pet) => ({ status: null, ...pet })),
    },
    {
      name: 'no-status-is-unknown',
      story: 'Without a status a pet is unknown.',
      change: shown((pet) => ({ status: 'unknown', ...pet })),
    },
  ]),
];
