import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../harness/record/exchange.ts';
import type { RequirementId } from '../../suites/catalogue.ts';
import { coveringRows, randomFrom } from '../../suites/probes/covering.ts';
import type { Combinations, Drive } from '../../suites/probes/drive.ts';
import { sendProperty } from '../../suites/probes/property.ts';
import { narrowFailures, sendRow } from '../../suites/probes/table.ts';
import { idsOf, rowOf, type Table } from '../../suites/probes/value.ts';

const table = (id: string, count: number, hasPlain = true): Table => ({
  id,
  serves: [],
  hasPlain,
  values: Array.from({ length: count }, (_, at) => ({ id: `${id}${at}`, label: `${id} number ${at}` })),
});

describe('rows that cover pairs', () => {
  const pairsOf = (rows: readonly (readonly { id: string }[])[]) =>
    new Set(
      rows.flatMap((row) => row.flatMap(({ id: a }) => row.map(({ id: b }) => (a < b ? `${a} ${b}` : `${b} ${a}`)))),
    );

  test('have every value, and every pair where there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }), fc.nat(), (sizes, seed) => {
        const tables = sizes.map((size, at) => table('abcde'[at] ?? '', size));
        const rows = coveringRows(tables, randomFrom(seed), 500);
        const all = coveringRows(tables, randomFrom(seed), 5);
        const pairs = tables.flatMap(({ values }, one) =>
          tables.slice(one + 1).flatMap((other) => values.flatMap((a) => other.values.map((b) => `${a.id} ${b.id}`))),
        );
        expect([...pairsOf(rows)]).toEqual(expect.arrayContaining(pairs));
        expect(all.length).toBeLessThanOrEqual(5);
        // No more rows than there are values at least once, while values are missing.
        if (rows.length >= 5) expect(new Set(all.flat()).size).toBeGreaterThanOrEqual(Math.max(...sizes));
      }),
      { numRuns: 50 },
    );
  });

  test('are the same for the same seed', () => {
    const tables = [table('a', 4), table('b', 4), table('c', 3)];
    const rowsFor = (seed: number) => coveringRows(tables, randomFrom(seed), 100);
    expect(rowsFor(7)).toEqual(rowsFor(7));
    expect(rowsFor(7)).not.toEqual(rowsFor(8));
  });

  test('name only what is not plain', () => {
    const tables = [table('a', 2), table('b', 2, false)];
    expect(idsOf(rowOf(tables, { b: 'b0' }), tables)).toEqual(['b/b0']);
    expect(idsOf(rowOf(tables, { a: 'a1', b: 'b1' }), tables)).toEqual(['a/a1', 'b/b1']);
  });

  test('name no value that no table has', () => {
    expect(() => rowOf([table('a', 2)], { a: 'a7' })).toThrow('The table a has no value a7.');
  });
});

/** A drive whose service violates something on some inputs. */
function driveOf(violatedOn: (input: readonly string[]) => RequirementId | false) {
  const record: Exchange[] = [];
  const answer = (input: readonly string[]): Exchange => {
    const request = { method: 'POST' };
    const exchange = { number: record.length + 1, probe: 'p', input, status: 500, request } as unknown as Exchange;
    record.push(exchange);
    return exchange;
  };
  const violated = ({ input = [] }: Exchange) => [violatedOn(input) || []].flat();
  const drive = {
    settings: { seed: 1 },
    session: { record },
    sentRows: new Map(),
    shrinks: [],
    creationsLeft: 100,
    violations: () =>
      new Map(record.map((one) => [one.number, violated(one)] as const).filter(([, ids]) => ids.length > 0)),
    violatedBy: violated,
    sendAgain: async ({ input = [] }: Pick<Exchange, 'input'>) => answer(input),
  } as unknown as Drive;
  return { drive, record, answer };
}

