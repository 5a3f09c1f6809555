import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { checksOf, partNamesOf, partsOf, partsOfShard } from '../../../harness/shard/parts.ts';
import type * as Property from '../../../harness/verdict/property.ts';
import { seedFor } from '../../../harness/verdict/property.ts';
import { checks } from '../../../suites/index.ts';
import { checkReference } from '../../support.ts';
import { checkOf, runChecks } from '../checks.ts';

const seedsTried = vi.hoisted(() => new Set<number>());

vi.mock('../../../harness/verdict/property.ts', async (original) => {
  const property = await original<typeof Property>();
  const holdsForAll: typeof property.holdsForAll = (arbitrary, options, ...rest) => {
    seedsTried.add(options.seed);
    return property.holdsForAll(arbitrary, options, ...rest);
  };
  return { ...property, holdsForAll };
});

const settings = resolveSettings(new Map(), {}, '');
const watching = checks.filter(({ watches }) => watches).map(({ id }) => id);

describe('the parts of a run', () => {
  beforeEach(() => seedsTried.clear());

  test('are one for each requirement that tries a property, as the code has it, and one for the rest', async () => {
    await checkReference({}, { seed: 5 });
    const trying = checks.filter(({ id }) => seedsTried.has(seedFor(5, id))).map(({ id }) => id);
    expect(trying).toHaveLength(9);
    expect(checks.filter(({ property }) => property).map(({ id }) => id)).toEqual(trying);
    // Whoever checks lists and fetches needs the pets that these two create, so they are not parts.
    const apart = trying.filter((id) => id !== 'create.echo' && id !== 'create.int64');
    expect(partNamesOf(checks)).toEqual(['rest', ...apart]);
    expect(partsOf(checks, settings).map(({ name }) => name)).toEqual([
      'rest',
      ...['auth.invalid-key.listPets', 'auth.invalid-key.createPet', 'auth.invalid-key.getPet'],
      ...['get.unknown', 'list.limit.honoured', 'create.invalid', 'history.agrees'],
    ]);
  });

  test('are split over the shards by their order alone', () => {
    const parts = partsOf(checks, settings);
    const split = (count: number) =>
      Array.from({ length: count }, (_, index) => partsOfShard(parts, { index: index + 1, count }));
    expect(split(3).map((shard) => shard.map(({ name }) => name))).toEqual([
      ['rest', 'auth.invalid-key.listPets', 'auth.invalid-key.createPet'],
      ['auth.invalid-key.getPet', 'get.unknown', 'list.limit.honoured'],
      ['create.invalid', 'history.agrees'],
    ]);
    for (let count = 1; count <= parts.length; count += 1) {
      const sizes = split(count).map((shard) => shard.length);
      expect(split(count).flat()).toEqual(parts);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  test('report every requirement once, and what is checked over all exchanges each', () => {
    const parts = partsOf(checks, settings);
    for (const { id } of checks) {
      const tellers = parts.filter(({ reports }) => reports.includes(id));
      expect(tellers.length, id).toBe(watching.includes(id) ? parts.length : 1);
    }
  });

  test('decide all that their requirements need, directly or through others', () => {
    for (const { name, decides } of partsOf(checks, settings)) {
      for (const { needs } of checks.filter(({ id }) => decides.includes(id))) {
        expect(decides, name).toEqual(expect.arrayContaining(needs.map(({ id }) => id)));
      }
    }
  });

  test('try a property that they only need with fewer inputs', async () => {
    const runs = new Map<string, number>();
    const property = (id: string) =>
      checkOf(
        id,
        async ({ settings: { runs: allowed } }) => {
          runs.set(id, allowed);
          return {};
        },
        { property: true },
      );
    const part = { name: 'own', reports: ['own'], decides: ['own', 'needed'] };
    await runChecks(checksOf(part, [property('own'), property('needed'), property('other')]), { runs: 200 });
    expect(runs).toEqual(
      new Map([
        ['own', 200],
        ['needed', 15],
      ]),
    );
  });

  test('are fewer where the settings leave properties out, and the rest reports that they were', () => {
    const parts = partsOf(checks, { ...settings, skip: ['create.*'], readOnly: true });
    expect(parts.map(({ name }) => name)).toEqual([
      'rest',
      'auth.invalid-key.listPets',
      'auth.invalid-key.getPet',
      'get.unknown',
      'list.limit.honoured',
    ]);
    expect(parts[0]?.reports).toEqual(expect.arrayContaining(['create.echo', 'history.agrees']));
  });
});
