import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create, type Reply, WITH_KEY } from './ask.ts';
import {
  errorOf,
  get,
  hasMark,
  isStatus,
  isText,
  lacks,
  NEW_PET,
  type Pet,
  petOf,
  petsOf,
  post,
} from './intermittent-probes.ts';

let agent: Agent | undefined;
afterEach(() => agent?.destroy());

let server: Reference | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const started = async (fault?: string, pets = 130) => {
  server = await startReference({ apiKey: API_KEY, pets, faults: fault === undefined ? [] : [fault] });
  return server.baseUrl;
};

/** Requests on one connection that stays open. */
const onOneConnection = () => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return agent;
};

/** Every request on a connection of its own. */
const onNewConnections = () => {
  agent = new Agent({ keepAlive: false });
  return agent;
};

describe('a fault that depends on the connection', () => {
  it.each([
    ['odd-connections-as-text', get('/pets'), isText],
    [
      'odd-connections-ignore-the-filter',
      get('/pets?status=sold'),
      (reply: Reply) => petsOf(reply).some(({ status }) => status !== 'sold'),
    ],
    ['odd-connections-lose-codes', post('{}'), lacks('code')],
  ] as const)('%s', async (name, question, wrong) => {
    const baseUrl = await started(name);
    const connections = onNewConnections();
    const seen: boolean[] = [];
    for (let turn = 0; turn < 4; turn += 1) seen.push(wrong(await ask(baseUrl, { ...question, agent: connections })));
    expect(seen).toEqual([true, false, true, false]);
  });

  it('first-answer-of-a-connection-as-text', async () => {
    const baseUrl = await started('first-answer-of-a-connection-as-text');
    const connection = onOneConnection();
    const asked = async () => isText(await ask(baseUrl, { path: '/pets', agent: connection }));
    expect([await asked(), await asked(), await asked()]).toEqual([true, false, false]);
  });

  it('first-request-of-a-connection-takes-any-token', async () => {
    const baseUrl = await started('first-request-of-a-connection-takes-any-token');
    const connection = onOneConnection();
    const question = { path: '/pets/2', headers: { authorization: 'Bearer another' }, agent: connection };
    expect((await ask(baseUrl, question)).status).toBe(200);
    expect((await ask(baseUrl, question)).status).toBe(401);
  });

  it.each([
    ['trusted-connection-takes-any-token', { authorization: 'Bearer another' }],
    ['trusted-connection-ignores-the-case-of-the-key', { authorization: `Bearer ${API_KEY.toLowerCase()}` }],
    ['trusted-connection-needs-no-key', {}],
  ])('%s', async (name, headers) => {
    const baseUrl = await started(name);
    const connection = onOneConnection();
    const suspect = { path: '/pets/2', headers, agent: connection };
    expect((await ask(baseUrl, suspect)).status).toBe(401);
    expect((await ask(baseUrl, { path: '/pets', headers: WITH_KEY, agent: connection })).status).toBe(200);
    expect((await ask(baseUrl, suspect)).status).toBe(200);
    expect((await ask(baseUrl, { ...suspect, headers: { authorization: `Basic ${API_KEY}` } })).status).toBe(401);
    expect((await ask(baseUrl, { ...suspect, agent: new Agent() })).status).toBe(401);
  });
});

describe('a fault that depends on what happened before', () => {
  it.each([
    ['crashes-after-silence', isStatus(500)],
    ['text-after-silence', isText],
    ['byte-order-mark-after-silence', hasMark],
  ] as const)('%s', async (name, wrong) => {
    const baseUrl = await started(name);
    expect(wrong(await ask(baseUrl, get('/pets')))).toBe(false);
    await delay(350);
    expect(wrong(await ask(baseUrl, get('/pets')))).toBe(true);
  });

  it.each([
    ['text-after-many-requests', isText],
    ['names-change-after-many-requests', (reply: Reply) => petsOf(reply)[0]?.name === 'Rex'],
    ['crashes-after-many-requests', isStatus(500)],
  ] as const)('%s', async (name, wrong) => {
    const baseUrl = await started(name);
    const asked = async (times: number) => {
      const seen: boolean[] = [];
      for (let turn = 0; turn < times; turn += 1) seen.push(wrong(await ask(baseUrl, get('/pets?limit=1'))));
      return seen;
    };
    expect(await asked(200)).not.toContain(true);
    expect(await asked(10)).toContain(true);
  });
});

describe('a fault that needs requests in flight at the same time', () => {
  /** Tries until the requests really overlap: on a busy machine some do not. */
  const shows = (attempt: () => Promise<boolean>) => expect.poll(attempt, { timeout: 20_000 }).toBe(true);

  it('fetches-in-flight-are-crossed', async () => {
    const baseUrl = await started('fetches-in-flight-are-crossed');
    const fetched = async (id: number) => petOf(await ask(baseUrl, get(`/pets/${id}`))).id;
    expect(await fetched(1)).toBe(1);
    await shows(async () => (await Promise.all([fetched(1), fetched(2)])).join() === '2,1');
  });

  it('identical-creations-in-flight-are-one', async () => {
    const baseUrl = await started('identical-creations-in-flight-are-one', 0);
    const created = async (body: string) => petOf(await create(baseUrl, body)).id;
    expect(await created(NEW_PET)).not.toBe(await created(NEW_PET));
    const [one, other] = await Promise.all([created(NEW_PET), created(NEW_PET.replace('Tom', 'Ann'))]);
    expect(one).not.toBe(other);
    await shows(async () => new Set(await Promise.all([created(NEW_PET), created(NEW_PET)])).size === 1);
  });

  it.each([
    ['list-during-a-creation-shows-half-a-pet', (pets: Pet[]) => pets.some(({ name }) => name === undefined)],
    ['list-during-a-creation-shows-a-pet-twice', (pets: Pet[]) => new Set(pets.map(({ id }) => id)).size < pets.length],
  ] as const)('%s', async (name, wrong) => {
    const baseUrl = await started(name);
    const listed = async () => petsOf(await ask(baseUrl, get('/pets')));
    expect(petOf(await create(baseUrl, NEW_PET)).name).toBe('Tom');
    expect(wrong(await listed())).toBe(false);
    await shows(async () => {
      const [, pets] = await Promise.all([create(baseUrl, NEW_PET), delay(10).then(listed)]);
      return wrong(pets);
    });
  });

  it('refusal-beside-another-request-loses-its-code', async () => {
    const baseUrl = await started('refusal-beside-another-request-loses-its-code');
    const code = async () => errorOf(await create(baseUrl, '{}')).code;
    expect(await code()).toBe('invalid_pet');
    await shows(async () => (await Promise.all([code(), code()])).includes(undefined));
  });

  it('creation-beside-another-and-a-fetch-is-lost', async () => {
    const baseUrl = await started('creation-beside-another-and-a-fetch-is-lost');
    const created = async () => petOf(await create(baseUrl, NEW_PET)).id;
    const isThere = async (id: number) => (await ask(baseUrl, get(`/pets/${id}`))).status === 200;
    const pair = await Promise.all([created(), created()]);
    expect(await Promise.all(pair.map(isThere))).toEqual([true, true]);
    await shows(async () => {
      const [, ...ids] = await Promise.all([isThere(1), delay(5).then(created), delay(5).then(created)]);
      return (await Promise.all(ids.map(isThere))).includes(false);
    });
  });
});

it('there are enough intermittent faults', () => {
  expect(faults.filter(({ intermittent }) => intermittent).length).toBeGreaterThanOrEqual(30);
});
