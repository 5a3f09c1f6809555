import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../harness/context.ts';
import type { Variant } from '../reference/variants/index.ts';
import { combine, variants } from '../reference/variants/index.ts';
import { judgeReference } from './support.ts';

const COMBINATIONS = 30;
const PARTS = 4;

/** No MUST fails, and nothing stays open but what the variant says may. */
async function isNotAccused(variant: Variant): Promise<void> {
  const report = await judgeReference(
    { variants: [variant.name], ...(variant.animals !== undefined && { animals: variant.animals }) },
    { ...settingsOf(variant), consistencyWindowMs: 2_000 },
  );
  const open = Object.keys(variant.mayStayOpen ?? {});
  const wrong = report.results.filter(
    ({ id, outcome, level }) =>
      outcome === 'fail' || (outcome === 'inconclusive' && level !== 'INFO' && !open.includes(id)),
  );
  expect(
    {
      diagnosis: report.diagnosis,
      wrong: wrong.map(({ id, outcome, reason, expected, actual }) => ({ id, outcome, reason, expected, actual })),
    },
    variant.story,
  ).toEqual({ diagnosis: undefined, wrong: [] });
}

function settingsOf({ settings }: Variant): Partial<RunSettings> {
  const categories = settings?.['category-ids'];
  return categories ? { categoryIds: categories.split(',') } : {};
}

describe('a conforming server is not accused, however it uses its freedom', () => {
  test.concurrent.each(variants.map((variant) => [variant.name, variant] as const))('%s', (_name, variant) =>
    isNotAccused(variant),
  );
});

describe('nor is one that uses several freedoms at once', () => {
  const combinations = Array.from({ length: COMBINATIONS }, (_, index) => combine(index + 1, PARTS));
  test.concurrent.each(combinations.map((variant) => [variant.name, variant] as const))('%s', (_name, variant) =>
    isNotAccused(variant),
  );
});
