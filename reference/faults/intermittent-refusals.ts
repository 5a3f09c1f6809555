import type { Alteration, Fault } from '../change.ts';
import { credential } from '../combinators/access.ts';
import { answer, error, headers, overlap } from '../combinators/answer.ts';
import { refused } from '../combinators/answers.ts';
import { storedAnyway } from '../combinators/becomes.ts';
import { all, forSome, nth, type Which } from '../combinators/compose.ts';
import { bytes, categoryValue, kept, name, nameValue, status, text } from '../combinators/create.ts';
import { hasOtherScheme, hasToken, isAnonymous } from '../combinators/credentials.ts';
import { crash } from '../combinators/failures.ts';
import { isChunked, OPERATIONS, on, opensConnection } from '../combinators/requests.ts';
import { isText, isUnreadable } from '../combinators/sent.ts';
import { omit } from '../combinators/values.ts';
import type { Json, JsonObject } from '../json/value.ts';
import type { Request } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import { everyNth } from '../turns.ts';
import { faults } from './fault.ts';

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
export const intermittentRefusalFaults: readonly Fault[] = [
  ...faults({ violates: ['errors.shape.400'], intermittent: true }, [
    {
      name: 'every-third-400-loses-its-code',
      story: 'One of three workers writes no code.',
      change: nth(3)(error(400)(lacking('code'))),
    },
  ]),
  ...faults({ violates: ['errors.shape.404'], intermittent: true }, [
    {
      name: 'every-fourth-404-loses-its-status',
      story: 'One of four workers writes no status.',
      change: nth(4)(error(404)(lacking('status'))),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.400'], intermittent: true }, [
    {
      name: 'every-fifth-400-says-422',
      story: 'One of five workers has an older framework.',
      change: nth(5)(error(400)(says(422))),
    },
  ]),
  ...faults({ violates: ['errors.status-matches.401'], intermittent: true }, [
    {
      name: 'every-fourth-401-says-403',
      story: 'One of four workers confuses two statuses.',
      change: nth(4)(error(401)(says(403))),
    },
  ]),
  ...faults({ warns: ['auth.challenge'], intermittent: true }, [
    {
      name: 'every-third-401-without-challenge',
      story: 'One of three workers does not name the scheme in a 401.',
      change: nth(3)(headers(refused(401), { 'www-authenticate': undefined })),
    },
  ]),
  ...faults({ warns: ['errors.informative'], intermittent: true }, [
    {
      name: 'every-fourth-404-has-another-code',
      story: 'One of four workers has a code of its own for a pet that does not exist.',
      change: nth(4)(error('pet_not_found')((given) => ({ ...given, code: 'no_such_pet' }))),
    },
  ]),
  ...faults({ violates: ['errors.no-5xx'], intermittent: true }, [
    {
      name: 'create-crashes-at-times-instead-of-400',
      story: 'Every few times, createPet crashes while it writes a 400.',
      change: nth(6)(answer(refused(400, 'createPet'))(crash)),
    },
    {
      name: 'every-ninth-creation-crashes',
      story: 'Every ninth creation meets a lock of the database.',
      change: crashesOnNinth,
    },
    {
      name: 'creations-at-once-lock-the-database',
      story: 'Of creations at the same time, some find the database locked.',
      change: crashesBesideOthers,
    },
  ]),
  ...faults({ violates: ['auth.invalid-key.*'], intermittent: true }, [
    {
      name: 'every-third-wrong-token-accepted',
      story: 'One of three workers checks whether there is a bearer token and not which.',
      change: letsIn(3, hasToken),
    },
    {
      name: 'first-request-of-a-connection-takes-any-token',
      story: 'Keys are verified in the background, too late for the first request.',
      change: forSome(opensConnection)(credential(hasToken)),
    },
    {
      name: 'trusted-connection-ignores-the-case-of-the-key',
      story: 'A connection compares each header with its last one without case.',
      change: trusted((request, key) => bearerToken(request)?.toLowerCase() === key.toLowerCase()),
    },
  ]),
  ...faults({ violates: ['auth.missing.*'], intermittent: true }, [
    {
      name: 'trusted-connection-needs-no-key',
      story: 'A connection that had the key is trusted without one.',
      also: ['auth.first'],
      change: trusted(isAnonymous),
    },
  ]),
  ...faults({ violates: ['auth.wrong-scheme.*'], intermittent: true }, [
    {
      name: 'every-second-other-scheme-accepted',
      story: 'One of two workers does not compare the scheme.',
      change: letsIn(2, hasOtherScheme),
    },
  ]),
  ...faults({ violates: ['create.no-effect'], intermittent: true }, [
    {
      name: 'every-second-400-stores-the-pet',
      story: 'One of two workers stores a pet before it validates it.',
      change: nth(2)(answer(refused(400, 'createPet'))(storedAnyway)),
    },
  ]),
  ...faults({ violates: ['create.wrong-type'], intermittent: true }, [
    {
      name: 'every-second-wrong-type-accepted',
      story: 'One of two workers converts fields of another type.',
      also: ['create.invalid'],
      change: nth(2)((rules) => ({
        ...nameValue((value) => (value !== undefined && !isText(value) ? 'converted' : value))(rules),
        ...categoryValue((value) => (isOfAnotherType(value) ? 1n : value))(rules),
      })),
    },
  ]),
  ...faults({ violates: ['create.bad-body'], intermittent: true }, [
    {
      name: 'every-second-broken-body-accepted',
      story: 'One of two workers takes a text that is not JSON for a pet with default fields.',
      also: ['create.invalid'],
      change: nth(2)(forSome(isUnreadable)(text(() => '{"name":"unreadable","categoryId":0}'))),
    },
  ]),
  ...faults({ violates: ['create.echo'], intermittent: true }, [
    {
      name: 'every-sixth-name-altered',
      story: 'One of six workers adds a mark to names.',
      also: ['history.agrees'],
      change: nth(6)(name((given) => `${given}*`)),
    },
    {
      name: 'every-third-chunked-body-is-cut',
      story: 'A body is parsed before its last chunk is there, every third time.',
      change: nth(3)(forSome(isChunked)(bytes((_body, { pieces: [first = Buffer.alloc(0)] }) => first))),
    },
  ]),
  ...faults({ violates: ['create.with-status'], intermittent: true }, [
    {
      name: 'every-seventh-status-lost',
      story: 'One of seven workers loses the status.',
      also: ['history.agrees'],
      change: nth(7)(status(() => undefined)),
    },
  ]),
];
