import type { Exchange } from '../harness/model/exchange.ts';
import { randomFrom } from '../reference/random.ts';
import type { Outgoing } from '../reference/service.ts';
import { failures } from './expected.ts';
import {
  type Asked,
  behind,
  blocked,
  DROPPED,
  error,
  type Front,
  guarded,
  hasKey,
  keyOf,
  limited,
  lossy,
  outage,
  page,
  REFUSED,
  type Sent,
  SILENT,
  silent,
  textOf,
  windowed,
} from './fronts.ts';
import { type Case, numbersTo, type Part, type ProblemsByClaim } from './part.ts';
import { simulate } from './simulation/simulate.ts';

/* Worlds in which answers are doubtful. A run there is right, open, or wrong, and it is never wrong. */

interface World {
  readonly name: string;
  readonly front: (seed: number) => () => Front;
  /** It does not conform, and must not end with 0. */
  readonly isGuilty?: true;
  /** Nothing else is accused. */
  readonly input?: Input;
  /** Everything is decided: this is ordinary life. */
  readonly isOrdinary?: boolean;
  /** The run cannot decide everything, and says so. */
  readonly isEnd?: true;
  /** At most. */
  readonly seconds?: number;
}

type Input = (sent: Sent) => boolean;

/** What the answers of a server may be replaced by. */
const ANSWERS: Readonly<Record<string, Outgoing>> = {
  'a reset': DROPPED,
  'a refused connection': REFUSED,
  silence: SILENT,
  '401': error(401),
  '429': error(429),
  '429 with Retry-After': error(429, { 'retry-after': '1' }),
  '502': page(502),
  '503': page(503),
  '503 with Retry-After': page(503, { 'retry-after': '1' }),
  '504': page(504),
};
const pick = (...names: readonly string[]) => Object.entries(ANSWERS).filter(([name]) => names.includes(name));

/** A run sends about so many requests before its last look. */
const REQUESTS = 600;
const someRequest = (seed: number) => 2 + Math.floor(randomFrom(seed)() * REQUESTS);

/** Once, whatever the request is. */
const nth = (number: number) => {
  let isOver = false;
  return ({ count }: Asked) => {
    if (isOver || count < number) return false;
    isOver = true;
    return true;
  };
};

const WINDOWS_MS = [50, 300, 1_000, 3_000, 10_000, 25_000];

const interruptions = [...Object.entries(ANSWERS), ['no progress', 'stand still'] as const].flatMap(([what, first]) =>
  WINDOWS_MS.map(
    (forMs): World => ({
      name: `${what} for ${forMs} ms`,
      front: (seed) => () => outage({ from: nth(someRequest(seed)), forMs, first })(),
      isOrdinary: true,
    }),
  ),
);

const MOMENTS = [60, 333, REQUESTS];

const deployments = MOMENTS.flatMap((moment) =>
  pick('a refused connection', '502', '503').flatMap(([what, meanwhile]) =>
    [true, false].map(
      (forgets): World => ({
        name: `a deployment at request ${moment}, ${what} for 25 s${forgets ? ', and the pets are lost' : ''}`,
        front: () => () => outage({ from: nth(moment), forMs: 25_000, first: DROPPED, meanwhile, forgets })(),
        isOrdinary: true,
      }),
    ),
  ),
);

const stops = numbersTo(12).map(
  (moment): World => ({
    name: `stopped for good, moment ${moment}`,
    front: (seed) => () => {
      const from = nth(2 + Math.floor(((moment - randomFrom(seed)()) * REQUESTS) / 12));
      return outage({ from, forMs: Number.POSITIVE_INFINITY, first: DROPPED, meanwhile: REFUSED })();
    },
    isEnd: true,
  }),
);

const posts = ({ method }: Sent) => method === 'POST';
const fetches = ({ target }: Sent) => target.includes('/pets/');
const KINDS = { requests: undefined, creations: posts, fetches } as const;

const limits: readonly World[] = [
  ...[50, 10, 5, 2, 1, 0.5, 1 / 6, 0.1].flatMap((rate) =>
    Object.entries(KINDS).flatMap(([what, is]) =>
      pick('429', '429 with Retry-After', '503').map(([answer, given]) => ({
        name: `${rate < 1 ? `one in ${Math.round(1 / rate)} s` : `${rate} a second`} of the ${what}, then ${answer}`,
        front: () => limited(rate, given, is),
        isOrdinary: rate >= 5,
      })),
    ),
  ),
  { name: '100 in a minute', front: () => windowed(100, 60_000, error(429)) },
  { name: '100 in 10 s, then 503', front: () => windowed(100, 10_000, page(503)) },
  { name: '30 creations in a minute', front: () => windowed(30, 60_000, error(429), posts) },
  { name: '30 creations in 20 s, then 503', front: () => windowed(30, 20_000, page(503), posts) },
  ...[0, 20, 100].map((most) => ({
    name: `a quota of ${most} creations`,
    front: () => windowed(most, Number.POSITIVE_INFINITY, error(429), posts),
  })),
  { name: 'a quota of 300 requests', front: () => windowed(300, Number.POSITIVE_INFINITY, error(429)) },
];

