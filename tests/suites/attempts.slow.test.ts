import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../harness/model/exchange.ts';
import { faults } from '../../reference/faults/index.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../../reference/service.ts';
import { lossIn } from '../../suites/world/attempts.ts';
import { API_KEY, type Front, idsWith, respond, simulate } from '../harness/simulated.ts';
import {
  created,
  error,
  get,
  list,
  markOf,
  mine,
  noAnswer,
  others,
  post,
  type Steps,
  withoutId,
  worldFrom,
} from './record.ts';

/** From a turn on, a fresh service answers, after a time in which nobody does. */
function restartAt(turnOfRestart: number, downMs: number): Front {
  let fresh: Service | undefined;
  let since = 0;
  return async (incoming, pass, { at, turn }) => {
    if (turn < turnOfRestart) return pass();
    if (fresh === undefined) since = at;
    fresh ??= createService({ apiKey: API_KEY });
    return at < since + downMs ? { kind: 'refused' } : fresh.receive(incoming);
  };
}

test.each([12, 60, 300, 560])(
  'a service that forgets everything at request %i is checked in a second attempt',
  async (turn) => {
    const { report } = await simulate({ front: restartAt(turn, 300) });
    expect([report.exitCode, report.diagnosis, idsWith(report, 'fail'), report.run.attempts]).toEqual([
      0,
      undefined,
      [],
      2,
    ]);
    expect(idsWith(report, 'pass').length).toBeGreaterThanOrEqual(72);
  },
);

test('a service that loses its pets without having been away fails', async () => {
  const { report } = await simulate({ front: restartAt(300, 0) });
  expect([report.exitCode, report.run.attempts]).toEqual([1, undefined]);
  expect(idsWith(report, 'fail')).toContain('list.complete');
});

/** A service in memory that some requests stop, and that something starts again. */
function supervised(
  stops: (incoming: Incoming) => boolean,
  faults: readonly string[] = [],
  away: Outgoing = { kind: 'refused' },
): Front {
  const downMs = 300;
  const start = () => createService({ apiKey: API_KEY, faults });
  let service = start();
  let downUntil = 0;
  return async (incoming, _pass, { at }) => {
    if (at < downUntil) return away;
    if (!stops(incoming)) return service.receive(incoming);
    service = start();
    downUntil = at + downMs;
    return away.kind === 'response' ? away : { kind: 'dropped' };
  };
}

const bodyOf = ({ pieces }: Incoming) => Buffer.concat(pieces).toString();

test.each<[string, Outgoing, readonly string[]]>([
  ['nobody listens', { kind: 'refused' }, []],
  ['connections are reset', { kind: 'dropped' }, []],
  // Which is no 400.
  ['a gateway answers 502', respond(502, 'Bad Gateway'), ['create.invalid']],
])(
  'the culprit is sent three times, and nothing else until the next attempt, where %s meanwhile',
  async (_what, away, also) => {
    const isNull = (incoming: Incoming) => bodyOf(incoming) === 'null';
    const { report, exchanges } = await simulate({ front: supervised(isNull, [], away) });
    expect([report.exitCode, report.run.attempts, idsWith(report, 'fail')]).toEqual([1, 2, [...also, 'errors.no-5xx']]);
    expect(new Set(exchanges.map(({ attempt = 1 }) => attempt)).size).toBe(2);
    const culprits = exchanges.filter(({ request }) => request.body === 'null');
    expect(culprits).toHaveLength(3);
    const after = exchanges.filter(
      ({ number, attempt }) => number > (culprits[2]?.number ?? 0) && attempt === undefined,
    );
    expect(after.filter(({ probe }) => probe !== 'control' && probe !== 'attempt')).toEqual([]);
  },
);

test('budgets hold for all attempts', async () => {
  let turn = 0;
  const isNth = () => {
    turn += 1;
    return turn === 500 || turn === 900;
  };
  const { report, exchanges } = await simulate({ front: supervised(isNth) });
  expect(report.run.attempts).toBe(3);
  const mayHaveMade = ({ request, status, failure }: Exchange) =>
    request.method === 'POST' && (status === 201 || (status === 0 && failure?.kind !== 'refused'));
  expect(exchanges.filter(mayHaveMade).length).toBeLessThanOrEqual(250);
  const isKey = ([name, value]: readonly [string, string]) =>
    /^authorization$/i.test(name) && value === `Bearer ${API_KEY}`;
  expect(exchanges.filter(({ request }) => !request.headers.some(isKey)).length).toBeLessThanOrEqual(150);
  expect(idsWith(report, 'fail')).toEqual([]);
});

