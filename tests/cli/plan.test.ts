import { describe, expect, test } from 'vitest';
import { planOf } from '../../cli/dry-run.ts';
import type { Parts } from '../../cli/invocation.ts';
import { type RunSettings, resolveSettings, type Settings } from '../../harness/settings/settings.ts';
import { simulate } from '../../proof/simulation/simulate.ts';

const DEFAULTS = resolveSettings(new Map(), {}, '');

describe('the plan of a run', async () => {
  const usual = await planOf(DEFAULTS);
  const cases: readonly { readonly name: string; readonly settings: Partial<Settings>; readonly pets?: number }[] = [
    { name: 'by default', settings: {} },
    { name: 'that is read-only', settings: { readOnly: true }, pets: 150 },
    { name: 'of one requirement', settings: { only: ['create.int64'] } },
    { name: 'about credentials', settings: { only: ['auth.*'] } },
    { name: 'with few creations', settings: { maxCreates: 20 } },
    { name: 'that is thorough', settings: { thorough: true, only: ['auth.*', 'get.*'] } },
  ];
  test.each(cases)('$name is what it sends, and little more', async ({ settings, pets = 0 }) => {
    const planned = Object.keys(settings).length > 0 ? await planOf({ ...DEFAULTS, ...settings }) : usual;
    const { report } = await simulate({ seed: 1, pets, settings: settings as Partial<RunSettings> });
    const { requests, creations } = report.run;
    expect(requests).toBeLessThanOrEqual(planned.requests);
    expect(requests).toBeGreaterThanOrEqual(0.8 * planned.requests);
    expect(creations).toBeLessThanOrEqual(planned.creations);
    expect(creations).toBeGreaterThanOrEqual(0.8 * planned.creations);
  });

  test('is the same in a thread of its own, as compiled', async () => {
    const compiled = new URL('../../dist/cli/invocation.js', import.meta.url).href;
    const { installedParts }: { installedParts: Pick<Parts, 'plan'> } = await import(compiled);
    expect(await installedParts.plan(DEFAULTS)).toEqual(usual);
  });

  test('is enough where nothing is done that is only good practice, and where pets exist', async () => {
    const variants = ['fails-every-should'];
    const { run: onEmpty } = (await simulate({ seed: 1, variants })).report;
    expect(onEmpty.requests).toBeLessThanOrEqual(usual.requests);
    expect(onEmpty.creations).toBeLessThanOrEqual(usual.creations);
    const { run: onStocked } = (await simulate({ seed: 1, variants, pets: 400 })).report;
    expect(onStocked.requests).toBeLessThanOrEqual(usual.requests);
    expect(onStocked.creations).toBeLessThanOrEqual(usual.creationsWhereStocked);
  });
});
