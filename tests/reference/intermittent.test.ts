import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create, type Question, type Reply, WITH_KEY } from './ask.ts';

interface Pet {
  readonly id: number;
  readonly name?: string;
  readonly categoryId?: number;
  readonly status?: string;
}

/** A request that is sent again and again, and how to see that its answer is wrong. */
interface Probe {
  readonly question: Question;
  readonly wrong: (reply: Reply) => boolean;
}

const PETS = 130;
const TIMES = 30;

let server: Reference | undefined;
let agent: Agent | undefined;
afterEach(async () => {
  agent?.destroy();
  await server?.close();
  server = undefined;
  agent = undefined;
});

const started = async (fault?: string, animals = PETS) => {
  server = await startReference({ apiKey: API_KEY, animals, faults: fault === undefined ? [] : [fault] });
  return server.baseUrl;
};

const petsOf = (reply: Reply): Pet[] => JSON.parse(reply.text);
const petOf = (reply: Reply): Pet => JSON.parse(reply.text);
const errorOf = (reply: Reply): Record<string, unknown> => JSON.parse(reply.text);

const get = (path: string): Question => ({ path });
const post = (body: string, headers?: Question['headers']): Question => ({
  method: 'POST',
  path: '/pets',
  body,
  ...(headers === undefined ? {} : { headers }),
});
const anonymous = (path: string): Question => ({ path, headers: {} });
const withToken = (token: string): Question['headers'] => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

const NEW_PET = '{"name":"Tom","categoryId":7,"status":"sold"}';
const LARGE_CATEGORY = '9007199254740993';
const isStatus = (status: number) => (reply: Reply) => reply.status === status;
const isText = (reply: Reply) => reply.headers['content-type'] === 'text/plain';
const hasMark = (reply: Reply) => reply.body.subarray(0, 3).equals(Buffer.from('\ufeff'));
const repeatsAnId = (reply: Reply) => new Set(petsOf(reply).map(({ id }) => id)).size < petsOf(reply).length;
const lacks = (field: string) => (reply: Reply) => !reply.text.includes(`"${field}"`);
const longerThan = (length: number) => (reply: Reply) => petsOf(reply).length > length;
const secondNameIsRight = (reply: Reply) => petOf(reply).name === 'Mia 2';

