import type { Alteration, Variant } from '../change.ts';
import { beforeKey, refusing, token } from '../combinators/access.ts';
import { headers } from '../combinators/answer.ts';
import { anyAnswer, refused } from '../combinators/answers.ts';
import { forSome } from '../combinators/compose.ts';
import { authorization } from '../combinators/credentials.ts';
import { turnAway } from '../combinators/failures.ts';
import { isCreation, isFetch } from '../combinators/requests.ts';
import { attempt } from '../combinators/values.ts';
import { readBody, readNewPet } from '../operations.ts';
import { Refusal, refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { conforming } from './variant.ts';

const onGet = (changed: Record<string, string | undefined>): Alteration =>
  forSome(isFetch)(headers(anyAnswer, changed));
const sunset = (date: string): Alteration => onGet({ sunset: date });

const asUtf8 = (header: string) => Buffer.from(header, 'latin1').toString();

const BAD_CREDENTIALS = 12;
const PAUSE_MS = 1000;

/** Counts bad credentials, and pauses after so many of them. */
function attemptsOf(rules: Rules) {
  let count = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    record: () => {
      count += 1;
      if (count % BAD_CREDENTIALS === 0) pausedUntil = rules.now() + PAUSE_MS;
    },
    checkPause: () => {
      if (rules.now() < pausedUntil) turnAway(429);
    },
  };
}

/** From the removal date on, the router no longer knows getPet. */
const removed =
  (reason: () => Refusal): Alteration =>
  (rules) => ({
    route: (request) => {
      const route = rules.route(request);
      return 'operation' in route && route.operation === 'getPet' ? { refusal: reason() } : route;
    },
  });
const AFTER_REMOVAL = { settings: { now: '2031-01-01' } };

/** What is left open about credentials and about the end of getPet. */
export const accessVariants: readonly Variant[] = conforming([
  ['without-challenge: A 401 carries no WWW-Authenticate.', headers(refused(401), { 'www-authenticate': undefined })],
  'several-challenges: A 401 names two schemes, of which Bearer is the second.',
  headers(refused(401), { 'www-authenticate': 'Negotiate, Bearer realm="petstore", error="invalid_token"' }),
  'scheme-in-one-spelling: Bearer must be spelled with one capital.',
  refusing((request) => !authorization(request).startsWith('Bearer ')),
  'token-trimmed: The token is trimmed of everything that Unicode calls white space.',
  token((sent, key) => sent.trim() === key || asUtf8(sent).trim() === key),
  'token-is-the-second-word: The header is split at spaces, and what comes after the key is ignored.',
  token((sent, key) => sent.split(' ')[0] === key),
  'key-percent-decoded: Keys are decoded as in a URL.',
  token((sent, key) => attempt(() => decodeURIComponent(sent)) === key),
  [
    'token-padding-ignored: Equals signs at the end of a token are padding.',
    token((s, key) => s.replace(/=+$/, '') === key),
  ],
  'token-as-a-parameter: The token may be a parameter: token="…".',
  token((sent, key) => [`token="${key}"`, `token=${key}`].includes(sent)),
  ['token-in-quotes: Quotes around the token are removed.', token((sent, key) => sent === `"${key}"`)],
  [
    'token-ends-at-a-comma: What follows a comma is another challenge.',
    token((sent, key) => sent.split(',')[0] === key),
  ],
  'validates-before-it-asks: A body that is not valid is refused with 400 even without a key.',
  beforeKey((rules, request) => {
    if (isCreation(request)) readNewPet(rules, readBody(rules, request), request);
  }),
  'slow-to-refuse-keys: A 401 is held back for a moment, against guessing.',
  (rules) => ({
    around: async (answer, store, request) => {
      const given = await rules.around(answer, store, request);
      if (given.status === 401) await rules.sleep(100);
      return given;
    },
  }),
  `locked-out-for-good: After ${BAD_CREDENTIALS} bad credentials the right key gets 401 too, for the rest of the run.`,
  (rules) => {
    let bad = 0;
    return {
      authorised: (key, store, request) => {
        const isRight = rules.authorised(key, store, request) && bad < BAD_CREDENTIALS;
        if (!isRight) bad += 1;
        return isRight;
      },
    };
  },
  { exitCode: 4 },
  `everyone-pauses-after-bad-credentials: After ${BAD_CREDENTIALS} bad credentials everyone gets 429 for a second.`,
  (rules) => {
    const attempts = attemptsOf(rules);
    return {
      around: async (answer, store, request) => {
        attempts.checkPause();
        const given = await rules.around(answer, store, request);
        if (given.status === 401) attempts.record();
        return given;
      },
    };
  },
  `bad-credentials-pause: After ${BAD_CREDENTIALS} bad credentials the next get 429 for a second; the right key passes.`,
  (rules) => {
    const attempts = attemptsOf(rules);
    return {
      authorised: (key, store, request) => {
        const isRight = rules.authorised(key, store, request);
        if (!isRight) attempts.checkPause();
        if (!isRight) attempts.record();
        return isRight;
      },
    };
  },
  'deprecation-not-announced: Nothing in the answers of getPet says that it will go.',
  onGet({ deprecation: undefined, sunset: undefined }),
  ['only-sunset: getPet carries a Sunset and no Deprecation.', onGet({ deprecation: undefined })],
  ['sunset-at-the-end-of-the-day: getPet goes with the end of the day.', sunset('Thu, 05 Dec 2030 23:59:59 GMT')],
  ['sunset-in-the-far-east: getPet goes at midnight, GMT plus fourteen.', sunset('Wed, 04 Dec 2030 10:00:00 GMT')],
  'sunset-in-the-far-west: getPet goes with the last second of the day in a zone twelve hours behind.',
  sunset('Fri, 06 Dec 2030 11:59:59 GMT'),
  ['sunset-in-an-old-form: Sunset has the form of asctime, also an HTTP-date.', sunset('Thu Dec  5 00:00:00 2030')],
  'deprecation-explained: getPet links to a page about its end.',
  onGet({ link: '<https://example.com/deprecation>; rel="deprecation"; type="text/html"' }),
  'get-removed: getPet was removed in time, and its address gets 404.',
  removed(() => refusal('routeNotFound')),
  AFTER_REMOVAL,
  'get-removed-with-410: getPet was removed in time, and its address gets 410.',
  removed(() => new Refusal({ status: 410, code: 'gone', message: 'This operation was removed on 5 December 2030.' })),
  AFTER_REMOVAL,
  ['get-still-served: getPet is still served after its removal date.', () => ({}), AFTER_REMOVAL],
]);
