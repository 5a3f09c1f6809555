import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Session } from '../../harness/engine/suite.ts';
import type { Ask } from '../../harness/http/transport.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { VirtualClock } from '../../proof/simulation/virtual-clock.ts';
import { coveringRows, randomFrom } from '../../suites/inputs/covering.ts';
import { creationTables } from '../../suites/inputs/creation-rows.ts';
import { CLIENT_HEADERS } from '../../suites/inputs/headers.ts';
import { idsOf, rowIn, type Table, type Tables, valuesOf } from '../../suites/inputs/value.ts';
import { Drive } from '../../suites/probes/drive.ts';
import { narrowFailures } from '../../suites/probes/narrow.ts';
import { type Property, sendProperty } from '../../suites/probes/property.ts';
import type { Queue } from '../../suites/probes/queue.ts';
import { sendRow } from '../../suites/probes/rows.ts';
import { BASE_URL, error, KEY, reply, SCOPE } from './record.ts';

const table = (id: string, count: number, hasPlain = true): Table => ({
  id,
  ...(hasPlain && { plain: `${id}0` }),
  values: Array.from({ length: count }, (_, at) => ({ id: `${id}${at}`, label: `${id} number ${at}` })),
});
const tablesOf = (...sizes: readonly number[]): Tables =>
  Object.fromEntries([...'abcde'].slice(0, sizes.length).map((id, at) => [id, table(id, sizes[at] ?? 0)]));
const anySizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 });
/** The values of a row with the plain ones. */
const allOf = (tables: Tables, row: Readonly<Record<string, string>>) =>
  Object.values(valuesOf(tables, row)).map(({ id }) => id);

