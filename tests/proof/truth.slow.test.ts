import { describe, expect, test } from 'vitest';
import { applyGate, type Gate } from '../../harness/gate/gate.ts';
import type { Report } from '../../harness/model/report.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { API_KEY, type World } from '../../proof/simulation/simulate.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../../reference/service.ts';
import type { Response } from '../../reference/wire.ts';
import { altered, answer, idsWith, reportOn } from './support.ts';

/* A requirement that is violated fails, whatever else is wrong, and nothing but an excuse of its own keeps it from the exit code. */

const JSON_TYPE = 'application/json';
const PETS = '/v1/pets';

const isCreation = ({ method, target }: Incoming) => method === 'POST' && target === PETS;
const isList = ({ method, target }: Incoming) => method === 'GET' && /^\/v1\/pets(\?|$)/.test(target);
const idIn = ({ method, target }: Incoming) => (method === 'GET' ? /^\/v1\/pets\/(\d+)$/.exec(target)?.[1] : undefined);
const queryOf = ({ target }: Incoming) => new URLSearchParams(target.split('?')[1]);
const hasKey = ({ headers }: Incoming) =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${API_KEY}`);

const refused = (response: Response, status: number) =>
  answer(response, status, JSON_TYPE, JSON.stringify({ code: 'no', message: 'No.', status }));

type Part = (incoming: Incoming) => boolean;

/** A server that checks no key for some requests, and changes some answers. */
function open(isOpen: Part, alter: (incoming: Incoming, response: Response) => Outgoing): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      const receive = async (incoming: Incoming) => {
        const others = incoming.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
        const headers = [...others, ['Authorization', `Bearer ${API_KEY}`] as const];
        const outgoing = await service.receive(isOpen(incoming) ? { ...incoming, headers } : incoming);
        return outgoing.kind === 'response' ? alter(incoming, outgoing) : outgoing;
      };
      return { ...service, receive };
    },
  };
}

/** Lists of a server without some of its pets. */
const losing = (isConcerned: Part, isLost: (pet: { readonly id: number; readonly status?: string }) => boolean) =>
  altered((incoming, response) => {
    if (!isList(incoming) || response.status !== 200 || !isConcerned(incoming)) return response;
    const pets = JSON.parse(response.body.toString()) as { readonly id: number; readonly status?: string }[];
    return answer(response, 200, JSON_TYPE, JSON.stringify(pets.filter((pet) => !isLost(pet))));
  });

/** Half of a run. */
const LISTS = { only: ['list.*'] };
const FETCHES = { only: ['get.*'] };
const OPTIONS = { today: '2026-11-18', strict: false, requireAll: false };
const waiving = (...ids: readonly string[]): Gate => ({
  waivers: ids.map((id) => ({ id, owner: 'me', reason: 'Known.', until: '2999-12-31' })),
});
const gated = (report: Report, gate: Gate) => applyGate(report, gate, OPTIONS);
const unexcused = ({ results }: Report) =>
  results.filter(({ outcome, excuse }) => outcome === 'fail' && !excuse).map(({ id }) => id);
const resultOn = ({ results }: Report, id: string) => results.find((result) => result.id === id);

describe('an open operation that answers with another success', () => {
  test.each([
    ['createPet', isCreation, 201, 200, ['create.minimal', 'get.found', 'list.status.complete']],
    [
      'getPet',
      (incoming: Incoming) => idIn(incoming) !== undefined,
      200,
      203,
      ['get.found', 'deprecation.still-served'],
    ],
  ] as const)('%s is open, whatever is waived beside it', async (operation, isIt, right, wrong, waived) => {
    const world = open(isIt, (incoming, response) =>
      isIt(incoming) && response.status === right ? { ...response, status: wrong } : response,
    );
    const report = await reportOn(world);
    const opened = ['missing', 'invalid-key', 'wrong-scheme'].map((kind) => `auth.${kind}.${operation}`);
    expect(idsWith(report, 'fail')).toEqual(expect.arrayContaining(opened));
    const everything = idsWith(report, 'fail').filter((id) => !opened.includes(id));
    for (const ids of [waived, everything]) {
      const verdict = gated(report, waiving(...ids));
      expect([verdict.exitCode, unexcused(verdict)]).toEqual([1, expect.arrayContaining(opened)]);
    }
  });
});

test('a list that loses pets is not known by a filter that loses them', async () => {
  const isLost = ({ id, status }: { readonly id: number; readonly status?: string }) =>
    status === 'sold' && id % 2 === 0;
  const isSold = (incoming: Incoming) => queryOf(incoming).get('status') === 'sold';
  const isEither = (incoming: Incoming) => isSold(incoming) || !queryOf(incoming).has('status');
  const baseline = await reportOn(losing(isSold, isLost), LISTS);
  const report = await reportOn(losing(isEither, isLost), LISTS);
  expect(idsWith(baseline, 'fail')).toContain('list.status.complete');
  expect(idsWith(baseline, 'fail')).not.toContain('list.complete');
  const verdict = gated(report, { baseline });
  expect(verdict.exitCode).toBe(1);
  expect(unexcused(verdict)).toContain('list.complete');
  expect(unexcused(verdict)).not.toContain('list.status.complete');
});

test('a plain list that refuses the key does not cover invalid requests that do', async () => {
  const isPlain = (incoming: Incoming) => isList(incoming) && incoming.target === PETS;
  const refusing = (isNew: boolean) =>
    altered((incoming, response) => {
      if (hasKey(incoming) && isPlain(incoming)) return refused(response, 401);
      const isInvalid = response.status === 400 && (isCreation(incoming) || isList(incoming));
      return isNew && isInvalid ? refused(response, 401) : response;
    }, 60);
  const [before, report] = await Promise.all([reportOn(refusing(false)), reportOn(refusing(true))]);
  const known = idsWith(before, 'fail');
  expect(known).toEqual(expect.arrayContaining(['auth.accepted', 'list.ok']));
  const accused = ['create.bad-status', 'create.missing-field', 'create.wrong-type', 'list.limit.malformed'];
  expect(idsWith(report, 'fail')).toEqual(expect.arrayContaining(accused));
  for (const gate of [waiving(...known), { baseline: before }]) {
    const verdict = gated(report, gate);
    expect([verdict.exitCode, unexcused(verdict)]).toEqual([1, expect.arrayContaining(accused)]);
  }
});

describe('what is always wrong fails the requirement that says so', () => {
  test('a plain list that is always refused', async () => {
    const world = altered((incoming, response) =>
      incoming.target === PETS && isList(incoming) ? refused(response, 400) : response,
    );
    expect(idsWith(await reportOn(world, LISTS), 'fail')).toContain('list.ok');
  });

  test('unknown ids that get 200 without a body', async () => {
    const world = altered((incoming, response) =>
      idIn(incoming) !== undefined && response.status === 404
        ? { ...response, status: 200, headers: [], body: Buffer.alloc(0) }
        : response,
    );
    expect(idsWith(await reportOn(world, FETCHES), 'fail')).toContain('get.unknown');
  });

  test('ids with a 0 that are never found', async () => {
    const world = altered((incoming, response) =>
      idIn(incoming)?.includes('0') && response.status === 200 ? refused(response, 404) : response,
    );
    expect(idsWith(await reportOn(world, FETCHES), 'fail')).toContain('get.found');
  });

  test.each([1, 2, 3])('pets that a 32-bit getPet makes up for any unknown id, seed %i', async (seed) => {
    const world = altered((incoming, response) => {
      const id = Number(idIn(incoming));
      const isMadeUp = response.status === 404 && id > 0 && id < 2 ** 31;
      const pet = JSON.stringify({ id, name: 'New', categoryId: 1 });
      return isMadeUp ? answer({ ...response, status: 200 }, 200, JSON_TYPE, pet) : response;
    });
    const report = await reportOn({ ...world, pets: 30 }, { seed, ...FETCHES });
    expect(idsWith(report, 'fail')).toContain('get.unknown');
  });
});

describe('a read-only run does not end with 0', () => {
  const readOnly = { readOnly: true } as const;
  const ends = (world: Pick<World, 'serve'>, settings: Partial<RunSettings> = {}) =>
    reportOn(world, { ...readOnly, ...settings });

  test('where lists are always empty, while getPet serves pets that the user named', async () => {
    const world = altered(
      (incoming, response) =>
        isList(incoming) && response.status === 200 ? answer(response, 200, JSON_TYPE, '[]') : response,
      9,
    );
    const report = await ends(world, { knownIds: ['3', '4', '5'] });
    expect([report.exitCode, idsWith(report, 'fail')]).toEqual([1, expect.arrayContaining(['list.complete'])]);
  });

  test('where the key is locked out after five bad ones', async () => {
    let bad = 0;
    const world = altered((incoming, response) => {
      if (!hasKey(incoming)) bad += 1;
      return bad >= 5 ? refused(response, 401) : response;
    }, 60);
    const report = await ends(world);
    expect(report.exitCode).not.toBe(0);
  });

  test('where the bad credentials are used up before one that is accepted', async () => {
    const isSuffix: Part = ({ headers }) =>
      headers.some(([name, value]) => {
        const token = value.slice('Bearer '.length);
        return name.toLowerCase() === 'authorization' && token !== '' && API_KEY.endsWith(token);
      });
    const world = open(isSuffix, (_incoming, response) => response);
    const report = await ends(world, { maxBadCredentials: 3 });
    expect(report.exitCode).not.toBe(0);
    expect(idsWith(report, 'skipped').filter((id) => /^auth\..*(listPets|getPet)$/.test(id))).toEqual([]);
  });
});

test('--only reports what is violated, whatever else is wrong', async () => {
  const isFiltered = (incoming: Incoming) => queryOf(incoming).has('status');
  const world = losing(isFiltered, ({ id }) => id % 3 === 0);
  const report = await reportOn(world, { only: ['deprecation.replacement'] });
  expect(report.exitCode).toBe(1);
  expect(resultOn(report, 'deprecation.replacement')?.outcome).toBe('fail');
});

test('invalid bodies fail the property and the tables alike, whichever is sent first', async () => {
  const world = { faults: ['category-text-as-number'] };
  const reports = await Promise.all([1, 2, 3, 4].map((seed) => reportOn(world, { seed, only: ['create.*'] })));
  const failed = reports.map((report) => idsWith(report, 'fail').filter((id) => id.startsWith('create.')));
  expect(new Set(failed.map((ids) => ids.join()))).toEqual(new Set([failed[0]?.join()]));
  const [baseline, ...later] = reports as [Report, ...Report[]];
  for (const report of later) expect(unexcused(gated(report, { baseline }))).toEqual([]);
});

test('the pets that were created last are fetched: ids may fail from some number on', async () => {
  const report = await reportOn(
    altered((incoming, response) => (Number(idIn(incoming)) > 127 ? refused(response, 404) : response)),
  );
  expect(idsWith(report, 'fail')).toContain('get.found');
});
