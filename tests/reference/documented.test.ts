import { afterEach, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create } from './ask.ts';

let server: Reference;
afterEach(() => server.close());

const started = async (pets = 0) => {
  server = await startReference({ apiKey: API_KEY, pets });
  return server.baseUrl;
};

const list = async (baseUrl: string, search = '') => {
  const reply = await ask(baseUrl, { path: `/pets${search}` });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as { id: number; status?: string }[];
};

describe('createPet', () => {
  it('answers 201 with the fields that were sent and an id', async () => {
    const baseUrl = await started();
    const reply = await create(baseUrl, '{"name":"Rex","categoryId":7,"status":"pending"}');
    expect(reply.status).toBe(201);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"pending"}');
    expect((await create(baseUrl, '{"name":"Rex","categoryId":7}')).text).toBe('{"id":2,"name":"Rex","categoryId":7}');
    expect(server.pets()).toBe(2);
  });

  it.each(['9007199254740993', '9223372036854775807', '-9223372036854775808', '0', '-1'])(
    'gives categoryId %s back digit for digit, everywhere',
    async (category) => {
      const baseUrl = await started();
      const pet = `{"id":1,"name":"x","categoryId":${category}}`;
      expect((await create(baseUrl, `{"name":"x","categoryId":${category}}`)).text).toBe(pet);
      expect((await ask(baseUrl, { path: '/pets' })).text).toBe(`[${pet}]`);
      expect((await ask(baseUrl, { path: '/pets/1' })).text).toBe(pet);
    },
  );

  it.each(['1.0', '1e0', '10e-1', '0.1e1', '1.000000000000000000000000000000000000000000000000000'])(
    'takes %s for the integer 1',
    async (number) => {
      const baseUrl = await started();
      expect((await create(baseUrl, `{"name":"x","categoryId":${number}}`)).text).toContain('"categoryId":1}');
    },
  );

  it.each(['', ' ', ' padded ', 'e\u0301', '👩‍👩‍👧', 'a"b\\c/d', '<b>&amp;', '\u0000\n\t', 'x'.repeat(100_000)])(
    'keeps the name %j',
    async (name) => {
      const baseUrl = await started();
      const reply = await create(baseUrl, JSON.stringify({ name, categoryId: 1 }));
      expect(JSON.parse(reply.text)).toEqual({ id: 1, name, categoryId: 1 });
    },
  );

  it('ignores unknown fields and an id of the client', async () => {
    const baseUrl = await started(3);
    const reply = await create(
      baseUrl,
      '{"id":1,"name":"x","categoryId":1,"colour":{"__proto__":[]},"__proto__":null}',
    );
    expect(reply.text).toBe('{"id":4,"name":"x","categoryId":1}');
    expect(server.pets()).toBe(4);
  });
});

describe('listPets', () => {
  it('is an empty list while there are no pets', async () => {
    expect((await ask(await started(), { path: '/pets' })).text).toBe('[]');
  });

  it('gives 20 by default and as many as asked for, in the order of creation', async () => {
    const baseUrl = await started(130);
    expect((await list(baseUrl)).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const limit of [1, 2, 19, 21, 99, 100]) expect(await list(baseUrl, `?limit=${limit}`)).toHaveLength(limit);
  });

  it('counts the limit after the filter, and finds no pet without a status under one', async () => {
    const baseUrl = await started(40);
    for (const status of ['available', 'pending', 'sold']) {
      const pets = await list(baseUrl, `?limit=100&status=${status}`);
      expect(pets).toHaveLength(10);
      expect(new Set(pets.map((pet) => pet.status))).toEqual(new Set([status]));
      expect(await list(baseUrl, `?status=${status}&limit=3`)).toEqual(pets.slice(0, 3));
    }
    expect((await list(baseUrl, '?limit=100')).filter((pet) => pet.status === undefined)).toHaveLength(10);
  });

  it('ignores parameters that it does not know', async () => {
    expect(await list(await started(3), '?cursor=abc&page=2&limit=2')).toHaveLength(2);
  });
});

describe('getPet', () => {
  it('finds every pet that a list shows, as the list shows it', async () => {
    const baseUrl = await started(12);
    for (const pet of await list(baseUrl)) {
      const reply = await ask(baseUrl, { path: `/pets/${pet.id}` });
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toEqual(pet);
    }
  });

  it('announces its removal on all its answers, and nobody else does', async () => {
    const baseUrl = await started(1);
    const announcements = async (path: string, headers?: Record<string, string>) => {
      const reply = await ask(baseUrl, { path, ...(headers === undefined ? {} : { headers }) });
      return [reply.status, reply.headers.deprecation, reply.headers.sunset];
    };
    const announced = [expect.stringMatching(/^@\d+$/), 'Thu, 05 Dec 2030 00:00:00 GMT'];
    expect(await announcements('/pets/1')).toEqual([200, ...announced]);
    expect(await announcements('/pets/2')).toEqual([404, ...announced]);
    expect(await announcements('/pets/1', {})).toEqual([401, ...announced]);
    expect(await announcements('/pets')).toEqual([200, undefined, undefined]);
    expect(new Date('Thu, 05 Dec 2030 00:00:00 GMT').getUTCDay()).toBe(4);
  });
});

it('counts its requests, and closes with connections still open', async () => {
  const baseUrl = await started();
  await ask(baseUrl, { path: '/pets', headers: { connection: 'keep-alive' } });
  await ask(baseUrl, { path: '/pets' });
  expect(server.requests()).toBe(2);
});

it('says which fault or variant it does not know', async () => {
  await started();
  await expect(startReference({ apiKey: API_KEY, faults: ['none-such'] })).rejects.toThrow('none-such');
});