const losses = [0.01, 0.1, 0.25].flatMap((share) =>
  pick('a reset', 'silence', '502', '503', '504').map(
    ([what, given]): World => ({
      name: `${what} for ${100 * share} % of the requests`,
      front: () => lossy(share, given),
      isOrdinary: share === 0.01 && what !== 'silence',
    }),
  ),
);

const guesses: readonly World[] = [
  ...[5, 10].flatMap((most) =>
    [
      ...pick('429', '503', '503 with Retry-After'),
      ['429 that asks for a minute', error(429, { 'retry-after': '60' })] as const,
    ].map(([what, given]) => ({
      name: `${what} after ${most} bad credentials`,
      front: () => guarded(most, given),
    })),
  ),
  ...[1, 10].flatMap((seconds) =>
    pick('401', '429', '503').map(([what, given]) => ({
      name: `${what} for everybody for ${seconds} s after 5 bad credentials`,
      front: () => guarded(5, given, 1000 * seconds),
    })),
  ),
];

const asks =
  (method: string, path: RegExp): Input =>
  (incoming) =>
    incoming.method === method && path.test(incoming.target) && hasKey(incoming);
const creates =
  (body: RegExp): Input =>
  (incoming) =>
    incoming.method === 'POST' && body.test(textOf(incoming)) && hasKey(incoming);

const INPUTS: Readonly<Record<string, Input>> = {
  'the plain list': asks('GET', /\/pets$/),
  'a limit and a status': asks('GET', /\?(?=.*limit=1(&|$))(?=.*status=pending)/),
  'a documented limit': asks('GET', /[?&]limit=1$/),
  'a limit that is text': asks('GET', /limit=abc/),
  'a status': asks('GET', /[?&]status=sold(&limit=\d+)?$/),
  'an emoji in a name': creates(/\p{Emoji_Presentation}/u),
  'the largest category': creates(/9223372036854775807/),
  'an array as body': creates(/^\s*\[/),
  'null as body': creates(/^\s*null\s*$/),
  'no name': creates(/^\s*\{\s*"categoryId"\s*:\s*\d+\s*\}\s*$/),
  'a fetch of a pet': asks('GET', /\/pets\/1$/),
  'a large unknown id': asks('GET', /\/pets\/\d{15,18}$/),
  'an id that is text': asks('GET', /\/pets\/abc$/),
  'no credential': (one) => keyOf(one) === undefined,
  'Bearer alone': (one) => /^Bearer\s*$/.test(keyOf(one) ?? ''),
};

/** For how long everybody gets the same afterwards. */
const ECHOES_MS = [0, 50, 300, 1_000, 5_000];

const culprits = Object.entries(INPUTS).flatMap(([name, is]) =>
  Object.entries(ANSWERS)
    .filter(([what]) => what !== 'a refused connection' && !(what === '401' && /credential|Bearer/.test(name)))
    .flatMap(([what, first]) =>
      ECHOES_MS.map(
        (forMs): World => ({
          name: `${what} for ${name}, and for everybody for ${forMs} ms`,
          front: () => outage({ from: ({ incoming }) => is(incoming), forMs, first }),
          isGuilty: true,
          // The right key is refused to everybody, now and then: that is a failure of its own.
          ...(what !== '401' && { input: is }),
        }),
      ),
    ),
);

const crashes = Object.entries(INPUTS).flatMap(([name, is]) =>
  [
    { forMs: 300, first: DROPPED, meanwhile: REFUSED, forgets: true },
    { forMs: 2_000, first: DROPPED, meanwhile: REFUSED },
    { forMs: 1_000, first: page(502), meanwhile: page(502), forgets: true },
  ].map(
    (down): World => ({
      name: `${name} ends the server for ${down.forMs} ms${down.forgets ? ', and the pets are lost' : ''}`,
      front: () => outage({ from: ({ incoming }) => is(incoming), ...down }),
      isGuilty: true,
      input: is,
    }),
  ),
);

const has = (status: number) => (_incoming: Sent, answer: Outgoing) =>
  answer.kind === 'response' && answer.status === status;
const isNull = (incoming: Sent) => textOf(incoming) === 'null';
/** The same requests each time. */
const oneInNine = (incoming: Sent) =>
  [...`${incoming.target}${textOf(incoming)}`].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 997, 7) %
    9 ===
  0;

const SILENCES: Readonly<Record<string, () => Front>> = {
  '401': silent(has(401)),
  '400': silent(has(400)),
  '404': silent(has(404)),
  'any refusal': silent((_incoming, answer) => answer.kind === 'response' && answer.status >= 400),
  '201': silent(has(201)),
  'a creation': silent(posts),
  'a fetch': silent(fetches),
  'a list with parameters': silent(({ target }) => target.includes('?')),
  'one request in nine': silent(oneInNine),
  'a name with an emoji': silent(creates(/\p{Emoji_Presentation}/u)),
  'a creation after the first 50 requests': silent((incoming, _answer, count) => count > 50 && posts(incoming)),
  'anything after the first 50 requests': silent((_incoming, _answer, count) => count > 50),
  'anything for 12 s after a body of null': blocked(12_000, isNull),
  'anything for 12 s after a creation': blocked(12_000, posts),
  'anything for 12 s after a bad credential': blocked(12_000, (incoming) => !hasKey(incoming)),
};

