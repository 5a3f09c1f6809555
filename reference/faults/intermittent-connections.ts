import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import type { Request } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import {
  anyAnswer,
  anyPage,
  asText,
  behindMark,
  every,
  glitch,
  isFiltered,
  omit,
  petsOf,
  refusedWith,
  succeeds,
  withFields,
  withPets,
} from './glitch.ts';
import { crash, OPERATIONS } from './tools.ts';

const onEvery = (requirement: string) => OPERATIONS.map((operation) => `${requirement}.${operation}`);

const SILENCE_MS = 300;
const MANY_REQUESTS = 200;

const onOddConnections = () => (request: Request) => request.connection.serial % 2 === 1;
const firstOfConnection = () => (request: Request) => request.connection.requestsBefore === 0;
const afterSilence = () => (request: Request) => request.idleMs >= SILENCE_MS;
const afterManyRequests = () => (request: Request) => request.serial > MANY_REQUESTS;

/** A fault by which a connection that carried the right key is trusted with some wrong credentials. */
const trusts = (
  name: string,
  story: string,
  requirement: string,
  trusted: (request: Request, key: string) => boolean,
): Fault => ({
  name,
  story,
  violates: onEvery(requirement),
  intermittent: true,
  change: (rules) => {
    const known = new Set<number>();
    return {
      authorised: (request, key) => {
        const { serial } = request.connection;
        if (rules.authorised(request, key)) known.add(serial);
        return rules.authorised(request, key) || (known.has(serial) && trusted(request, key));
      },
    };
  },
});

const isAnonymous = (request: Request, key: string) =>
  request.headers.authorization === undefined && !JSON.stringify([request.search, request.headers]).includes(key);

/** What depends on the connection, on a pause, or on how long the server has been running. */
export const intermittentConnectionFaults: readonly Fault[] = [
  glitch({
    name: 'odd-connections-as-text',
    story: 'One of two workers does not set the content type of anything on its connections.',
    violates: ['body.content-type'],
    on: anyAnswer,
    when: onOddConnections,
    becomes: asText,
  }),
  glitch({
    name: 'odd-connections-ignore-the-filter',
    story: 'One of two workers ends filtered lists with a pet of another status, on its connections.',
    violates: ['list.status.only'],
    on: (answer, request) => anyPage(answer, request) && isFiltered(request),
    when: onOddConnections,
    becomes: (answer, store, rules, request) => {
      const pets = petsOf(answer);
      const stray = store.all().find(({ status }) => !request.search.includes(`status=${status}`));
      const limit = Number(/limit=(\d+)/.exec(request.search)?.[1] ?? 20);
      // A full page gives up its last pet, so that it does not grow too long.
      const kept = pets.slice(0, limit - 1);
      return stray === undefined ? answer : { ...answer, content: [...kept, rules.presentPet(stray, request)] };
    },
  }),
  glitch({
    name: 'odd-connections-lose-codes',
    story: 'One of two workers writes a 400 without a code, on its connections.',
    violates: ['errors.shape.400'],
    on: refusedWith(400),
    when: onOddConnections,
    becomes: withFields((error) => omit(error, 'code')),
  }),
  glitch({
    name: 'first-answer-of-a-connection-as-text',
    story: 'The first answer on a connection has no right content type yet.',
    violates: ['body.content-type'],
    on: anyAnswer,
    when: firstOfConnection,
    becomes: asText,
  }),
  {
    name: 'first-request-of-a-connection-takes-any-token',
    story: 'The key is verified in the background, and the first request of a connection does not wait for that.',
    violates: onEvery('auth.invalid-key'),
    intermittent: true,
    change: (rules) => ({
      authorised: (request, key) =>
        rules.authorised(request, key) || (firstOfConnection()(request) && bearerToken(request) !== undefined),
    }),
  },
  trusts(
    'trusted-connection-takes-any-token',
    'A connection that carried the right key is trusted with any other.',
    'auth.invalid-key',
    (request) => bearerToken(request) !== undefined,
  ),
  trusts(
    'trusted-connection-ignores-the-case-of-the-key',
    'A connection keeps its last header, and compares the next one with it without case.',
    'auth.invalid-key',
    (request, key) => bearerToken(request)?.toLowerCase() === key.toLowerCase(),
  ),
  trusts(
    'trusted-connection-needs-no-key',
    'A connection that carried the right key is trusted without one.',
    'auth.missing',
    isAnonymous,
  ),
  {
    name: 'crashes-after-silence',
    story: `The first request after ${SILENCE_MS} ms of silence finds its connection to the database closed.`,
    violates: ['errors.no-5xx'],
    intermittent: true,
    change: (rules) => ({
      around: async (request, answer, store) =>
        afterSilence()(request) ? crash() : rules.around(request, answer, store),
    }),
  },
  glitch({
    name: 'text-after-silence',
    story: `The first answer after ${SILENCE_MS} ms of silence has another content type.`,
    violates: ['body.content-type'],
    on: anyAnswer,
    when: afterSilence,
    becomes: asText,
  }),
  glitch({
    name: 'byte-order-mark-after-silence',
    story: `The first answer after ${SILENCE_MS} ms of silence starts with a byte order mark.`,
    violates: ['body.json'],
    on: anyAnswer,
    when: afterSilence,
    becomes: behindMark,
  }),
  glitch({
    name: 'text-after-many-requests',
    story: `After ${MANY_REQUESTS} requests a counter overflows, and content types are wrong.`,
    violates: ['body.content-type'],
    on: anyAnswer,
    when: afterManyRequests,
    becomes: asText,
  }),
  glitch({
    name: 'names-change-after-many-requests',
    story: `After ${MANY_REQUESTS} requests a cache is full, and lists show names from it.`,
    violates: ['list.complete'],
    on: anyPage,
    when: afterManyRequests,
    becomes: withPets((pets) => pets.map((pet) => ({ ...membersOf(pet), name: 'Rex' }))),
  }),
  glitch({
    name: 'crashes-after-many-requests',
    story: `After ${MANY_REQUESTS} requests memory is short, and every tenth list crashes.`,
    violates: ['errors.no-5xx'],
    on: (answer, request) => succeeds('listPets')(answer, request) && request.serial > MANY_REQUESTS,
    when: every(10),
    becomes: crash,
  }),
];
