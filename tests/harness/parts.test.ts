import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Property from '../../harness/property.ts';
import { seedFor } from '../../harness/property.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { partNamesOf, partsOf } from '../../harness/share/parts.ts';
import { checks } from '../../suites/index.ts';
import { judgeReference } from '../support.ts';

const seedsTried = vi.hoisted(() => new Set<number>());

vi.mock('../../harness/property.ts', async (original) => {
  const property = await original<typeof Property>();
  const holdsForAll: typeof property.holdsForAll = (arbitrary, options, ...rest) => {
    seedsTried.add(options.seed);
    return property.holdsForAll(arbitrary, options, ...rest);
  };
  return { ...property, holdsForAll };
});

const settings = resolveSettings(new Map(), {}, '');
const journal = checks.filter(({ stage }) => stage === 'journal').map(({ id }) => id);

describe('the parts of a run', () => {
  beforeEach(() => seedsTried.clear());

  test('are one for each requirement that tries a property, as the code has it, and one for the rest', async () => {
    await judgeReference({}, { seed: 5 });
    const trying = checks.filter(({ id }) => seedsTried.has(seedFor(5, id))).map(({ id }) => id);
    expect(trying).toHaveLength(9);
    expect(partNamesOf(checks)).toEqual(['rest', ...trying]);
    expect(partsOf(checks, settings).map(({ name }) => name)).toEqual(['rest', ...trying]);
  });

  test('report every requirement once, and what is judged over all exchanges each', () => {
    const parts = partsOf(checks, settings);
    for (const { id } of checks) {
      const tellers = parts.filter(({ reports }) => reports.includes(id));
      expect(tellers.length, id).toBe(journal.includes(id) ? parts.length : 1);
    }
  });

  test('decide all that their requirements build on, directly or through others', () => {
    for (const { name, decides } of partsOf(checks, settings)) {
      for (const { after, unlessFailed, asks, traffic } of checks.filter(({ id }) => decides.includes(id))) {
        const needed = [...after, ...unlessFailed, ...asks, ...(traffic === 'everything' ? [] : traffic)];
        expect(decides, name).toEqual(expect.arrayContaining(needed));
      }
    }
  });

  test('are fewer where the settings leave properties out, and the rest tells that they were', () => {
    const parts = partsOf(checks, { ...settings, skip: ['create.*'], readOnly: true });
    expect(parts.map(({ name }) => name)).toEqual([
      'rest',
      'list.limit.honoured',
      'auth.invalid-key.listPets',
      'auth.invalid-key.getPet',
      'get.unknown',
    ]);
    expect(parts[0]?.reports).toEqual(expect.arrayContaining(['create.echo', 'history.agrees']));
  });
});
