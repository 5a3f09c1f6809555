import { describe, expect, it } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { combine, type Variant, variants } from '../../reference/variants/index.ts';
import { API_KEY, ask, create } from './ask.ts';
import { MUST } from './requirement-ids.ts';

const combinations = Array.from({ length: 30 }, (_, seed) => combine(seed + 1, 6));

/** Asks again where a server asks to be asked again. */
async function patiently(baseUrl: string, path: string) {
  const reply = await ask(baseUrl, { path });
  return reply.status === 429 || reply.status === 503 ? ask(baseUrl, { path }) : reply;
}

async function answersAList({ name, pets = 0, settings }: Variant): Promise<void> {
  const server = await startReference({ apiKey: API_KEY, variants: [name], seed: 7 });
  const [category = '1'] = settings?.['category-ids']?.split(',') ?? [];
  try {
    expect(server.pets()).toBe(pets);
    const created = await create(server.baseUrl, `{"name":"x","categoryId":${category},"status":"sold"}`);
    expect(created.status).toBe(201);
    const reply = await patiently(server.baseUrl, '/pets');
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toBeInstanceOf(Array);
  } finally {
    await server.close();
  }
}

it('has names of its own, in kebab-case, and a sentence for each', () => {
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  for (const { name, story } of variants) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(story).toMatch(/\.$/);
  }
});

it('leaves only requirements open that exist, each with a reason', () => {
  for (const { mayStayOpen = {} } of variants) {
    expect(MUST).toEqual(expect.arrayContaining(Object.keys(mayStayOpen)));
    for (const reason of Object.values(mayStayOpen)) expect(reason).toMatch(/\.$/);
  }
});

it.each(variants.map((variant) => [variant.name, variant] as const))('%s answers', (_name, variant) =>
  answersAList(variant),
);

describe('combinations', () => {
  it('are the same for the same seed, and differ between seeds', () => {
    expect(combine(3, 5).name).toBe(combine(3, 5).name);
    expect(new Set(combinations.map(({ name }) => name)).size).toBe(combinations.length);
  });

  it('hold as many variants as asked for', () => {
    for (const { name } of combinations) expect(name.split('+')).toHaveLength(6);
  });

  it.each(combinations.map((variant) => [variant.name, variant] as const))('%s answers', (_name, variant) =>
    answersAList(variant),
  );
});

describe('what some variants do', () => {
  const asked = async (name: string, path: string) => {
    const server = await startReference({ apiKey: API_KEY, variants: [name], pets: 5 });
    const reply = await ask(server.baseUrl, { path });
    await server.close();
    return reply;
  };

  it.each([
    ['limit-clamped', '/pets?limit=0', 200],
    ['limit-refused-with-422', '/pets?limit=0', 422],
    ['unknown-status-finds-nothing', '/pets?status=lost', 200],
    ['id-refused-with-404', '/pets/abc', 404],
    ['trailing-slash-tolerated', '/pets/', 200],
  ])('%s: %s gets %i', async (name, path, status) => {
    expect((await asked(name, path)).status).toBe(status);
  });

  it('json-indented writes what any parser reads', async () => {
    const plain = await asked('fifteen-pets', '/pets');
    const indented = await asked('json-indented', '/pets');
    expect(JSON.parse(indented.text)).toEqual(JSON.parse(plain.text));
    expect(indented.text.split('\n').length).toBeGreaterThan(20);
  });

  it('json-escaped leaves nothing beyond ASCII', async () => {
    const reply = await asked('json-escaped', '/pets');
    expect(reply.text).toMatch(/^[ -~]*$/);
    expect(JSON.parse(reply.text)[2].name).toBe('Björn 3');
  });

  it('numbers-with-a-point writes integers all the same', async () => {
    const reply = await asked('numbers-with-a-point', '/pets/3');
    expect(reply.text).toContain('"id":3.0');
    expect(JSON.parse(reply.text).id).toBe(3);
  });

  it('lists-lag shows a pet in time', async () => {
    const server = await startReference({ apiKey: API_KEY, variants: ['lists-lag'] });
    await create(server.baseUrl, '{"name":"x","categoryId":1}');
    expect((await ask(server.baseUrl, { path: '/pets' })).text).toBe('[]');
    expect((await ask(server.baseUrl, { path: '/pets/1' })).status).toBe(200);
    await expect
      .poll(async () => (await ask(server.baseUrl, { path: '/pets' })).text, { timeout: 2000 })
      .not.toBe('[]');
    await server.close();
  });
});
