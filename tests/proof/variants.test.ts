import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../../harness/run/context.ts';
import type { Variant } from '../../reference/variants/index.ts';
import { combine, variants } from '../../reference/variants/index.ts';
import { checkReference } from '../support.ts';

const COMBINATIONS = 30;
const PARTS = 4;

/** No MUST fails, nothing stays open but what the variant says may, and the exit code is the expected one. */
async function passes(variant: Variant): Promise<void> {
  const report = await checkReference(
    { variants: [variant.name], ...(variant.pets !== undefined && { pets: variant.pets }) },
    { ...settingsOf(variant), consistencyWindowMs: 2_000 },
  );
  const { mayStayOpen, exitCode = 0 } = variant;
  const mayBeOpen = (id: string) => (mayStayOpen ? id in mayStayOpen : exitCode === 4);
  const wrong = report.results.filter(
    ({ id, outcome, level }) =>
      outcome === 'fail' || (outcome === 'inconclusive' && level !== 'INFO' && !mayBeOpen(id)),
  );
  const details = wrong.map(({ id, outcome, reason, expected, actual }) => ({ id, outcome, reason, expected, actual }));
  expect(details, variant.story).toEqual([]);
  expect(mayStayOpen ? [exitCode, 4] : [exitCode], report.diagnosis).toContain(report.exitCode);
}

function settingsOf({ settings = {} }: Variant): Partial<RunSettings> {
  const { 'category-ids': categories, now } = settings;
  return { ...(categories && { categoryIds: categories.split(',') }), ...(now && { now }) };
}

describe('a conforming server does not fail, however it uses its freedom', () => {
  test.concurrent.each(variants.map((variant) => [variant.name, variant] as const))('%s', (_name, variant) =>
    passes(variant),
  );
});

describe('nor does one that uses several freedoms at once', () => {
  const combinations = Array.from({ length: COMBINATIONS }, (_, index) => combine(index + 1, PARTS));
  test.concurrent.each(combinations.map((variant) => [variant.name, variant] as const))('%s', (_name, variant) =>
    passes(variant),
  );
});
