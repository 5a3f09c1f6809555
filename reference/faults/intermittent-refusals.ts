import type { Fault } from '../change.ts';
import type { Json } from '../json/value.ts';
import { headerOf, type Operation, type Request, STATUSES } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import type { Rules } from '../rules.ts';
import { everyNth } from '../turns.ts';
import { asText, behindMark, every, glitch, omit, refusedWith, withFields } from './glitch.ts';
import { afterwards, crash, keepAnyway, OPERATIONS, wordFor } from './tools.ts';

const onEvery = (requirement: string) => OPERATIONS.map((operation) => `${requirement}.${operation}`);

/** A fault by which every nth Error of one status has another body. */
const errs = (
  name: string,
  story: string,
  violates: readonly string[],
  [nth, status]: readonly [nth: number, status: number],
  alter: Parameters<typeof withFields>[0],
): Fault => glitch({ name, story, violates, on: refusedWith(status), when: every(nth), becomes: withFields(alter) });

/** A fault by which every nth wrong credential of one kind is let in, counted for each operation by itself. */
const letsIn = (
  name: string,
  story: string,
  requirement: string,
  nth: number,
  isWrong: (request: Request) => boolean,
): Fault => ({
  name,
  story,
  violates: onEvery(requirement),
  intermittent: true,
  change: (rules) => {
    const due = Object.fromEntries(OPERATIONS.map((operation) => [operation, everyNth(nth)]));
    return {
      authorised: (request, key) =>
        rules.authorised(request, key) || (isWrong(request) && (due[request.operation ?? '']?.() ?? false)),
    };
  },
});

/** A fault by which every second creation that is refused with this status is stored all the same. */
const storesRefused = (name: string, story: string, status: number, requirement: string): Fault => ({
  name,
  story,
  violates: [requirement],
  intermittent: true,
  change: (rules) => {
    const due = everyNth(2);
    return afterwards(rules, (answer, request, store) => {
      if (answer.status === status && request.operation === 'createPet' && due()) keepAnyway(rules, store, request);
    });
  },
});

/** A fault by which every second body that is broken in one way is accepted. */
const accepts = (
  name: string,
  story: string,
  requirement: string,
  change: (rules: Rules, due: () => boolean) => Partial<Rules>,
): Fault => ({
  name,
  story,
  violates: [requirement],
  intermittent: true,
  change: (rules) => change(rules, everyNth(2)),
});

const isStatus = (value: Json | undefined) => STATUSES.some((status) => status === value);

const crashesOn = (operation: Operation, status: number, nth: number): Fault =>
  glitch({
    name: `${wordFor(operation)}-crashes-at-times-instead-of-${status}`,
    story: `Every few times, ${operation} crashes while it writes a ${status}.`,
    violates: ['errors.no-5xx'],
    on: (answer, request) => request.operation === operation && answer.status === status,
    when: every(nth),
    becomes: crash,
  });

