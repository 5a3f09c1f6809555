import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
import { API_KEY, ask, create, type Question, type Reply, WITH_KEY } from './ask.ts';

const NEW_PET = '{"name":"Tom","categoryId":1,"status":"sold"}';
const WRONG_KEY = { authorization: 'Bearer another' };

let server: Reference | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const started = async (name: string, options: { readonly pets?: number } = {}) => {
  server = await startReference({ apiKey: API_KEY, variants: [name], ...options });
  return server.baseUrl;
};

const isHtml = (reply: Reply) => reply.headers['content-type'] === 'text/html' && reply.text.startsWith('<html>');
const isError = (reply: Reply) => JSON.parse(reply.text).status === reply.status;

async function times(count: number, act: (turn: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let turn = 0; turn < count; turn += 1) replies.push(await act(turn));
  return replies;
}

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

describe('a front', () => {
  const NUL: Question = { path: '/pets/%00' };
  const MALFORMED: Question = { path: '/pets?limit=%zz' };
  const CONTROL: Question = { path: '/pets?status=%0A' };
  const LONG: Question = { path: `/pets?status=${'x'.repeat(9000)}` };
  const NOT_UTF8: Question = { path: '/pets/%FF' };
  const ODD_HEADER: Question = { path: '/pets', headers: { authorization: 'Bearer k\u00e9y' } };

  it.each([
    ['front-like-nginx', [NUL, MALFORMED, LONG], [CONTROL, NOT_UTF8, ODD_HEADER]],
    ['front-like-haproxy', [NUL, CONTROL, LONG, ODD_HEADER], [MALFORMED, NOT_UTF8]],
    ['front-like-jetty', [NUL, MALFORMED, CONTROL, LONG, NOT_UTF8], [ODD_HEADER]],
    ['front-as-strict-as-any', [NUL, MALFORMED, CONTROL, LONG, NOT_UTF8, ODD_HEADER], []],
  ] as const)('%s answers by itself', async (name, byItself, passedOn) => {
    const baseUrl = await started(name);
    for (const question of byItself) {
      const reply = await ask(baseUrl, question);
      expect([400, 414]).toContain(reply.status);
      expect(isHtml(reply), question.path.slice(0, 40)).toBe(true);
    }
    for (const question of passedOn) expect(isError(await ask(baseUrl, question)), question.path).toBe(true);
    expect((await create(baseUrl, NEW_PET)).status).toBe(201);
  });
});

describe('interruptions', () => {
  const list = (baseUrl: string) => () => ask(baseUrl, { path: '/pets?limit=1' });

  it.each([
    ['bad-gateway-thrice', 502, [150, 300, 450]],
    ['gateway-timeout-once', 504, [200]],
    ['bad-gateway-after-the-work', 502, [150, 300, 450]],
    ['ten-bad-gateways', 502, [40, 80, 120, 160, 200, 240, 280, 320, 360, 400]],
  ] as const)('%s', async (name, status, serials) => {
    const replies = await times(520, list(await started(name)));
    const interrupted = replies.flatMap((reply, index) => (reply.status === 200 ? [] : [index + 1]));
    expect(interrupted).toEqual(serials);
    for (const serial of serials) {
      expect(replies[serial - 1]?.status).toBe(status);
      expect(isHtml(replies[serial - 1] as Reply)).toBe(true);
    }
  });

  it('bad-gateways-all-the-time', async () => {
    const replies = await times(100, list(await started('bad-gateways-all-the-time')));
    expect(statuses(replies).filter((status) => status === 502)).toHaveLength(4);
  });

  it.each([
    ['bad-gateway-thrice', 0],
    ['bad-gateway-after-the-work', 1],
  ] as const)('%s: a lost creation leaves %i pets', async (name, pets) => {
    const baseUrl = await started(name);
    await times(149, list(baseUrl));
    expect((await create(baseUrl, NEW_PET)).status).toBe(502);
    expect(server?.pets()).toBe(pets);
  });

  it.each([
    ['outage-with-502', 502],
    ['outage-with-503', 503],
  ] as const)('%s lasts a moment and comes once', async (name, status) => {
    const baseUrl = await started(name);
    expect(new Set(statuses(await times(150, list(baseUrl))))).toEqual(new Set([200]));
    expect((await list(baseUrl)()).status).toBe(status);
    await expect.poll(async () => (await list(baseUrl)()).status, { timeout: 10_000 }).toBe(200);
    expect(new Set(statuses(await times(200, list(baseUrl))))).toEqual(new Set([200]));
  });
});

describe('writers', () => {
  const writers = ['writer-now-and-then', 'writer-at-every-request', 'fast-writer'];

  it.each(writers.flatMap((name) => [name, `${name}-among-many`]))('%s leaves other pets alone', async (name) => {
    const baseUrl = await started(name);
    const before = server?.pets() ?? 0;
    const created = await times(20, () => create(baseUrl, NEW_PET));
    const pages = new Set<string>();
    const counts = new Set<number | undefined>();
    for (let turn = 0; turn < 60; turn += 1) {
      pages.add((await ask(baseUrl, { path: '/pets?limit=100' })).text);
      counts.add(server?.pets());
    }
    expect(pages.size).toBeGreaterThan(1);
    expect(counts.size).toBeGreaterThan(1);
    expect(Math.max(...[...counts].map((count) => count ?? 0))).toBeLessThanOrEqual(before + 20 + 12);
    for (const { text } of created) {
      expect((await ask(baseUrl, { path: `/pets/${JSON.parse(text).id}` })).text).toBe(text);
    }
  });

  it.each([
    ['pages-fill-up', ['available', 'pending', 'sold']],
    ['available-pages-fill-up', ['available']],
    ['pages-fill-up-at-once', ['available', 'pending', 'sold']],
  ] as const)('%s', async (name, filled) => {
    const baseUrl = await started(name);
    const count = async (status: string) =>
      JSON.parse((await ask(baseUrl, { path: `/pets?limit=100&status=${status}` })).text).length;
    for (const status of filled) expect(await count(status)).toBe(0);
    await times(260, () => ask(baseUrl, { path: '/pets?limit=1' }));
    for (const status of filled) expect(await count(status)).toBe(100);
    if (filled.length === 1) expect(await count('sold')).toBe(0);
  });
});

