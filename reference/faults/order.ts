import type { Alteration, Fault } from '../change.ts';
import { isError } from '../combinators/answers.ts';
import { bytes } from '../combinators/create.ts';
import { crash, reject } from '../combinators/failures.ts';
import { isCreation } from '../combinators/requests.ts';
import { isUnreadable } from '../combinators/sent.ts';
import type { Answer, Pet, Request } from '../model.ts';
import type { Rules } from '../rules.ts';
import { faults } from './fault.ts';

/** What belongs to whatever serves a request: its connection, or its thread. */
type Place = (request: Request) => number;

const THREADS = 4;
const connection: Place = ({ connection: { serial } }) => serial;
const thread: Place = ({ serial }) => serial % THREADS;

const hasNoKey = ({ headers }: Request) => headers.authorization === undefined;

/** Whoever was let in stays known at the place that served the request. */
const identityStays =
  (place: Place, isKept: (request: Request) => boolean = () => true): Alteration =>
  (rules) => {
    const known = new Set<number>();
    return {
      authorised: (key, store, request) => {
        const isRight = rules.authorised(key, store, request);
        const isLetIn = isRight || (hasNoKey(request) && known.has(place(request)));
        if (isRight && isKept(request)) known.add(place(request));
        else known.delete(place(request));
        return isLetIn;
      },
    };
  };

/** A creation that is refused leaves something behind for the next one at that place. */
const leftBehind =
  (place: Place, isLeft: (answer: Answer, request: Request) => boolean): Alteration =>
  (rules) => {
    const left = new Set<number>();
    return {
      readFields: (body, request) => (left.delete(place(request)) ? reject() : rules.readFields(body, request)),
      finish: (answer, store, request) => {
        if (isCreation(request) && isLeft(answer, request)) left.add(place(request));
        return rules.finish(answer, store, request);
      },
    };
  };

const isRefused = (answer: Answer) => answer.status === 400;
const RESTS = 2;

/** The rest of a text that is not JSON stays in the buffer of its connection, in front of the next one. */
const restStays: Alteration = (rules) => {
  const rests = new Map<number, Buffer>();
  return bytes((body, request) => {
    const rest = rests.get(connection(request)) ?? Buffer.alloc(0);
    rests.delete(connection(request));
    if (isUnreadable(request) && body.length > RESTS) rests.set(connection(request), body.subarray(-RESTS));
    return Buffer.concat([rest, body]);
  })(rules);
};

const POOL = 10;

/** Each error of this kind keeps a connection to the database, and then there is none left for the next of them. */
const leaks =
  (isOfKind: (answer: Answer, request: Request) => boolean): Alteration =>
  (rules: Rules) => {
    let lost = 0;
    return {
      finish: (answer, store, request) => {
        const given = rules.finish(answer, store, request);
        if (!isError(given, request) || !isOfKind(given, request)) return given;
        lost += 1;
        return lost > POOL ? crash() : given;
      },
    };
  };

const refusing = (status: number) => (answer: Answer, request: Request) =>
  answer.status === status && (status !== 400 || isCreation(request));

const leakingOn = (status: number, what: string) => ({
  name: `connections-leak-on-${status}-of-${POOL}`,
  story: `${what} keeps its connection to the database, of which there are ${POOL}.`,
  change: leaks(refusing(status)),
});

/** Each worker keeps the pages that it has read until it stores a pet itself. */
const staleInWorkers: Alteration = (rules) => {
  const kept = Array.from({ length: THREADS }, () => new Map<string, readonly Pet[]>());
  return {
    page: (pets, view, request) => {
      const own = kept[thread(request)];
      const key = JSON.stringify(view);
      const page = own?.get(key) ?? rules.page(pets, view, request);
      own?.set(key, page);
      return page;
    },
    keep: (store, pet, request) => {
      kept[thread(request)]?.clear();
      rules.keep(store, pet, request);
    },
  };
};

const CREATIONS = [
  'create.minimal',
  'create.with-status',
  'create.echo',
  'create.int64',
  'create.id.unique',
  'create.client-id',
];

/** What one request leaves behind for the next. */
export const orderFaults: readonly Fault[] = [
  ...faults({ violates: ['auth.missing.*', 'auth.header-only'], intermittent: true }, [
    {
      name: 'identity-of-a-creation-stays-on-a-connection',
      story: 'Only creations forget to clear who asked, on their connection.',
      change: identityStays(connection, isCreation),
      anyOf: true,
    },
    {
      name: 'identity-stays-on-a-thread',
      story: 'Who was let in is kept in a variable of the thread, which serves others next.',
      also: ['auth.first'],
      change: identityStays(thread),
      anyOf: true,
    },
  ]),
  ...faults({ violates: CREATIONS, intermittent: true }, [
    {
      name: 'validator-keeps-its-errors',
      story: 'The validator of a connection is not reset, so the next creation has its errors too.',
      also: ['history.agrees'],
      change: leftBehind(connection, isRefused),
      anyOf: true,
    },
    {
      name: 'parser-keeps-the-rest-of-a-body',
      story: 'What a parser leaves of a body that is not JSON comes before the next one.',
      change: restStays,
      anyOf: true,
    },
  ]),
  ...faults(
    {
      violates: [
        'list.complete',
        'list.status.complete',
        'list.status.with-limit',
        'deprecation.replacement',
        'history.agrees',
      ],
      intermittent: true,
    },
    [
      {
        name: 'stale-pages-in-each-worker',
        story: 'Each worker keeps the pages that it has read until it stores a pet itself.',
        change: staleInWorkers,
        anyOf: true,
      },
    ],
  ),
  ...faults(
    {
      violates: [
        'auth.missing.*',
        'auth.invalid-key.*',
        'auth.wrong-scheme.*',
        'auth.malformed',
        'auth.header-only',
        'errors.no-5xx',
      ],
      warns: ['auth.first'],
      intermittent: true,
      anyOf: true,
    },
    [leakingOn(401, 'A request without the key')],
  ),
  ...faults(
    {
      violates: [
        'create.missing-field',
        'create.wrong-type',
        'create.out-of-range',
        'create.bad-status',
        'create.bad-body',
        'create.invalid',
        'errors.no-5xx',
      ],
      warns: ['create.null-status', 'create.lenient-body'],
      intermittent: true,
      anyOf: true,
    },
    [leakingOn(400, 'A body that is not valid')],
  ),
  ...faults({ violates: ['get.unknown', 'errors.no-5xx'] }, [leakingOn(404, 'A fetch that finds nothing')]),
];
