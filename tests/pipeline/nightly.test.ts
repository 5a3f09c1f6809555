import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { Store } from '../../reference/store.ts';
import { TEST_KEY } from '../support.ts';
import { nightsOfTheGuide, nightsOnGithub, nightsOnGitlab, type Pipeline } from './nights.ts';

const EARLY = 'unknown-filter-crashes';
const LATE = 'no-status-counts-as-available';

/** A server that is restarted every day, at the same address, and keeps every pet. */
async function stagingServer() {
  const store = new Store();
  const start = (options: Partial<ReferenceOptions>) => startReference({ apiKey: TEST_KEY, store, ...options });
  const first = await start({});
  await first.close();
  const port = Number(new URL(first.baseUrl).port);
  const target = { PETSTORE_BASE_URL: first.baseUrl, PETSTORE_API_KEY: TEST_KEY };
  return {
    whileDown: ({ night }: Pipeline) => night(target),
    nightWith: async ({ night }: Pipeline, ...faults: readonly string[]) => {
      const server = await start({ port, faults });
      try {
        return await night(target);
      } finally {
        await server.close();
      }
    },
  };
}

test.each([
  ['GitHub', nightsOnGithub],
  ['GitLab', nightsOnGitlab],
])(
  'ten nights on %s are compared with the last good one',
  async (_where, nights) => {
    const pipeline = nights();
    const kept = (file: string) => join(pipeline.folder, 'nightly', file);
    const baseline = () => JSON.parse(readFileSync(kept('baseline.json'), 'utf8')) as Report;
    const measure = () => baseline().run.id;
    const earlier = () => baseline().observations.find(({ id }) => id === 'observed.earlier-pets')?.data;
    const { whileDown, nightWith } = await stagingServer();
    const lines = () => readFileSync(kept('ledger.jsonl'), 'utf8').split('\n').length - 1;

    const nobody = await whileDown(pipeline);
    expect(nobody.failed).toBe(true);
    expect(existsSync(kept('baseline.json'))).toBe(false);

    const first = await nightWith(pipeline, EARLY);
    expect(first.failed).toBe(true);
    const firstMeasure = measure();
    const firstLines = lines();
    expect(firstLines).toBeGreaterThan(0);

    const known = await nightWith(pipeline, EARLY);
    expect(known.failed).toBe(false);
    expect(known.output).toContain('Nothing regressed');
    const knownMeasure = measure();
    expect(knownMeasure).not.toBe(firstMeasure);
    expect(lines()).toBeGreaterThan(firstLines);
    expect(earlier()).toMatchObject({ runs: 1, changed: [], missing: [] });

    const knownAgain = await nightWith(pipeline, EARLY);
    expect(knownAgain.failed).toBe(false);
    expect(knownAgain.output).toContain('Nothing regressed');
    expect(knownAgain.output).not.toContain('drifted');
    const againMeasure = measure();

    const worse = await nightWith(pipeline, EARLY, LATE);
    expect(worse.failed).toBe(true);
    expect(worse.output).toContain('1 regressed\n');
    expect(measure()).toBe(againMeasure);

    const down = await whileDown(pipeline);
    expect(down.failed).toBe(true);
    expect(measure()).toBe(againMeasure);

    const upAgain = await nightWith(pipeline, EARLY);
    expect(upAgain.failed).toBe(false);
    expect(earlier()).toMatchObject({ runs: 4, changed: [], missing: [] });

    const fixed = await nightWith(pipeline);
    expect(fixed.failed).toBe(false);
    expect(fixed.output).toContain('Nothing regressed, 1 fixed');
    const fixedMeasure = measure();
    expect(fixedMeasure).not.toBe(knownMeasure);

    const stillFixed = await nightWith(pipeline);
    expect(stillFixed.failed).toBe(false);
    const lastMeasure = measure();
    expect(lastMeasure).not.toBe(fixedMeasure);
    expect(earlier()).toMatchObject({ runs: 6, changed: [], missing: [] });

    const back = await nightWith(pipeline, EARLY);
    expect(back.failed).toBe(true);
    expect(measure()).toBe(lastMeasure);
  },
  1_200_000,
);

test('ten nights by docs/gate.md, the server restarted before each, and fixed before the seventh', async () => {
  const pipeline = nightsOfTheGuide();
  const { nightWith } = await stagingServer();
  const last = () => JSON.parse(readFileSync(join(pipeline.folder, 'nightly', 'last.json'), 'utf8')) as Report;
  const first = await nightWith(pipeline, EARLY);
  expect(first.failed).toBe(true);
  for (let night = 2; night <= 10; night += 1) {
    const { failed, output } = await nightWith(pipeline, ...(night < 7 ? [EARLY] : []));
    expect(failed, output).toBe(false);
    expect(last().gate?.notices.map(({ kind }) => kind)).toEqual(night === 7 ? ['mended'] : []);
  }
  const earlier = last().observations.find(({ id }) => id === 'observed.earlier-pets')?.data;
  expect(earlier).toMatchObject({ runs: 8, changed: [], missing: [] });
}, 600_000);
