import { describe, expect, test } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { createService, type Service } from '../../reference/service.ts';
import { restartIn } from '../../suites/world/restart.ts';
import { API_KEY, type Front, idsWith, simulate } from '../harness/simulated.ts';
import { created, error, get, list, markOf, mine, noAnswer, others, type Steps, worldFrom } from './record.ts';

const LOST =
  'The service restarted and lost its pets, so nothing after that was checked: run again, or keep the pets in a file or a database.';

/** From a turn on, a fresh service answers, after a time in which nobody does; nobody is refused if that is 0. */
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

test.each([3, 5, 9, 12, 60, 300, 560])(
  'a service that forgets everything at request %i has one diagnosis',
  async (turn) => {
    for (const downMs of [0, 300]) {
      const { report } = await simulate({ front: restartAt(turn, downMs) });
      expect([downMs, report.exitCode, report.diagnosis, idsWith(report, 'fail')]).toEqual([downMs, 4, LOST, []]);
    }
  },
);

test('what failed before the restart stays a failure', async () => {
  const { report } = await simulate({ front: restartAt(400, 300), faults: ['category-through-double'] });
  expect([report.exitCode, report.diagnosis]).toEqual([1, LOST]);
  expect(idsWith(report, 'fail')).toEqual(['create.int64']);
});

test('a request that stops the service, which then starts without its pets, is a failure', async () => {
  let service = createService({ apiKey: API_KEY });
  let downUntil = 0;
  const front: Front = async (incoming, _pass, { at }) => {
    if (at < downUntil) return { kind: 'refused' };
    if (!incoming.target.includes('limit=abc')) return service.receive(incoming);
    service = createService({ apiKey: API_KEY });
    downUntil = at + 300;
    return { kind: 'dropped' };
  };
  const { report } = await simulate({ front });
  expect([report.exitCode, report.diagnosis, idsWith(report, 'fail')]).toEqual([1, LOST, ['errors.no-5xx']]);
});

test('a restart that keeps the pets is an interruption', async () => {
  const service = createService({ apiKey: API_KEY });
  const front: Front = async (incoming, _pass, { turn, at }) =>
    turn > 300 && at < 1_000 ? { kind: 'refused' } : service.receive(incoming);
  const { report } = await simulate({ front });
  expect([report.exitCode, report.diagnosis]).toEqual([0, undefined]);
});

test('a service that gives ids twice, and keeps its pets, fails', async () => {
  const twice = faults.filter(({ violates }) => violates[0] === 'create.id.unique').slice(0, 6);
  expect(twice.length).toBeGreaterThan(3);
  for (const { name } of twice) {
    const { report } = await simulate({ faults: [name] });
    expect([name, report.exitCode, report.diagnosis]).toEqual([name, 1, undefined]);
  }
});

describe('the record', () => {
  const pets = (...ids: readonly number[]) => ids.map((id) => mine(id));
  const again = (id: number) => mine(id, { name: `${markOf(id)}-again` });
  const kept: Steps = [pets(1, 2, 3).map((pet) => created(pet)), list('', pets(1, 2, 3))];
  const one = created(mine(1));
  const next = (...ids: readonly number[]): Steps => ids.map((id) => created(again(id)));
  const fresh = (...ids: readonly number[]): Steps => [next(...ids), get(1, again(1))];
  const down = list('', noAnswer('refused'));

  test.each<[name: string, steps: Steps, isRestart: boolean]>([
    ['ids start again, and no pet is left', [kept, created(again(1)), list('', [again(1)])], true],
    ['ids start again below those of the run', [kept, created(again(0)), list('', [again(0)])], true],
    ['ids start again, and the pets are left', [kept, created(again(1)), list('', [again(1), ...pets(2, 3)])], false],
    ['ids start again, and nobody looks', [kept, created(again(1))], false],
    ['ids start again after one creation', [one, fresh(1, 2, 3)], true],
    [
      'ids start again far below those of two',
      [pets(130, 131).map((pet) => created(pet)), fresh(1, 2, 3), get(130, error(404))],
      true,
    ],
    ['ids start again after one creation, and nobody looks', [one, next(1, 2, 3), get(2, again(2))], false],
    ['ids start again after one creation, and its pet is left', [one, fresh(1, 2, 3), list('', [mine(1)])], false],
    ['ids start again after one creation, and once more', [one, fresh(1, 1, 2, 3)], false],
    ['ids start again after one creation, and few follow', [one, fresh(1, 2)], false],
    ['ids start again after one creation, and no pet is kept', [one, next(1, 2, 3), get(1, error(404))], false],
    [
      'one id goes back, and not to the first',
      [created(mine(1)), created(mine(9)), next(5, 6, 7), get(1, error(404)), get(5, again(5))],
      false,
    ],
    ['ids go on, and no pet is left', [kept, created(mine(4)), list('', [mine(4)])], false],
    [
      'ids that look random go back, and no pet is left',
      [
        pets(10, 7_000_000, 9_000_000_000).map((pet) => created(pet)),
        list('', pets(10, 7_000_000, 9_000_000_000)),
        created(mine(400_000)),
        list('', [mine(400_000)]),
      ],
      false,
    ],
    ['nobody listens, and no pet is left', [kept, down, list('', [])], true],
    ['nobody listens, and a fetch does not find the pet', [kept, down, get(2, error(404))], true],
    ['nobody listens, and an id is given again', [created(mine(1)), down, created(again(1))], true],
    ['nobody listens, and the pets are left', [kept, down, list('', pets(1, 2, 3))], false],
    ['nobody listens, and one pet of three is lost', [kept, down, list('', pets(1, 3))], false],
    ['nobody listens, and no pet was ever seen', [created(mine(1)), list('', []), down, list('', [])], false],
    ['nobody listens, and the page is full', [kept, down, list('limit=1', others(1))], false],
    ['connections break, and no pet is left', [kept, list('', noAnswer('reset')), list('', [])], false],
  ])('%s', (_name, steps, isRestart) => {
    const { readings } = worldFrom(steps);
    expect(restartIn(readings) !== undefined).toBe(isRestart);
  });
});
