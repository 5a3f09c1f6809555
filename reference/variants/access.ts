import type { Alteration, Variant } from '../change.ts';
import { token } from '../combinators/access.ts';
import { headers } from '../combinators/answer.ts';
import { anyAnswer, refused } from '../combinators/answers.ts';
import { forSome } from '../combinators/compose.ts';
import { turnAway } from '../combinators/failures.ts';
import { isFetch } from '../combinators/requests.ts';
import { attempt } from '../combinators/values.ts';
import { Refusal, refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';

/** How a lenient server gets from what was sent to the key. */
const LENIENTLY: readonly ((sent: string) => string)[] = [
  (sent) => sent.trim(),
  (sent) => asUtf8(sent).trim(),
  (sent) => decodeURIComponent(sent),
  (sent) => sent.replace(/=+$/, ''),
  (sent) => sent.replace(/^(?:token=)?"?(.*?)"?$/, '$1'),
  (sent) => sent.split(/[ ,]/)[0] ?? '',
];

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
export const accessVariants: readonly Variant[] = [
  {
    name: 'several-challenges',
    story: 'A 401 names two schemes, of which Bearer is the second.',
    change: headers(refused(401), { 'www-authenticate': 'Negotiate, Bearer realm="petstore", error="invalid_token"' }),
  },
  {
    name: 'token-read-leniently',
    story:
      'The whole key is also taken with blanks, padding, quotes or more words around it, escaped or as a parameter.',
    change: token((sent, key) => LENIENTLY.some((read) => attempt(() => read(sent)) === key)),
  },
  {
    name: 'slow-to-refuse-keys',
    story: 'A 401 is held back for a moment, against guessing.',
    change: (rules) => ({
      around: async (answer, store, request) => {
        const given = await rules.around(answer, store, request);
        if (given.status === 401) await rules.sleep(100);
        return given;
      },
    }),
  },
  {
    name: 'locked-out-for-good',
    story: `After ${BAD_CREDENTIALS} bad credentials the right key gets 401 too, for the rest of the run.`,
    change: (rules) => {
      let bad = 0;
      return {
        authorised: (key, store, request) => {
          const isRight = rules.authorised(key, store, request) && bad < BAD_CREDENTIALS;
          if (!isRight) bad += 1;
          return isRight;
        },
      };
    },
    exitCode: 4,
  },
  {
    name: 'everyone-pauses-after-bad-credentials',
    story: `After ${BAD_CREDENTIALS} bad credentials everyone gets 429 for a second.`,
    change: (rules) => {
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
  },
  {
    name: 'bad-credentials-pause',
    story: `After ${BAD_CREDENTIALS} bad credentials the next get 429 for a second; the right key passes.`,
    change: (rules) => {
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
  },
  {
    name: 'deprecation-not-announced',
    story: 'Nothing in the answers of getPet says that it will go.',
    change: onGet({ deprecation: undefined, sunset: undefined }),
  },
  {
    name: 'only-sunset',
    story: 'getPet carries a Sunset and no Deprecation.',
    change: onGet({ deprecation: undefined }),
  },
  {
    name: 'sunset-in-the-far-east',
    story: 'getPet goes at midnight, GMT plus fourteen.',
    change: sunset('Wed, 04 Dec 2030 10:00:00 GMT'),
  },
  {
    name: 'sunset-in-the-far-west',
    story: 'getPet goes with the last second of the day in a zone twelve hours behind.',
    change: sunset('Fri, 06 Dec 2030 11:59:59 GMT'),
  },
  {
    name: 'sunset-in-an-old-form',
    story: 'Sunset has the form of asctime, also an HTTP-date.',
    change: sunset('Thu Dec  5 00:00:00 2030'),
  },
  {
    name: 'deprecation-explained',
    story: 'getPet links to a page about its end.',
    change: onGet({ link: '<https://example.com/deprecation>; rel="deprecation"; type="text/html"' }),
  },
  {
    name: 'get-removed',
    story: 'getPet was removed in time, and its address gets 404.',
    change: removed(() => refusal('routeNotFound')),
    ...AFTER_REMOVAL,
  },
  {
    name: 'get-removed-with-410',
    story: 'getPet was removed in time, and its address gets 410.',
    change: removed(
      () => new Refusal({ status: 410, code: 'gone', message: 'This operation was removed on 5 December 2030.' }),
    ),
    ...AFTER_REMOVAL,
  },
  {
    name: 'get-still-served',
    story: 'getPet is still served after its removal date.',
    change: () => ({}),
    ...AFTER_REMOVAL,
  },
];
