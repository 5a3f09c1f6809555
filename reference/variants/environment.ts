import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Variant } from '../change.ts';
import { type NewPet, type Request, STATUSES } from '../model.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { everyNth } from '../turns.ts';
import { needsShortPages } from './many-pets.ts';

const TOO_FULL = 'There are more pets than a page holds, so what is missing from one proves little.';
const GROWING = 'Others add pets all the time, so pages fill up and push each other out.';

const MANY_PETS = needsShortPages(TOO_FULL);

const slow = (name: string, story: string, wait: (random: () => number) => number): Variant => ({
  name,
  story,
  change: (rules) => ({
    around: async (request, answer, store) => {
      await delay(wait(rules.random));
      return rules.around(request, answer, store);
    },
  }),
});

/** A server that turns a request away from time to time and says when to come back. */
const busy = (rules: Rules, status: number, retryAfter: () => string, turnsAway: () => boolean): Partial<Rules> => ({
  around: async (request, answer, store) => {
    if (!turnsAway()) return rules.around(request, answer, store);
    const headers = { 'retry-after': retryAfter() };
    throw new Refusal({ status, code: 'try_again', message: 'The service is busy.', headers });
  },
});

const moreThan = (most: number) => {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count > most;
  };
};

/** Another client, which adds a pet at every nth request, up to some number. */
const stranger = (rules: Rules, nth: number, most: number): Partial<Rules> => {
  const due = everyNth(nth);
  let added = 0;
  return {
    // Named so that no combination brings other ids: they could meet those of the stranger.
    assignId: rules.assignId,
    around: async (request, answer, store) => {
      if (due() && added < most) addStranger(rules, store, added++);
      return rules.around(request, answer, store);
    },
  };
};

function addStranger(rules: Rules, store: Store, index: number): void {
  const status = STATUSES[index % (STATUSES.length + 1)];
  const pet: NewPet = { name: `stranger ${index}`, categoryId: 2n, ...(status === undefined ? {} : { status }) };
  rules.keep(store, { id: rules.assignId(store.nextSerial(), {}, store), ...pet });
}

const takesGzip = ({ headers }: Request) => (headers['accept-encoding'] ?? []).join().includes('gzip');

const heldBefore = (name: string, pets: number, mayStayOpen: Readonly<Record<string, string>> = {}): Variant => ({
  name,
  story: `${pets} pets are there already.`,
  pets,
  mayStayOpen,
  change: () => ({}),
});

/** The circumstances in which real servers live. */
export const environmentVariants: readonly Variant[] = [
  slow('slow', 'Every answer takes 50 ms.', () => 50),
  slow('jittery', 'Answers take up to 60 ms and overtake each other.', (random) => random() * 60),
  {
    name: 'rate-limited',
    story: 'More than 60 requests in a second get 429 and are asked back a second later.',
    change: (rules) => busy(rules, 429, () => '1', moreThan(60)),
  },
  {
    name: 'overloaded-now-and-then',
    story: 'Every eightieth request gets 503 and is asked back a second later.',
    change: (rules) => busy(rules, 503, () => '1', everyNth(80)),
  },
  {
    name: 'overloaded-until-a-date',
    story: 'Every eightieth request gets 503 and is reported by date when to come back.',
    change: (rules) => busy(rules, 503, () => new Date(Date.now() + 1000).toUTCString(), everyNth(80)),
  },
  {
    name: 'a-few-strangers',
    story: 'Another client adds thirty pets in the course of a run.',
    mayStayOpen: MANY_PETS,
    change: (rules) => stranger(rules, 8, 30),
  },
  {
    name: 'strangers-all-the-time',
    story: 'Another client adds a pet at every third request.',
    mayStayOpen: needsShortPages(GROWING),
    change: (rules) => stranger(rules, 3, 2000),
  },
  {
    name: 'connection-closed',
    story: 'The connection is closed after each answer.',
    change: (rules) => ({
      headers: (answer, request) => ({ ...rules.headers(answer, request), connection: 'close' }),
    }),
  },
  {
    name: 'headers-in-capitals',
    story: 'The names of headers are written in capitals.',
    change: (rules) => ({
      headers: (answer, request) =>
        Object.fromEntries(
          Object.entries(rules.headers(answer, request)).map(([name, value]) => [name.toUpperCase(), value]),
        ),
    }),
  },
  {
    name: 'chunked',
    story: 'Bodies come in small chunks, cut anywhere.',
    change: () => ({
      send: (response, { status, headers, body }) => {
        response.writeHead(status, headers);
        for (let start = 0; start < body.length; start += 61) response.write(body.subarray(start, start + 61));
        response.end();
      },
    }),
  },
  {
    name: 'compressed',
    story: 'Bodies are compressed where the client asks for it.',
    change: (rules) => ({
      send: (response, message, request) => {
        if (!takesGzip(request)) return rules.send(response, message, request);
        const headers = { ...message.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
        rules.send(response, { ...message, headers, body: gzipSync(message.body) }, request);
      },
    }),
  },
  {
    name: 'few-headers',
    story: 'Answers carry no Date.',
    change: (rules) => ({
      send: (response, message, request) => {
        response.sendDate = false;
        rules.send(response, message, request);
      },
    }),
  },
  {
    name: 'many-headers',
    story: 'Answers carry the headers of caches, browsers, quotas and pages.',
    change: (rules) => ({
      headers: (answer, request) => ({
        'cache-control': 'no-store',
        'strict-transport-security': 'max-age=63072000',
        'access-control-allow-origin': '*',
        'x-request-id': 'c0ffee',
        'x-ratelimit-limit': '100000',
        'x-ratelimit-remaining': '99999',
        ...(request.operation === 'listPets' ? { 'x-total-count': '7', link: '</v1/pets?cursor=2>; rel="next"' } : {}),
        ...rules.headers(answer, request),
      }),
    }),
  },
  heldBefore('fifteen-pets', 15),
  heldBefore('hundred-pets', 100, MANY_PETS),
  heldBefore('hundred-and-one-pets', 101, MANY_PETS),
  heldBefore('five-thousand-pets', 5000, MANY_PETS),
  {
    name: 'five-thousand-pets-in-every-status',
    story: '5000 pets are there already, more than 1000 of them in every status.',
    pets: 5000,
    everyStatus: true,
    mayStayOpen: MANY_PETS,
    change: () => ({}),
  },
  {
    name: 'slow-after-silence',
    story: 'Requests are counted in a header, and the first one after 300 ms of silence takes 400 ms longer.',
    change: (rules) => ({
      around: async (request, answer, store) => {
        if (request.idleMs >= 300) await delay(400);
        return rules.around(request, answer, store);
      },
      headers: (answer, request) => ({ ...rules.headers(answer, request), 'x-request-count': `${request.serial}` }),
    }),
  },
];
