import type { Alteration, Fault } from '../change.ts';
import { credential } from '../combinators/access.ts';
import { answer, error, headers, overlap } from '../combinators/answer.ts';
import { refused } from '../combinators/answers.ts';
import { storedAnyway } from '../combinators/becomes.ts';
import { all, firstOfEvery, forSome, nth, type Which } from '../combinators/compose.ts';
import {
  bytes,
  category,
  categoryValue,
  fields,
  kept,
  name,
  nameValue,
  status,
  statusValue,
  text,
} from '../combinators/create.ts';
import { hasOtherScheme, hasToken, isAnonymous } from '../combinators/credentials.ts';
import { crash } from '../combinators/failures.ts';
import { isChunked, OPERATIONS, on, onOddConnections, opensConnection } from '../combinators/requests.ts';
import { isStatus, isText, isUnreadable, lacks } from '../combinators/sent.ts';
import { omit, throughDouble } from '../combinators/values.ts';
import type { Json, JsonObject } from '../json/value.ts';
import type { Request } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import { everyNth } from '../turns.ts';
import { intermittent } from './fault.ts';

/** Every nth wrong credential of one kind is let in, counted for each operation by itself. */
const letsIn = (n: number, isWrong: Which): Alteration =>
  all(...OPERATIONS.map((operation) => forSome(on(operation))(nth(n)(credential(isWrong)))));

/** A connection that carried the right key is trusted with some wrong credentials. */
const trusted =
  (isTrusted: (request: Request, key: string) => boolean): Alteration =>
  (rules) => {
    const known = new Set<number>();
    return {
      authorised: (key, store, request) => {
        const { serial } = request.connection;
        const isRight = rules.authorised(key, store, request);
        if (isRight) known.add(serial);
        return isRight || (known.has(serial) && isTrusted(request, key));
      },
    };
  };

const says = (given: number) => (made: JsonObject) => ({ ...made, status: given });
const lacking = (field: string) => (made: JsonObject) => omit(made, field);
const isOfAnotherType = (value: Json | undefined) =>
  value !== undefined && typeof value !== 'bigint' && typeof value !== 'number';

const isIncomplete: Which = (request) => lacks('name')(request) || lacks('categoryId')(request);

const crashesOnNinth: Alteration = (rules) => {
  const isDue = everyNth(9);
  return kept((pet) => (isDue() ? crash() : pet))(rules);
};

/** Every few times, a creation that runs beside another one. */
const crashesBesideOthers: Alteration = (rules) => {
  const isDue = everyNth(7);
  let creating = 0;
  return {
    around: async (perform, store, request) => {
      if (request.operation !== 'createPet') return rules.around(perform, store, request);
      creating += 1;
      try {
        await overlap(rules);
        return creating > 1 && isDue() ? crash() : await rules.around(perform, store, request);
      } finally {
        creating -= 1;
      }
    },
  };
};