describe('rows that cover pairs', () => {
  test('have every value, in as few rows as there are values of a table', () => {
    fc.assert(
      fc.property(anySizes, fc.nat(), (sizes, seed) => {
        const tables = tablesOf(...sizes);
        const rows = coveringRows(tables, randomFrom(seed), Math.max(...sizes));
        const all = Object.values(tables).flatMap(({ values }) => values.map(({ id }) => id));
        expect(new Set(rows.flatMap((row) => allOf(tables, row)))).toEqual(new Set(all));
      }),
      { numRuns: 50 },
    );
  });

  test('have every pair where there is room', () => {
    fc.assert(
      fc.property(anySizes, fc.nat(), (sizes, seed) => {
        const tables = tablesOf(...sizes);
        const rows = coveringRows(tables, randomFrom(seed), 500).map((row) => allOf(tables, row));
        const columns = Object.values(tables);
        for (const [at, { values }] of columns.entries())
          for (const other of columns.slice(at + 1))
            for (const one of values)
              for (const two of other.values)
                expect(rows.some((row) => row.includes(one.id) && row.includes(two.id))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('are the same for the same seed', () => {
    const rowsFor = (seed: number) => coveringRows(tablesOf(4, 4, 3), randomFrom(seed), 100);
    expect(rowsFor(7)).toEqual(rowsFor(7));
    expect(rowsFor(7)).not.toEqual(rowsFor(8));
  });
});

describe('a row', () => {
  const tables = { a: table('a', 2), b: table('b', 2, false) };

  test('names only what is not plain', () => {
    expect(idsOf({ b: 'b0' }, tables)).toEqual(['b/b0']);
    expect(idsOf({ b: 'b1', a: 'a1' }, tables)).toEqual(['a/a1', 'b/b1']);
    expect(rowIn(tables, { a: 'a0', b: 'b0' })).toEqual({ b: 'b0' });
  });

  test('has what its tables have: where a table is left out, its values are', () => {
    expect(rowIn({ b: tables.b }, { a: 'a1', b: 'b1' })).toEqual({ b: 'b1' });
    expect(idsOf({ name: 'mixed' }, creationTables('sold', true, false))).toContain('name/emoji');
  });

  test('names no value that no table has', () => {
    expect(() => rowIn(tables, { a: 'a7' })).toThrow('The table a has no value a7.');
  });
});

/** A drive and what it sent. The service refuses inputs, with 422 unless another status is given, and keeps all others. */
function driveOf(refuses: (input: readonly string[], ask: Ask) => boolean | number, badCredentialsLeft = 150) {
  const record: Exchange[] = [];
  const clock = new VirtualClock();
  const send: Session['send'] = async (ask) => {
    const { request, probe, input = [] } = ask;
    const number = record.length + 1;
    const { body = '' } = request;
    const kept = reply(201, body.replace(/\}$/, `,"id":${number}}`));
    const refused = refuses(input, ask);
    const answer = refused ? error(refused === true ? 422 : refused) : request.method === 'POST' ? kept : error(404);
    record.push({ number, probe, input, request, sentAt: number, answeredAt: number, ...answer });
    return record.at(-1);
  };
  const session: Session = {
    settings: { ...resolveSettings(new Map(), {}, ''), baseUrl: BASE_URL, apiKey: KEY, runId: SCOPE.runId, seed: 1 },
    clock,
    signal: new AbortController().signal,
    userAgent: 'test',
    record,
    answered: undefined,
    creationsLeft: 250,
    badCredentialsLeft,
    readsLog: false,
    elapsed: () => clock.now(),
    send,
    pause: () => {},
    hide: () => {},
    hasLost: async () => false,
    beginAttempt: () => {},
  };
  return { drive: new Drive(session, SCOPE, []), record };
}

describe('a failing combination', () => {
  const tables = { ...creationTables('available', true, false), headers: CLIENT_HEADERS };
  const creationsOf = (drive: Drive): Queue<typeof tables> => ({
    probe: 'creations',
    tables,
    rows: [],
    send: ({ name, category, spelling, status }, options) => {
      const fields = { name: name.name('conformance-testrun-0001'), categoryId: category?.category ?? 1n };
      return drive.create(spelling.write({ ...fields, status: status.status }), options);
    },
  });
  const inputsIn = (record: readonly Exchange[]) => record.map(({ input = [] }) => input.join(' '));
  const ROW = { name: 'emoji', category: 'thousands', spelling: 'reordered', headers: 'no-accept' };

  test('is narrowed down to the values that it needs', async () => {
    const needed = ['category/thousands', 'spelling/reordered'];
    const { drive, record } = driveOf((input) => needed.every((id) => input.includes(id)));
    await sendRow(drive, creationsOf(drive), ROW);
    await narrowFailures(drive);
    const failing = record.filter(({ status }) => status === 422);
    expect(inputsIn(failing)).toContain(needed.join(' '));
    expect(record.length).toBeLessThanOrEqual(2 + 4);
  });

  test.each([
    [true, 150],
    [false, 0],
  ])('without the key is narrowed down (%s) with %i bad credentials left', async (isNarrowed, left) => {
    const { drive, record } = driveOf(() => false, left);
    const creations = creationsOf(drive);
    const send: typeof creations.send = (values, options) =>
      creations.send(values, { ...options, credential: { headers: [] } });
    await sendRow(drive, { ...creations, send }, ROW);
    await narrowFailures(drive);
    expect(record.length > 1).toBe(isNarrowed);
  });

  test('with a name that consists of several is narrowed down to one of them', async () => {
    const { drive, record } = driveOf((input) => input.includes('name/emoji'));
    await sendRow(drive, creationsOf(drive), { ...ROW, name: 'mixed' });
    await narrowFailures(drive);
    expect(inputsIn(record.filter(({ status }) => status === 422))).toContain('name/emoji');
  });

  test('of one requirement does not wait for all of another', async () => {
    const large = ['beyond-double', 'int64-maximum', 'many-digits', 'two-to-53'];
    const { drive, record } = driveOf((input) => input.length > 0);
    const creations = creationsOf(drive);
    for (const name of [
      'emoji',
      'html',
      'percent',
      'asian',
      'casing',
      'quotes',
      'directions',
      'astral',
      'paths',
      'json',
    ])
      for (const category of ['thousands', 'beyond-16-bits']) await sendRow(drive, creations, { name, category });
    for (const category of large) await sendRow(drive, creations, { category, spelling: 'spaced' });
    await narrowFailures(drive);
    expect(inputsIn(record).some((input) => large.some((id) => input === `category/${id}`))).toBe(true);
  });

  test('that is answered rightly is not sent again', async () => {
    const { drive, record } = driveOf(() => false);
    await sendRow(drive, creationsOf(drive), ROW);
    await narrowFailures(drive);
    expect(record).toHaveLength(1);
  });

  test('is sent in one piece where a service insists on the length of a body', async () => {
    const { drive, record } = driveOf((_input, { request }) => request.cutAt !== undefined && 411);
    const inPieces: Queue<typeof tables> = {
      ...creationsOf(drive),
      send: ({ framing }, options) => drive.create('{}', { ...options, cutAt: framing.cutAt('{}') }),
    };
    for (const headers of ['no-accept', 'accept-any'])
      await sendRow(drive, inPieces, { framing: 'in-pieces', headers });
    expect(record.map(({ status, input }) => [status, input])).toEqual([
      [411, ['framing/in-pieces', 'headers/no-accept']],
      [201, ['headers/no-accept']],
      [201, ['headers/accept-any']],
    ]);
  });
});

describe('a property', () => {
  /** Fetches of ids, of which some are refused. */
  const idsUpTo = (drive: Drive, sent: bigint[], maximum: bigint): Property<bigint> => ({
    probe: 'random ids',
    arbitrary: fc.bigInt({ min: 0n, max: maximum }),
    examples: [0n],
    runs: 10,
    input: () => ['pet-id/random'],
    show: String,
    send: (value, options) => {
      sent.push(value);
      return drive.get(value, options);
    },
  });
  const idIn = ({ request }: Ask) => Number(request.path.split('/').at(-1));
  const shrinkAll = async ({ shrinks }: Drive) => {
    for (const shrink of shrinks) await shrink();
  };

  test('is shrunk to a smallest value that violates the same, with a bounded number of requests', async () => {
    const { drive } = driveOf((_input, ask) => idIn(ask) > 40);
    const sent: bigint[] = [];
    await sendProperty(drive, idsUpTo(drive, sent, 10_000n));
    expect([sent[0], sent.length]).toEqual([0n, 10]);
    const smallest = (values: readonly bigint[]) => Math.min(...values.map(Number).filter((value) => value > 40));
    const before = smallest(sent);
    await shrinkAll(drive);
    expect(smallest(sent)).toBeLessThan(before);
    expect(sent.length).toBeLessThanOrEqual(10 + 24);
  });

  test('is not shrunk for ever', async () => {
    const { drive, record } = driveOf(() => true);
    const sent: bigint[] = [];
    const property = idsUpTo(drive, sent, 2n ** 62n);
    const arbitrary = fc.array(fc.nat(), { minLength: 30, maxLength: 40 }).map((digits) => BigInt(digits.length));
    await sendProperty(drive, { ...property, arbitrary, examples: [], runs: 2 });
    await shrinkAll(drive);
    expect(record.length).toBeLessThanOrEqual(2 + 24);
    expect(record.length).toBeGreaterThan(2);
  });

  test('sends the same values for the same seed, and shrinks nothing that passes', async () => {
    const runs = await Promise.all(
      [1, 2].map(async () => {
        const { drive } = driveOf(() => false);
        const sent: bigint[] = [];
        await sendProperty(drive, idsUpTo(drive, sent, 10_000n));
        await shrinkAll(drive);
        return sent;
      }),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toHaveLength(10);
  });
});
