import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { drive, KEY, type Sent } from './drive.ts';

/** The address is the only thing that a server cannot break by its answers. */
const breakable = catalogue.filter(({ id }) => id !== 'version.path');
const idsOf = (level: string) => breakable.filter((row) => row.level === level).map(({ id }): string => id);
const MUST = idsOf('MUST');
const SHOULD = idsOf('SHOULD');

it.each([['type-with-parameters', 'application/json ; profile="pets" ; version=1']])(
  '%s changes the type of JSON, and of nothing that a fault sends in its place',
  async (variant, type) => {
    const server = { faults: ['404-draws-html'], variants: [variant] };
    const answers = await drive(server, [[{ path: '/pets' }, { path: '/pets/7' }]]);
    const types = answers.map((one) => one.kind === 'response' && new Map(one.headers).get('content-type'));
    expect(types).toEqual([type, 'text/html']);
  },
);

describe('what faults and variants declare', () => {
  const SENTENCE = /^[A-Z0-9].*\.$|^(getPet|listPets|createPet|limit|true|undefined|nil|5\/12).*\.$/;

  it.each([
    ['faults', faults],
    ['variants', variants],
  ] as const)('%s have a name of their own and a sentence', (_kind, changes) => {
    expect(new Set(changes.map(({ name }) => name)).size).toBe(changes.length);
    for (const { name, story } of changes) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(story).toMatch(SENTENCE);
    }
  });

  it('names requirements that exist, each once', () => {
    for (const { violates, warns = [] } of faults) {
      expect(MUST).toEqual(expect.arrayContaining([...violates]));
      expect(SHOULD).toEqual(expect.arrayContaining([...warns]));
      expect(new Set([...violates, ...warns]).size).toBe(violates.length + warns.length);
      expect(violates.length + warns.length).toBeGreaterThan(0);
    }
    for (const { mayStayOpen = {} } of variants) expect(MUST).toEqual(expect.arrayContaining(Object.keys(mayStayOpen)));
  });

  it('has two faults and more for every requirement', () => {
    const count = (id: string) =>
      faults.filter(({ violates, warns = [] }) => [...violates, ...warns].includes(id)).length;
    expect([...MUST, ...SHOULD].filter((id) => count(id) < 2)).toEqual([]);
  });
});

describe('a service under virtual time', () => {
  const pet = (name: string, status = 'sold'): Sent => ({
    path: '/pets',
    body: JSON.stringify({ name, categoryId: 9_007_199_254, status }),
  });
  const ROUNDS: readonly (readonly Sent[])[] = [
    [pet('Tom')],
    [pet('Zoë 🐈'), pet('Zoë 🐈'), { path: '/pets/1' }, { path: '/pets?limit=100' }, pet('Tom', 'lost')],
    [{ path: '/pets?status=sold' }, { path: '/pets/2' }, { path: '/pets', key: 'wrong' }, pet('"x"', 'pending')],
    [{ path: '/pets?limit=abc' }, { path: '/pets/77' }, { path: '/pets/x' }, { path: '/pets', body: '{"name":' }],
    [{ path: '/pets' }],
  ];
  const bytesOf = async (changes: Parameters<typeof drive>[0]) => JSON.stringify(await drive(changes, ROUNDS));

  // One test for all of them, since a test of its own costs more than most.
  it('gives the same bytes for the same seed, with every fault and every variant', async () => {
    const changes = [
      ...faults.map(({ name }) => ({ faults: [name], seed: 5 })),
      ...variants.map(({ name }) => ({ variants: [name], seed: 5 })),
    ];
    const different: typeof changes = [];
    for (const change of changes) {
      const first = await bytesOf(change);
      if ((await bytesOf(change)) !== first) different.push(change);
    }
    expect(different).toEqual([]);
  });
});

describe('the same service behind a socket', () => {
  let server: Reference | undefined;
  afterEach(() => server?.close());

  /** With the client of Node, which takes whatever is legal. */
  const fetched = async (options: object, path = '/pets', signal?: AbortSignal) => {
    server = await startReference({ apiKey: KEY, pets: 3, ...options });
    const headers = { authorization: `Bearer ${KEY}` };
    const request = get(`${server.baseUrl}${path}`, { headers, agent: false, ...(signal && { signal }) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { response, text: Buffer.concat(await response.toArray()).toString() };
  };

  it.each(['slow', 'chunked', 'as-in-http-1-0', 'continue-unasked', 'early-hints', 'header-values-in-blanks'])(
    'sends what it says: %s',
    async (name) => {
      const [said] = await drive({ variants: [name], pets: 3 }, [[{ path: '/pets' }]]);
      const { response, text } = await fetched({ variants: [name] });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(text).toBe(said?.kind === 'response' ? said.body.toString() : '');
    },
  );

  it('breaks a connection, and leaves one without an answer', async () => {
    await expect(fetched({ faults: ['text-id-breaks-the-connection'] }, '/pets/abc')).rejects.toThrow('socket hang up');
    await server?.close();
    const unanswered = fetched({ faults: ['text-limit-never-answered'] }, '/pets?limit=abc', AbortSignal.timeout(300));
    await expect(unanswered).rejects.toThrow('aborted');
  });
});