describe('a failing combination', () => {
  const tables = ['a', 'b', 'c', 'd'].map((name) => table(name, 13));
  const rowAt = (...places: readonly number[]) =>
    rowOf(tables, Object.fromEntries(tables.map(({ id }, at) => [id, `${id}${places[at] ?? 1}`])));
  const combinationsOf = (answer: (input: readonly string[]) => Exchange): Combinations => ({
    probe: 'p',
    tables,
    send: async (_values, { input = [] }) => answer(input),
  });
  const inputsOf = (record: readonly Exchange[]) => record.map(({ input }) => input?.join(' '));

  test('is narrowed down to the values that it needs', async () => {
    const isWrong = (input: readonly string[]) => input.includes('a/a1') && input.includes('c/c1') && 'create.echo';
    const { drive, record, answer } = driveOf(isWrong);
    await sendRow(drive, combinationsOf(answer), rowAt());
    await narrowFailures(drive);
    expect(inputsOf(record.filter(({ input = [] }) => isWrong(input)))).toContain('a/a1 c/c1');
    expect(record.length).toBeLessThanOrEqual(2 + 4 * 2);
  });

  test('of one requirement does not wait for all of another', async () => {
    const { drive, record, answer } = driveOf((input) =>
      input.includes('b/b7') ? 'get.found' : input.length > 0 && 'create.echo',
    );
    for (let value = 1; value < 13; value += 1) await sendRow(drive, combinationsOf(answer), rowAt(value, 0, 0, value));
    await sendRow(drive, combinationsOf(answer), rowAt(1, 7, 1, 1));
    await narrowFailures(drive);
    expect(inputsOf(record)).toContain('b/b7');
  });

  test('that was narrowed down is not tried again, and what is fine is not either', async () => {
    const { drive, record, answer } = driveOf(() => false);
    await sendRow(drive, combinationsOf(answer), rowAt());
    await narrowFailures(drive);
    expect(record).toHaveLength(1);
  });
});

describe('a property', () => {
  const propertyOf = (sent: number[], answer: (input: readonly string[]) => Exchange) => ({
    probe: 'create.invalid',
    arbitrary: fc.integer({ min: 0, max: 10_000 }),
    examples: [0],
    runs: 10,
    input: () => ['number/random'],
    show: String,
    send: async (value: number) => {
      sent.push(value);
      return [answer([String(value)])];
    },
  });

  test('is shrunk to a smallest value that violates the same, with a bounded number of requests', async () => {
    const { drive, answer } = driveOf(([value]) => Number(value) > 40 && 'create.echo');
    const sent: number[] = [];
    await sendProperty(drive, propertyOf(sent, answer));
    const [first, ...rest] = sent;
    expect([first, rest.length]).toEqual([0, 9]);
    for (const shrink of drive.shrinks) await shrink();
    const failed = sent.filter((value) => value > 40);
    expect(Math.min(...failed)).toBeLessThan(Math.max(...rest));
    expect(sent.length).toBeLessThanOrEqual(10 + 24);
  });

  test('is not shrunk for ever', async () => {
    const { drive, record, answer } = driveOf(() => 'create.echo');
    const arbitrary = fc.array(fc.nat(), { minLength: 30, maxLength: 40 });
    const send = async (value: readonly number[]) => [answer(value.map(String))];
    await sendProperty(drive, {
      probe: 'create.invalid',
      arbitrary,
      runs: 2,
      input: () => [],
      show: String,
      send,
    });
    for (const shrink of drive.shrinks) await shrink();
    expect(record).toHaveLength(2 + 24);
  });

  test('sends the same values for the same seed, and shrinks nothing that passes', async () => {
    const runs = await Promise.all(
      [1, 2].map(async () => {
        const { drive, answer } = driveOf(() => false);
        const sent: number[] = [];
        await sendProperty(drive, propertyOf(sent, answer));
        for (const shrink of drive.shrinks) await shrink();
        return sent;
      }),
    );
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toHaveLength(10);
  });
});