/** Pet 2 is named "Mia 2" and is pending; 11 of the 130 pets have no status, 10 each are pending and sold. */
const probes: Readonly<Record<string, Probe>> = {
  'every-second-limit-ignored': { question: get('/pets?limit=7'), wrong: longerThan(7) },
  'every-third-page-one-too-long': { question: get('/pets?limit=7'), wrong: longerThan(7) },
  'every-second-default-is-fifty': { question: get('/pets'), wrong: longerThan(20) },
  'every-second-filtered-page-one-too-long': { question: get('/pets?status=sold&limit=3'), wrong: longerThan(3) },
  'every-second-filter-ignored': {
    question: get('/pets?status=sold'),
    wrong: (reply) => petsOf(reply).some(({ status }) => status !== 'sold'),
  },
  'every-fifth-filter-lets-statusless-pass': {
    question: get('/pets?status=sold&limit=100'),
    wrong: (reply) => petsOf(reply).some(({ status }) => status === undefined),
  },
  'replica-lacks-half-in-lists': {
    question: get('/pets?limit=100&status=sold'),
    wrong: (reply) => petsOf(reply).length < 10,
  },
  'replica-lacks-statusless-in-lists': {
    question: get('/pets?limit=8'),
    wrong: (reply) => petsOf(reply).filter(({ status }) => status === undefined).length < 2,
  },
  'replica-lacks-half-of-sold-in-filters': {
    question: get('/pets?limit=100&status=sold'),
    wrong: (reply) => petsOf(reply).length < 10 && petsOf(reply).every(({ status }) => status === 'sold'),
  },
  'every-fourth-list-mixes-up-names': {
    question: get('/pets?limit=2'),
    wrong: (reply) => petsOf(reply)[1]?.name !== 'Mia 2',
  },
  'every-sixth-list-forgets-statuses': { question: get('/pets?limit=2'), wrong: lacks('status') },
  'every-fifth-list-repeats-a-pet': { question: get('/pets?limit=100&status=sold'), wrong: repeatsAnId },
  'every-eighth-list-loses-a-category': { question: get('/pets?limit=1'), wrong: lacks('categoryId') },
  'every-seventh-list-crashes': { question: get('/pets'), wrong: isStatus(500) },
  'every-ninth-list-as-text': { question: get('/pets'), wrong: isText },
  'every-tenth-list-behind-a-mark': { question: get('/pets'), wrong: hasMark },
  'every-fifth-list-deprecated': {
    question: get('/pets'),
    wrong: (reply) => reply.headers.sunset !== undefined,
  },
  'every-second-fetch-has-a-wrong-name': {
    question: get('/pets/2'),
    wrong: (reply) => !secondNameIsRight(reply),
  },
  'every-fifth-fetch-has-another-status': {
    question: get('/pets/2'),
    wrong: (reply) => petOf(reply).status !== 'pending',
  },
  'every-sixth-fetch-loses-a-category': { question: get('/pets/2'), wrong: lacks('categoryId') },
  'every-fourth-fetch-is-another-pet': { question: get('/pets/2'), wrong: (reply) => petOf(reply).id !== 2 },
  'replica-lacks-half-in-fetches': { question: get('/pets/1'), wrong: isStatus(404) },
  'every-third-unknown-id-is-a-pet': { question: get('/pets/999'), wrong: isStatus(200) },
  'every-third-unknown-id-is-401': { question: get('/pets/999'), wrong: isStatus(401) },
  'every-eighth-fetch-crashes': { question: get('/pets/2'), wrong: isStatus(500) },
  'every-seventh-fetch-behind-a-mark': { question: get('/pets/2'), wrong: hasMark },
  'every-fifth-sunset-is-another-day': {
    question: get('/pets/2'),
    wrong: (reply) => reply.headers.sunset !== 'Thu, 05 Dec 2030 00:00:00 GMT',
  },
  'every-ninth-creation-crashes': { question: post(NEW_PET), wrong: isStatus(500) },
  'every-sixth-201-has-another-name': {
    question: post(NEW_PET),
    wrong: (reply) => petOf(reply).name !== 'Tom',
  },
  'every-seventh-201-loses-its-status': { question: post(NEW_PET), wrong: lacks('status') },
  'every-second-201-rounds-a-large-category': {
    question: post(`{"name":"Tom","categoryId":${LARGE_CATEGORY}}`),
    wrong: (reply) => !reply.text.includes(LARGE_CATEGORY),
  },
  'every-tenth-201-loses-its-name': { question: post(NEW_PET), wrong: lacks('name') },
  'every-fifth-201-as-text': { question: post(NEW_PET), wrong: isText },
  'every-third-400-loses-its-code': { question: post('{}'), wrong: lacks('code') },
  'every-third-401-loses-its-message': { question: anonymous('/pets'), wrong: lacks('message') },
  'every-fourth-404-loses-its-status': { question: get('/pets/999'), wrong: lacks('status') },
  'every-fifth-400-says-422': { question: post('{}'), wrong: (reply) => errorOf(reply).status !== 400 },
  'every-fourth-401-says-403': { question: anonymous('/pets'), wrong: (reply) => errorOf(reply).status !== 401 },
  'every-third-404-says-200': { question: get('/pets/999'), wrong: (reply) => errorOf(reply).status !== 404 },
  'every-fourth-401-as-text': { question: anonymous('/pets/2'), wrong: isText },
  'every-sixth-400-behind-a-mark': { question: post('{'), wrong: hasMark },
  'every-third-401-without-challenge': {
    question: anonymous('/pets'),
    wrong: (reply) => reply.headers['www-authenticate'] === undefined,
  },
  'every-fourth-404-has-another-code': {
    question: get('/pets/999'),
    wrong: (reply) => errorOf(reply).code !== 'pet_not_found',
  },
  'create-crashes-at-times-instead-of-400': { question: post('{}'), wrong: isStatus(500) },
  'list-crashes-at-times-instead-of-401': { question: anonymous('/pets'), wrong: isStatus(500) },
  'get-crashes-at-times-instead-of-404': { question: get('/pets/999'), wrong: isStatus(500) },
  'every-third-wrong-token-accepted': {
    question: post(NEW_PET, withToken('another')),
    wrong: isStatus(201),
  },
  'every-second-other-scheme-accepted': {
    question: { path: '/pets/2', headers: { authorization: `Token ${API_KEY}` } },
    wrong: isStatus(200),
  },
  'every-second-wrong-type-accepted': { question: post('{"name":7,"categoryId":7}'), wrong: isStatus(201) },
  'every-second-bad-status-dropped': {
    question: post('{"name":"Tom","categoryId":7,"status":"lost"}'),
    wrong: isStatus(201),
  },
  'every-second-missing-field-filled': { question: post('{"name":"Tom"}'), wrong: isStatus(201) },
  'every-second-broken-body-accepted': { question: post('{"name":'), wrong: isStatus(201) },
};

