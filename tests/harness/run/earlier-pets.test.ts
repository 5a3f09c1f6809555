import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLedger } from '../../../harness/run/ledger-file.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { newFolder } from '../../compiled.ts';

const KEY = 'Test-Key.7f3a';
const TARGET = `http://target.test/${KEY}/v1`;
const WRITTEN = 'http://target.test/$PETSTORE_API_KEY/v1';

const line = (fields: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ at: '2030-01-01T00:00:00.000Z', baseUrl: WRITTEN, run: 'first00', requirement: 'x', ...fields });

const whole = (id: number | string, fields: Readonly<Record<string, unknown>> = {}) =>
  line({ id: String(id), name: `conformance-first00-${id}`, categoryId: '1', ...fields });

async function remembered(...lines: readonly string[]) {
  const file = join(newFolder(), 'ledger.jsonl');
  writeFileSync(file, lines.join('\n'));
  return readLedger(file, TARGET, new Redactor(KEY));
}

const idsIn = ({ pets }: Awaited<ReturnType<typeof remembered>>) => pets.sample.map(({ pet }) => String(pet.id)).sort();

describe('the ledger is read', () => {
  test('with every digit, and only for the same target', async () => {
    const { pets, warning } = await remembered(
      whole('9007199254740993', { status: 'sold', categoryId: '-9223372036854775808' }),
      whole(2, { baseUrl: 'http://other.test/v1' }),
      '',
    );
    expect(warning).toBeUndefined();
    const pet = {
      id: 9007199254740993n,
      name: 'conformance-first00-9007199254740993',
      categoryId: -9223372036854775808n,
      status: 'sold',
    };
    expect(pets.sample).toEqual([{ run: 'first00', pet }]);
    const shown = { ...pet, id: 1, categoryId: -9223372036854775808n } as const;
    expect(pets.isUnchanged(pets.sample[0]?.pet ?? { id: 0, name: '', categoryId: 0 }, shown)).toBe(true);
    for (const change of [{ name: 'other' }, { name: null }, { categoryId: 1 }, { status: 'pending' }]) {
      expect(pets.isUnchanged(pet as never, { ...shown, ...change })).toBe(false);
    }
  });

  test('without fields it lists the pets all the same', async () => {
    const ledger = await remembered(line({ id: '7', name: ' ' }), line({ id: '8' }), line({ name: 'no id' }));
    expect(ledger.warning).toBeUndefined();
    expect(idsIn(ledger)).toEqual([]);
    const { pets } = ledger;
    expect(pets.has({ id: 7, name: ' ' })).toBe(true);
    expect(pets.has({ id: 7, name: null })).toBe(true);
    expect(pets.has({ id: 7, name: 'of somebody else, in a store that was emptied' })).toBe(false);
    expect(pets.has({ id: 8, name: 5 })).toBe(true);
    expect(pets.has({ id: 9, name: ' ' })).toBe(false);
    expect(pets.has({ id: 9, name: 'x conformance-another-x' })).toBe(true);
  });

  test('a pet that was removed is not missed, and the latest pet with an id counts', async () => {
    const ledger = await remembered(
      whole(1),
      whole(2),
      line({ id: '1', removed: true }),
      whole(2, { run: 'second0', name: 'conformance-second0' }),
    );
    expect(ledger.pets.sample).toEqual([
      { run: 'second0', pet: { id: 2n, name: 'conformance-second0', categoryId: 1n } },
    ]);
  });

  test('a name with the key or half a character is compared as it was written', async () => {
    const { pets } = await remembered(whole(1, { name: 'a $PETSTORE_API_KEY \\ud800' }));
    const [known] = pets.sample;
    expect(known && pets.isUnchanged(known.pet, { id: 1, name: `a ${KEY} \ud800`, categoryId: 1 })).toBe(true);
  });

  test.each([
    '{',
    'null',
    '[]',
    '"text"',
    whole(1).slice(0, -9),
    whole(1, { run: 5 }),
    whole(1, { baseUrl: null }),
    whole(1, { name: {} }),
    line({ id: 1 }),
    line({ id: '1e3' }),
    line({ id: '../../x' }),
    line({ id: '1'.repeat(20_000) }),
    `${'['.repeat(100_000)}`,
    'x'.repeat(2 ** 20),
  ])('a broken line is skipped with a warning (case %#)', async (broken) => {
    const ledger = await remembered(whole(1), broken, whole(3), broken, whole(4));
    expect(idsIn(ledger)).toEqual(['1', '3', '4']);
    expect(ledger.warning).toBe('Warning: 2 lines of the ledger could not be read and had to be skipped.');
  });

  test('an id beyond int64 belongs to no pet', async () => {
    expect(idsIn(await remembered(whole('9999999999999999999')))).toEqual([]);
  });

  test('a file that cannot be read is only a warning', async () => {
    const redactor = new Redactor(KEY);
    const folder = newFolder();
    mkdirSync(join(folder, 'folder'));
    expect((await readLedger(join(folder, 'folder'), TARGET, redactor)).pets.sample).toEqual([]);
    const { warning } = await readLedger(join(folder, 'missing'), TARGET, redactor);
    expect(warning).toBe('Warning: the ledger cannot be read (ENOENT).');
  });

  test('of years, a bounded sample is kept: the same pets when more have come', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => whole(index));
    const before = idsIn(await remembered(...lines.slice(0, 29_000)));
    const after = idsIn(await remembered(...lines));
    expect(before).toHaveLength(500);
    expect(after).toHaveLength(500);
    expect(after.filter((id) => before.includes(id)).length).toBeGreaterThan(400);
    expect(after.filter((id) => Number(id) < 15_000).length).toBeGreaterThan(150);
  });
});