const silences = Object.entries(SILENCES).map(
  ([name, front]): World => ({ name: `no answer to ${name}`, front: () => front, isGuilty: true, seconds: 85 }),
);

const FAMILIES = { interruptions, deployments, stops, limits, losses, guesses, culprits, crashes, silences };

export type Came = 'right' | 'open' | 'wrong';

type Ran = Awaited<ReturnType<typeof simulate>>;

/** Requests that are accused, and are not the input. */
function innocentIn({ exchanges }: Ran, input: Input): readonly Exchange[] {
  const accused = new Set(
    exchanges.flatMap(({ concludes }) => (concludes && concludes.cause !== 'open' ? concludes.about : [])),
  );
  const isIt = ({ request: { method, path, headers, body = '' } }: Exchange) =>
    input({ method, target: path, headers, pieces: [Buffer.from(body)] });
  return exchanges.filter((one) => accused.has(one.number) && !isIt(one));
}

function wrongIn(ran: Ran, { isGuilty, input, isEnd, seconds }: World): readonly string[] {
  const { report } = ran;
  const { exitCode, run } = report;
  const isLate = seconds !== undefined && run.durationMs > 1000 * seconds;
  return [
    ...(isGuilty ? [] : failures(report)),
    ...(input ? innocentIn(ran, input) : []).map(({ number, request }) => `#${number} ${request.path} is accused`),
    ...((isGuilty && exitCode === 0) || (isEnd && exitCode !== 4) ? [`exit code ${exitCode}`] : []),
    ...(isLate ? [`it took ${run.durationMs} ms`] : []),
  ];
}

/** A run with many interruptions ends with 4, although nothing is missing. */
function openIn({ report: { results, exitCode, diagnosis } }: Ran, { isGuilty, isEnd }: World): readonly string[] {
  const open = results.filter(({ outcome, level }) => outcome === 'inconclusive' && level === 'MUST');
  if (isEnd || (isGuilty ? exitCode === 1 : open.length === 0)) return [];
  return [`exit code ${exitCode}, ${open.length} requirements are open (${diagnosis ?? open[0]?.reason})`];
}

/** What a run came to, and what is not as it must be. */
export async function cameTo(world: World, seed: number) {
  const ran = await simulate({ seed, ...behind(world.front(seed), seed) });
  const [wrong, open] = [wrongIn(ran, world), openIn(ran, world)];
  const came: Came = wrong.length > 0 ? 'wrong' : open.length > 0 ? 'open' : 'right';
  return { came, report: ran.report, wrong, open };
}

function caseOf(family: string, world: World, seed: number): Case<ProblemsByClaim> {
  return {
    name: `${family}: ${world.name}, seed ${seed}`,
    run: async () => {
      const { wrong, open } = await cameTo(world, seed);
      return { worlds: wrong, [`${family} decided`]: open, ...(world.isOrdinary && { 'ordinary life decided': open }) };
    },
  };
}

const TITLES: Readonly<Record<keyof typeof FAMILIES, string>> = {
  interruptions: 'everybody is disturbed for 50 ms to 25 s',
  deployments: 'a new version is started',
  stops: 'somebody stops the server for good, which the run says',
  limits: 'requests, creations or fetches are limited, from 50 a second to one in 10 s, or there is a quota',
  losses: '1, 10 or 25 % of the answers are lost',
  guesses: 'bad credentials are limited, or lock everybody out',
  culprits: 'one input is never answered as it must be, and disturbs everybody',
  crashes: 'one input ends the server',
  silences: 'something is never answered',
};

export const worlds: Part = {
  name: 'worlds',
  claim: 'worlds of doubtful answers in which no conforming server fails, and nothing wrong passes',
  // Where a quarter of all answers is lost, three in a row are lost by chance.
  tolerated: 0.01,
  also: {
    'ordinary life decided': {
      claim: 'of them, those that are decided, where ordinary life disturbs a run: a restart, a limit, a lost answer',
      tolerated: 0.05,
    },
    ...Object.fromEntries(
      Object.entries(TITLES).map(([family, title]) => [
        `${family} decided`,
        { claim: `of them, those that are decided, where ${title}`, tolerated: 1 },
      ]),
    ),
  },
  cases: ({ seeds }) =>
    numbersTo(seeds).flatMap((seed) =>
      Object.entries(FAMILIES).flatMap(([family, all]) => all.map((world) => caseOf(family, world, seed))),
    ),
};

/** Every world by its family and its name. */
export const WORLDS: readonly (readonly [family: string, world: World])[] = Object.entries(FAMILIES).flatMap(
  ([family, all]) => all.map((world) => [family, world] as const),
);