describe('lock-outs', () => {
  const guess = (baseUrl: string) => () => ask(baseUrl, { path: '/pets', headers: WRONG_KEY });
  const right = (baseUrl: string) => ask(baseUrl, { path: '/pets', headers: WITH_KEY });

  it('locked-out-for-good', async () => {
    const baseUrl = await started('locked-out-for-good');
    await times(11, guess(baseUrl));
    expect((await right(baseUrl)).status).toBe(200);
    await guess(baseUrl)();
    await delay(1100);
    expect((await right(baseUrl)).status).toBe(401);
    expect((await ask(baseUrl, { path: '/pets/1', headers: WITH_KEY })).status).toBe(401);
  });

  it.each([
    ['everyone-pauses-after-bad-credentials', 429],
    ['bad-credentials-pause', 200],
  ] as const)('%s', async (name, status) => {
    const baseUrl = await started(name);
    expect(new Set(statuses(await times(12, guess(baseUrl))))).toEqual(new Set([401]));
    const [paused, served] = await Promise.all([guess(baseUrl)(), right(baseUrl)]);
    expect(paused.status).toBe(429);
    expect(paused.headers['retry-after']).toBe('1');
    expect(isError(paused)).toBe(true);
    expect(served.status).toBe(status);
    await expect.poll(async () => (await guess(baseUrl)()).status, { timeout: 10_000 }).toBe(401);
    expect((await right(baseUrl)).status).toBe(200);
  });
});

describe('after the removal date', () => {
  it.each([
    ['get-removed', 404],
    ['get-removed-with-410', 410],
    ['get-still-served', 200],
  ] as const)('%s: getPet gets %i', async (name, status) => {
    const baseUrl = await started(name, { pets: 5 });
    const reply = await ask(baseUrl, { path: '/pets/1' });
    expect(reply.status).toBe(status);
    expect(status === 200 || isError(reply)).toBe(true);
    expect((await ask(baseUrl, { path: '/pets/1', headers: WRONG_KEY })).status).toBe(401);
    expect(JSON.parse((await ask(baseUrl, { path: '/pets' })).text)).toHaveLength(5);
    expect(variants.find((variant) => variant.name === name)?.settings).toEqual({ now: '2031-01-01' });
  });
});

describe('names and categories', () => {
  it.each([
    ['names-as-strict-as-allowed', 400],
    ['odd-names-refused-with-422', 422],
  ] as const)('%s', async (variant, status) => {
    const baseUrl = await started(variant);
    const sent = (name: string) => create(baseUrl, JSON.stringify({ name, categoryId: 1 }));
    for (const name of ['', ' \t', 'x'.repeat(256), 'a\nb']) expect((await sent(name)).status).toBe(status);
    for (const name of [' x ', 'ü'.repeat(255), '👩‍👧']) expect((await sent(name)).status).toBe(201);
  });

  it('one-category-only', async () => {
    const baseUrl = await started('one-category-only');
    expect((await create(baseUrl, '{"name":"Tom","categoryId":0}')).status).toBe(201);
    expect((await create(baseUrl, '{"name":"Tom","categoryId":1}')).status).toBe(400);
  });
});

describe('time', () => {
  it.each([
    ['lists-lag-long', '/pets'],
    ['gets-lag-long', '/pets/1'],
    ['reads-lag-long', '/pets'],
  ] as const)('%s', async (name, path) => {
    const baseUrl = await started(name);
    const isThere = async () => (await ask(baseUrl, { path })).text.includes('Tom');
    await create(baseUrl, NEW_PET);
    expect(await isThere()).toBe(false);
    await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
  });

  it('replicas-step-back-long shows a new pet in every second list', async () => {
    const baseUrl = await started('replicas-step-back-long');
    await create(baseUrl, NEW_PET);
    const seen = await times(4, () => ask(baseUrl, { path: '/pets' }));
    expect(seen.map(({ text }) => text !== '[]')).toEqual([false, true, false, true]);
  });

  it('slow-after-silence counts its requests', async () => {
    const baseUrl = await started('slow-after-silence');
    await ask(baseUrl, { path: '/pets' });
    await delay(350);
    const start = performance.now();
    const reply = await ask(baseUrl, { path: '/pets' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(390);
    expect(reply.headers['x-request-count']).toBe('2');
  });
});

it('five-thousand-pets-in-every-status', async () => {
  const baseUrl = await started('five-thousand-pets-in-every-status');
  expect(server?.pets()).toBe(5000);
  for (const status of ['available', 'pending', 'sold']) {
    const pets = JSON.parse((await ask(baseUrl, { path: `/pets?limit=100&status=${status}` })).text);
    expect(pets).toHaveLength(100);
    // With four kinds in turn, the hundredth pet of a status is near the 400th, and the 1250th near the end.
    expect(pets.at(-1).id).toBeLessThanOrEqual(400);
  }
});

it('expects an exit code that a suite has', () => {
  const codes = new Set(variants.map(({ exitCode = 0 }) => exitCode));
  expect(codes).toEqual(new Set([0, 4]));
});
