import { describe, expect, test } from 'vitest';
import { error } from '../../proof/instruments.ts';
import { API_KEY, type World } from '../../proof/simulation/simulate.ts';
import { createService, type Incoming, type Outgoing } from '../../reference/service.ts';
import type { Response } from '../../reference/wire.ts';
import { type Alter, altered, answer, headlinesOf, idsWith, run } from './support.ts';

/* A service with a defect in exactly what the suite relies on to decide everything else. */

test('a filter that finds nothing and gets 404 for it says nothing about the largest page', async () => {
  const { report } = await run({ faults: ['empty-list-is-404'] });
  expect(idsWith(report, 'fail')).toEqual(['errors.documented-status', 'list.ok']);
  expect(idsWith(report, 'inconclusive', 'MUST')).toEqual([]);
});

describe('429', () => {
  const alter: Alter = ({ method, pieces }, response) =>
    method === 'POST' && /\p{Extended_Pictographic}/u.test(Buffer.concat(pieces).toString())
      ? error(response, 429)
      : response;

  test('for some names only leaves the requirements about them open, and the run goes on', async () => {
    const { report } = await run(altered(alter));
    expect([report.exitCode, report.diagnosis]).toEqual([1, undefined]);
    // The server has created what it refused.
    expect(idsWith(report, 'fail')).toEqual(['create.no-effect']);
    expect(idsWith(report, 'inconclusive', 'MUST')).toContain('create.echo');
    expect(idsWith(report, 'inconclusive', 'MUST').length).toBeLessThanOrEqual(3);
  });
});

describe('the key', () => {
  /** In front of the service, which does not see what is refused. */
  const refusing = (from: number, to = Number.POSITIVE_INFINITY): Pick<World, 'serve'> => ({
    serve: (clock) => {
      const service = createService({ apiKey: API_KEY, clock });
      let count = 0;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        count += 1;
        if (count <= from || count >= to) return service.receive(incoming);
        const body = Buffer.from(JSON.stringify({ code: 'x', message: 'no', status: 401 }));
        return { kind: 'response', status: 401, headers: [['content-type', 'application/json']], body };
      };
      return { ...service, receive };
    },
  });

  test('that is rotated in the middle of a run is the one diagnosis, and few requests follow', async () => {
    const { report } = await run(refusing(150));
    expect(report).toMatchObject({ exitCode: 4, diagnosis: expect.stringContaining('rotated or revoked') });
    expect(report.run.requests).toBeLessThan(250);
    const undecided = report.results.filter(({ level, outcome }) => level === 'MUST' && outcome === 'inconclusive');
    expect(new Set(undecided.map(({ why }) => why?.kind))).toEqual(new Set(['away']));
  });

  test('that is accepted again later was locked out, and nothing is lost', async () => {
    const { report } = await run(refusing(150, 155));
    expect([report.exitCode, report.diagnosis]).toEqual([0, undefined]);
  });
});

test('undocumented routes that never answer cost one wait', async () => {
  const isDocumented = ({ method, target }: Incoming) =>
    /^(GET|POST) \S*\/pets(\?.*)?$|^GET \S*\/pets\/[^/]*$/.test(`${method} ${target}`);
  const alter: Alter = (incoming, response) => (isDocumented(incoming) ? response : { kind: 'silent' });
  const { report, record } = await run(altered(alter));
  expect([report.exitCode, report.diagnosis]).toEqual([0, undefined]);
  expect(report.run.durationMs).toBeLessThan(14_000);
  const unanswered = record().filter(({ response }) => response === undefined);
  // Each is sent once, since nothing is decided about it.
  expect(unanswered).toHaveLength(3);
  expect(report.observations.find(({ id }) => id === 'observed.undocumented')?.value).toMatch(
    /OPTIONS \/pets: no answer$/,
  );
});

describe('the mark of a run', () => {
  const isMarked = (text: string) => text.includes('conformance-');
  const textOf = ({ pieces }: Incoming) => Buffer.concat(pieces).toString();
  const json = (response: Response, value: unknown) =>
    answer(response, response.status, 'application/json', JSON.stringify(value));

  test('that lists hide costs what is missing', async () => {
    const alter: Alter = ({ method, target }, response) => {
      if (method !== 'GET' || !/\/pets(\?|$)/.test(target) || response.status !== 200) return response;
      const pets = JSON.parse(Buffer.from(response.body).toString()) as readonly { readonly name: string }[];
      return json(
        response,
        pets.filter(({ name }) => !isMarked(name)),
      );
    };
    const { report } = await run(altered(alter));
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toEqual(expect.arrayContaining(['list.complete', 'list.status.complete']));
    expect(idsWith(report, 'pass')).toEqual(expect.arrayContaining(['auth.missing.createPet', 'create.wrong-type']));
  });

  test('that the service alters costs what comes back', async () => {
    const alter: Alter = (_incoming, response) => ({
      ...response,
      body: Buffer.from(Buffer.from(response.body).toString().replaceAll('conformance-', 'c-')),
    });
    const { report } = await run(altered(alter));
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toContain('create.minimal');
    expect(idsWith(report, 'pass')).toEqual(expect.arrayContaining(['auth.missing.listPets', 'create.wrong-type']));
  });

  test('that the service refuses costs creations, and not the run', async () => {
    const alter: Alter = (incoming, response) =>
      incoming.method === 'POST' && response.status === 201 && isMarked(textOf(incoming))
        ? error(response, 400)
        : response;
    const { report } = await run(altered(alter, 30));
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toContain('create.minimal');
    expect(idsWith(report, 'pass')).toEqual(expect.arrayContaining(['auth.missing.listPets', 'list.unique']));
  });
});

test.each([
  ['POST', 201, 200, 'create.minimal'],
  ['GET', 200, 203, 'list.ok'],
] as const)('%s that answers with another 2xx than %i is one violation, and still a control', async (...row) => {
  const [method, from, to, id] = row;
  const alter: Alter = (incoming, response) =>
    incoming.method === method && response.status === from && !/\/pets\//.test(incoming.target)
      ? { ...response, status: to }
      : response;
  const { report } = await run(altered(alter));
  expect([report.exitCode, headlinesOf(report)]).toEqual([1, [id]]);
  expect(idsWith(report, 'inconclusive', 'MUST')).toEqual([]);
});

test('writes that show only after the window fail once they are late, and nothing else does', async () => {
  const { report } = await run({ variants: ['reads-lag'] }, { consistencyWindowMs: 100 });
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'pass')).toEqual(expect.arrayContaining(['create.minimal', 'auth.missing.listPets']));
});
