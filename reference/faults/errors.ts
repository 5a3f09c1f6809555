import type { Fault } from '../change.ts';
import { isObject, type Json } from '../json/value.ts';
import type { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { crash } from './tools.ts';

const DOCUMENTED = [400, 401, 404];

type Present = (refusal: Refusal, status: number) => Json;

/** A fault by which the Error of one status has another body. */
const body = (
  name: string,
  story: string,
  httpStatus: number,
  violates: readonly string[],
  present: Present,
): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({
    presentError: (refusal, status, request) =>
      status === httpStatus ? present(refusal, status) : rules.presentError(refusal, status, request),
  }),
});

/** Limits and ids that are not documented may get any 4xx: these servers give 422, with a body of their own. */
const unprocessable = (code: string, rules: Rules, present: Present): Partial<Rules> => ({
  refusalStatus: (refusal, request) => (refusal.code === code ? 422 : rules.refusalStatus(refusal, request)),
  presentError: (refusal, status, request) =>
    refusal.code === code ? present(refusal, status) : rules.presentError(refusal, status, request),
});

export const errorFaults: readonly Fault[] = [
  body(
    '400-without-code',
    'The validator writes message and status and no code.',
    400,
    ['errors.shape.400'],
    ({ message }, status) => ({ message, status: BigInt(status) }),
  ),
  body(
    '400-with-a-list-of-messages',
    'The message of a validation error is a list.',
    400,
    ['errors.shape.400'],
    ({ code, message }, status) => ({ code, message: [message], status: BigInt(status) }),
  ),
  body(
    '400-status-as-text',
    'The status of a validation error is written in quotes.',
    400,
    ['errors.shape.400'],
    ({ code, message }, status) => ({ code, message, status: `${status}` }),
  ),
  body(
    '400-says-422',
    'The status in the body is that of the framework, the status of the answer is not.',
    400,
    ['errors.status-matches.400'],
    ({ code, message }) => ({ code, message, status: 422n }),
  ),
  body(
    '400-says-500',
    'The body is made before the status is corrected.',
    400,
    ['errors.status-matches.400'],
    ({ code, message }) => ({ code, message, status: 500n }),
  ),
  body(
    '401-of-a-gateway',
    'A gateway answers for the service, with a message and nothing else.',
    401,
    ['errors.shape.401'],
    () => ({ message: 'Unauthorized' }),
  ),
  body('401-of-oauth', 'The 401 has the body of an OAuth server.', 401, ['errors.shape.401'], () => ({
    error: 'invalid_token',
    error_description: 'The token is invalid.',
  })),
  body(
    '401-says-403',
    'The status in the body of a 401 is 403.',
    401,
    ['errors.status-matches.401'],
    ({ code, message }) => ({ code, message, status: 403n }),
  ),
  body(
    '404-with-detail-only',
    'The 404 of the framework holds a detail and nothing else.',
    404,
    ['errors.shape.404'],
    () => ({ detail: 'Not found.' }),
  ),
  body(
    '404-code-is-a-number',
    'The code of a 404 is the number 404.',
    404,
    ['errors.shape.404'],
    ({ message }, status) => ({ code: BigInt(status), message, status: BigInt(status) }),
  ),
  body('404-is-null', 'The body of a 404 is null.', 404, ['errors.shape.404'], () => null),
  body(
    '404-says-200',
    'The body of a 404 was made for a success.',
    404,
    ['errors.status-matches.404'],
    ({ code, message }) => ({ code, message, status: 200n }),
  ),
  body('404-says-400', 'The body of a 404 says 400.', 404, ['errors.status-matches.404'], ({ code, message }) => ({
    code,
    message,
    status: 400n,
  })),
  {
    name: 'error-status-always-400',
    story: 'The status in the body of a documented Error is a constant.',
    violates: ['errors.status-matches.401', 'errors.status-matches.404'],
    change: (rules) => ({
      presentError: (refusal, status, request) =>
        rules.presentError(refusal, DOCUMENTED.includes(status) ? 400 : status, request),
    }),
  },
  {
    name: 'error-in-an-envelope',
    story: 'Every documented Error is put into an object under the key error.',
    violates: ['errors.shape.400', 'errors.shape.401', 'errors.shape.404'],
    change: (rules) => ({
      presentError: (refusal, status, request) => {
        const error = rules.presentError(refusal, status, request);
        return DOCUMENTED.includes(status) ? { error } : error;
      },
    }),
  },
  {
    name: 'second-404-loses-its-code',
    story: 'The Error of a 404 is kept for later, and its code is cleared with the first use.',
    violates: ['errors.shape.404'],
    change: (rules) => {
      let given = 0;
      return {
        presentError: (refusal, status, request) => {
          const error = rules.presentError(refusal, status, request);
          given += status === 404 ? 1 : 0;
          return status === 404 && given > 1 && isObject(error) ? { message: error.message ?? '', status } : error;
        },
      };
    },
  },
  {
    name: 'limit-422-without-an-error',
    story: 'A limit out of range gets 422 with the details of a validator.',
    violates: ['errors.shape.other'],
    change: (rules) => unprocessable('invalid_limit', rules, () => ({ detail: [{ loc: ['query', 'limit'] }] })),
  },
  {
    name: 'id-422-without-a-message',
    story: 'An id that is not a number gets 422 and no message.',
    violates: ['errors.shape.other'],
    change: (rules) => unprocessable('invalid_pet_id', rules, ({ code }, status) => ({ code, status })),
  },
  {
    name: 'limit-422-says-400',
    story: 'A limit out of range gets 422, while its body still says 400.',
    violates: ['errors.status-matches.other'],
    change: (rules) => unprocessable('invalid_limit', rules, ({ code, message }) => ({ code, message, status: 400n })),
  },
  {
    name: 'id-422-says-404',
    story: 'An id that is not a number gets 422, while its body says 404.',
    violates: ['errors.status-matches.other'],
    change: (rules) => unprocessable('invalid_pet_id', rules, ({ code, message }) => ({ code, message, status: 404n })),
  },
  body(
    '404-status-with-a-fraction',
    'The status of a 404 is a decimal with one digit too many.',
    404,
    ['errors.shape.404'],
    ({ code, message }) => ({ code, message, status: 404.5 }),
  ),
  {
    name: 'long-name-crashes',
    story: 'A name of thousands of characters is more than the index can take.',
    violates: ['create.echo', 'errors.no-5xx'],
    change: (rules) => ({
      readName: (value) => {
        const name = rules.readName(value);
        return name.length > 5000 ? crash() : name;
      },
    }),
  },
  {
    name: 'empty-name-crashes',
    story: 'The first letter of the name is taken for an index, and an empty name has none.',
    violates: ['create.echo', 'errors.no-5xx'],
    change: (rules) => ({ readName: (value) => (value === '' ? crash() : rules.readName(value)) }),
  },
];