async function repeated(baseUrl: string, { question, wrong }: Probe): Promise<boolean[]> {
  const seen: boolean[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) seen.push(wrong(await ask(baseUrl, question)));
  return seen;
}

describe('a fault that shows at every nth answer', () => {
  it.each(Object.entries(probes))('%s', async (name, probe) => {
    const seen = await repeated(await started(name), probe);
    expect(seen).toContain(true);
    expect(seen).toContain(false);
  });

  it('is absent from the conforming server', async () => {
    const baseUrl = await started();
    for (const [name, probe] of Object.entries(probes)) {
      expect(probe.wrong(await ask(baseUrl, probe.question)), name).toBe(false);
    }
  });

  it.each(wrongTokens())('%s lets every third wrong token in', async (_operation, question) => {
    const baseUrl = await started('every-third-wrong-token-accepted');
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask(baseUrl, question)).status);
    expect(statuses.slice(0, 2)).toEqual([401, 401]);
    expect(statuses[2]).toBeLessThan(300);
  });

  it('every-tenth-creation-repeats-an-id: ten creations have nine ids', async () => {
    const baseUrl = await started('every-tenth-creation-repeats-an-id', 0);
    const ids = new Set<number>();
    for (let turn = 0; turn < 10; turn += 1) ids.add(petOf(await create(baseUrl, NEW_PET)).id);
    expect(ids.size).toBe(9);
  });

  it.each([
    ['every-second-400-stores-the-pet', post('{"name":"Tom","categoryId":7,"status":"lost"}'), 400],
    ['every-second-401-stores-the-pet', post(NEW_PET, withToken('another')), 401],
  ] as const)('%s', async (name, question, status) => {
    const baseUrl = await started(name, 0);
    for (let turn = 0; turn < 4; turn += 1) expect((await ask(baseUrl, question)).status).toBe(status);
    expect(server?.animals()).toBe(2);
  });
});

function wrongTokens(): [string, Question][] {
  const headers = withToken('another') ?? {};
  return [
    ['listPets', { path: '/pets', headers }],
    ['createPet', post(NEW_PET, headers)],
    ['getPet', { path: '/pets/2', headers }],
  ];
}

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

it('covers every intermittent fault', async () => {
  const { readFile } = await import('node:fs/promises');
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const names = faults.filter(({ intermittent }) => intermittent).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(names.filter((name) => !source.includes(`'${name}`))).toEqual([]);
});