/** Errors, credentials and creations that are handled right most of the time. */
export const intermittentRefusalFaults: readonly Fault[] = intermittent([
  'violates errors.shape.400',
  ['every-third-400-loses-its-code: One of three workers writes no code.', nth(3)(error(400)(lacking('code')))],
  'odd-connections-lose-codes: One of two workers writes a 400 without a code, on its connections.',
  forSome(onOddConnections)(error(400)(lacking('code'))),
  'violates errors.shape.401',
  [
    'every-third-401-loses-its-message: One of three workers writes no message.',
    nth(3)(error(401)(lacking('message'))),
  ],
  'violates errors.shape.404',
  ['every-fourth-404-loses-its-status: One of four workers writes no status.', nth(4)(error(404)(lacking('status')))],
  'violates errors.status-matches.400',
  ['every-fifth-400-says-422: One of five workers has an older framework.', nth(5)(error(400)(says(422)))],
  'violates errors.status-matches.401',
  ['every-fourth-401-says-403: One of four workers confuses two statuses.', nth(4)(error(401)(says(403)))],
  'warns auth.challenge',
  'every-third-401-without-challenge: One of three workers does not name the scheme in a 401.',
  nth(3)(headers(refused(401), { 'www-authenticate': undefined })),
  'warns errors.informative',
  'every-fourth-404-has-another-code: One of four workers has a code of its own for a pet that does not exist.',
  nth(4)(error('pet_not_found')((given) => ({ ...given, code: 'no_such_pet' }))),
  'violates errors.no-5xx',
  'create-crashes-at-times-instead-of-400: Every few times, createPet crashes while it writes a 400.',
  nth(6)(answer(refused(400, 'createPet'))(crash)),
  'list-crashes-at-times-instead-of-401: Every few times, listPets crashes while it writes a 401.',
  nth(5)(answer(refused(401, 'listPets'))(crash)),
  'get-crashes-at-times-instead-of-404: Every few times, getPet crashes while it writes a 404.',
  nth(4)(answer(refused(404, 'getPet'))(crash)),
  ['every-ninth-creation-crashes: Every ninth creation meets a lock of the database.', crashesOnNinth],
  [
    'creations-at-once-lock-the-database: Of creations at the same time, some find the database locked.',
    crashesBesideOthers,
  ],
  'violates auth.invalid-key.*',
  'every-third-wrong-token-accepted: One of three workers checks whether there is a bearer token and not which.',
  letsIn(3, hasToken),
  'first-request-of-a-connection-takes-any-token: Keys are verified in the background, too late for the first request.',
  forSome(opensConnection)(credential(hasToken)),
  ['trusted-connection-takes-any-token: A connection that had the right key is trusted with any.', trusted(hasToken)],
  'trusted-connection-ignores-the-case-of-the-key: A connection compares each header with its last one without case.',
  trusted((request, key) => bearerToken(request)?.toLowerCase() === key.toLowerCase()),
  'violates auth.missing.*',
  ['trusted-connection-needs-no-key: A connection that had the key is trusted without one.', trusted(isAnonymous)],
  'violates auth.wrong-scheme.*',
  ['every-second-other-scheme-accepted: One of two workers does not compare the scheme.', letsIn(2, hasOtherScheme)],
  'violates create.no-effect',
  'every-second-400-stores-the-pet: One of two workers stores a pet before it validates it.',
  nth(2)(answer(refused(400, 'createPet'))(storedAnyway)),
  'violates auth.no-effect',
  'every-second-401-stores-the-pet: One of two workers stores a pet before it checks the key.',
  nth(2)(answer(refused(401, 'createPet'))(storedAnyway)),
  'violates create.wrong-type',
  'every-second-wrong-type-accepted: One of two workers converts fields of another type.',
  nth(2)((rules) => ({
    ...nameValue((value) => (value !== undefined && !isText(value) ? 'converted' : value))(rules),
    ...categoryValue((value) => (isOfAnotherType(value) ? 1n : value))(rules),
  })),
  'violates create.bad-status',
  'every-second-bad-status-dropped: One of two workers drops a status that it does not know.',
  nth(2)(statusValue((value) => (value === null || isStatus(value) ? value : undefined))),
  'violates create.missing-field',
  'every-second-missing-field-filled: One of two workers fills fields that are missing.',
  nth(2)(fields((given, request) => (isIncomplete(request) ? { name: 'unnamed', categoryId: 0n, ...given } : given))),
  'violates create.bad-body',
  'every-second-broken-body-accepted: One of two workers takes a text that is not JSON for a pet with default fields.',
  nth(2)(forSome(isUnreadable)(text(() => '{"name":"unreadable","categoryId":0}'))),
  'violates create.echo',
  ['every-sixth-name-altered: One of six workers adds a mark to names.', nth(6)(name((given) => `${given}*`))],
  'every-third-chunked-body-is-cut: A body is parsed before its last chunk is there, every third time.',
  nth(3)(forSome(isChunked)(bytes((_body, { pieces: [first = Buffer.alloc(0)] }) => first))),
  'violates create.with-status',
  ['every-seventh-status-lost: One of seven workers loses the status.', nth(7)(status(() => undefined))],
  'violates create.int64',
  'every-second-large-category-rounded: One of two workers reads the category as a double.',
  firstOfEvery(2)(category(throughDouble)),
]);