test('nothing fails where the server stops for good: the run says what was under way', async () => {
  let isGone = false;
  const front: Front = async (incoming, pass) => {
    if (isGone) return { kind: 'refused' };
    isGone = bodyOf(incoming) === 'null';
    return isGone ? { kind: 'dropped' } : pass();
  };
  const { report } = await simulate({ front });
  expect([report.exitCode, idsWith(report, 'fail')]).toEqual([4, []]);
  expect(report.diagnosis).toMatch(/^The server stopped while answering .*POST \/v1\/pets, body\/null/);
});

test('what is wrong in an earlier attempt counts', async () => {
  const front = supervised((incoming) => bodyOf(incoming) === 'null', ['category-through-double']);
  const { report } = await simulate({ front });
  expect(idsWith(report, 'fail')).toEqual(['create.int64', 'errors.no-5xx']);
});

test('a service that stops and keeps its pets has one attempt', async () => {
  const service = createService({ apiKey: API_KEY });
  const front: Front = async (incoming, _pass, { turn, at }) =>
    turn > 300 && at < 1_000 ? { kind: 'refused' } : service.receive(incoming);
  const { report } = await simulate({ front });
  expect([report.exitCode, report.diagnosis, report.run.attempts]).toEqual([0, undefined, undefined]);
});

test('a service that never lives long has five attempts, and what was decided stays decided', async () => {
  const front = supervised(({ target }) => target.includes('/pets?limit=100'));
  const { report } = await simulate({ front, faults: [] });
  expect([report.exitCode, idsWith(report, 'fail')]).toEqual([1, expect.arrayContaining(['errors.no-5xx'])]);
});

test('a service that gives ids twice, and keeps its pets, fails', async () => {
  // The proof has all of them.
  const twice = faults.filter(({ violates }) => violates[0] === 'create.id.unique').slice(0, 2);
  expect(twice).toHaveLength(2);
  for (const { name } of twice) {
    const { report } = await simulate({ faults: [name] });
    expect([name, report.exitCode, report.diagnosis]).toEqual([name, 1, undefined]);
  }
});

describe('the record', () => {
  const pets = (...ids: readonly number[]) => ids.map((id) => mine(id));
  const again = (id: number) => mine(id, { name: `${markOf(id)}-again` });
  const kept: Steps = [pets(1, 2, 3).map((pet) => created(pet)), list('', pets(1, 2, 3))];
  const down = list('', noAnswer('refused'));
  const gateway = list('', { status: 502, headers: [], body: Buffer.from('Bad Gateway') });

  /** Two creations at once: the first is answered, and the process ends at the other. */
  const atOnce = (options: object) => [
    post(withoutId(mine(9)), noAnswer(), { took: 30, ...options }),
    created(mine(1)),
    { wait: 40 },
    created(again(1)),
  ];
  const ended = atOnce({ processEnd: { exitCode: 1, beside: [], lines: [] } });
  const withoutEnd = atOnce({});

  test.each<[name: string, steps: Steps, isRestart: boolean]>([
    ['it was never away, and no pet is left', [kept, created(again(1)), list('', [again(1)])], false],
    ['it was away, and no pet is left', [kept, down, created(again(1)), list('', [again(1)])], true],
    ['a gateway answers, and no pet is left', [kept, gateway, list('', [])], true],
    ['it was away, and nobody looks', [kept, down], false],
    ['nobody listens, and no pet is left', [kept, down, list('', [])], true],
    ['nobody listens, and a fetch does not find the pet', [kept, down, get(2, error(404))], true],
    ['nobody listens, and an id is given again', [created(mine(1)), down, created(again(1))], true],
    ['nobody listens, and the pets are left', [kept, down, list('', pets(1, 2, 3))], false],
    ['nobody listens, and one pet of three is lost', [kept, down, list('', pets(1, 3))], false],
    ['nobody listens, and no pet was ever seen', [created(mine(1)), list('', []), down, list('', [])], false],
    ['nobody listens, and the page is full', [kept, down, list('limit=1', others(1))], false],
    ['the process ended, and its first id is given again', ended, true],
    ['a pet of the same moment is no proof if nobody knows of an end', withoutEnd, false],
    ['connections break, and no pet is left', [kept, list('', noAnswer('reset')), list('', [])], true],
  ])('%s', (_name, steps, isRestart) => {
    expect(lossIn(worldFrom(steps)) !== undefined).toBe(isRestart);
  });
});