/** Refusals that are right most of the time. */
export const intermittentRefusalFaults: readonly Fault[] = [
  errs(
    'every-third-400-loses-its-code',
    'One of three workers writes no code.',
    ['errors.shape.400'],
    [3, 400],
    (error) => omit(error, 'code'),
  ),
  errs(
    'every-third-401-loses-its-message',
    'One of three workers writes no message.',
    ['errors.shape.401'],
    [3, 401],
    (error) => omit(error, 'message'),
  ),
  errs(
    'every-fourth-404-loses-its-status',
    'One of four workers writes no status.',
    ['errors.shape.404'],
    [4, 404],
    (error) => omit(error, 'status'),
  ),
  errs(
    'every-fifth-400-says-422',
    'One of five workers has an older framework.',
    ['errors.status-matches.400'],
    [5, 400],
    (error) => ({
      ...error,
      status: 422,
    }),
  ),
  errs(
    'every-fourth-401-says-403',
    'One of four workers confuses two statuses.',
    ['errors.status-matches.401'],
    [4, 401],
    (error) => ({
      ...error,
      status: 403,
    }),
  ),
  errs(
    'every-third-404-says-200',
    'One of three workers sets the status too late.',
    ['errors.status-matches.404'],
    [3, 404],
    (error) => ({
      ...error,
      status: 200,
    }),
  ),
  glitch({
    name: 'every-fourth-401-as-text',
    story: 'One of four workers does not set the content type of a 401.',
    violates: ['body.content-type'],
    on: refusedWith(401),
    when: every(4),
    becomes: asText,
  }),
  glitch({
    name: 'every-sixth-400-behind-a-mark',
    story: 'Every sixth 400 starts with a byte order mark.',
    violates: ['body.json'],
    on: refusedWith(400),
    when: every(6),
    becomes: behindMark,
  }),
  glitch({
    name: 'every-third-401-without-challenge',
    story: 'One of three workers does not name the scheme in a 401.',
    violates: [],
    warns: ['auth.challenge'],
    on: refusedWith(401),
    when: every(3),
    becomes: (answer) => ({ ...answer, headers: {} }),
  }),
  glitch({
    name: 'every-fourth-404-has-another-code',
    story: 'One of four workers has a code of its own for a pet that does not exist.',
    violates: [],
    warns: ['errors.informative'],
    on: refusedWith(404),
    when: every(4),
    becomes: withFields((error) => ({ ...error, code: 'no_such_pet' })),
  }),
  crashesOn('createPet', 400, 6),
  crashesOn('listPets', 401, 5),
  crashesOn('getPet', 404, 4),
  letsIn(
    'every-third-wrong-token-accepted',
    'One of three workers looks whether there is a bearer token and not which.',
    'auth.invalid-key',
    3,
    (request) => bearerToken(request) !== undefined,
  ),
  letsIn(
    'every-second-other-scheme-accepted',
    'One of two workers does not look at the scheme.',
    'auth.wrong-scheme',
    2,
    (request) => /^(?!bearer\b)\S/i.test(headerOf(request, 'authorization') ?? ''),
  ),
  storesRefused(
    'every-second-400-stores-the-pet',
    'One of two workers stores a pet before it validates it.',
    400,
    'create.no-effect',
  ),
  storesRefused(
    'every-second-401-stores-the-pet',
    'One of two workers stores a pet before it looks at the key.',
    401,
    'auth.no-effect',
  ),
  accepts(
    'every-second-wrong-type-accepted',
    'One of two workers converts fields of another type.',
    'create.wrong-type',
    (rules, due) => ({
      readName: (value) =>
        value !== undefined && typeof value !== 'string' && due() ? 'converted' : rules.readName(value),
      readCategoryId: (value) =>
        value !== undefined && typeof value !== 'bigint' && typeof value !== 'number' && due()
          ? 1n
          : rules.readCategoryId(value),
    }),
  ),
  accepts(
    'every-second-bad-status-dropped',
    'One of two workers drops a status that it does not know.',
    'create.bad-status',
    (rules, due) => ({
      readStatus: (value) => (value !== undefined && !isStatus(value) && due() ? undefined : rules.readStatus(value)),
    }),
  ),
  accepts(
    'every-second-missing-field-filled',
    'One of two workers fills fields that are missing.',
    'create.missing-field',
    (rules, due) => ({
      readFields: (body) => {
        const fields = rules.readFields(body);
        const lacks = fields.name === undefined || fields.categoryId === undefined;
        return lacks && due() ? { name: 'unnamed', categoryId: 0n, ...fields } : fields;
      },
    }),
  ),
  accepts(
    'every-second-broken-body-accepted',
    'One of two workers takes a text that is not JSON for a pet with default fields.',
    'create.bad-body',
    (rules, due) => ({
      parse: (text) => {
        try {
          return rules.parse(text);
        } catch (error) {
          if (due()) return { name: 'unreadable', categoryId: 0n };
          throw error;
        }
      },
    }),
  ),
];
