import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { startReference } from '../../reference/server.ts';
import { TEST_KEY } from '../support.ts';
import { nightsOnGithub, nightsOnGitlab, type Pipeline } from './nights.ts';

const EARLY = 'unknown-filter-crashes';
const LATE = 'no-status-counts-as-available';

async function nightWith({ night }: Pipeline, ...faults: readonly string[]) {
  const server = await startReference({ apiKey: TEST_KEY, faults });
  try {
    return await night({ PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: TEST_KEY });
  } finally {
    await server.close();
  }
}

test.each([
  ['GitHub', nightsOnGithub],
  ['GitLab', nightsOnGitlab],
])(
  'the nights on %s are measured by the last good one',
  async (_where, nights) => {
    const pipeline = nights();
    const kept = (file: string) => join(pipeline.folder, 'nightly', file);
    const measure = () => (JSON.parse(readFileSync(kept('baseline.json'), 'utf8')) as Report).run.id;
    const lines = () => readFileSync(kept('ledger.jsonl'), 'utf8').split('\n').length - 1;

    const nobody = await pipeline.night({ PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: TEST_KEY });
    expect(nobody.failed).toBe(true);
    expect(existsSync(kept('baseline.json'))).toBe(false);

    const first = await nightWith(pipeline, EARLY);
    expect(first.failed).toBe(true);
    const firstMeasure = measure();
    const firstLines = lines();
    expect(firstLines).toBeGreaterThan(0);

    const known = await nightWith(pipeline, EARLY);
    expect(known.failed).toBe(false);
    expect(known.told).toContain('Nothing regressed');
    const knownMeasure = measure();
    expect(knownMeasure).not.toBe(firstMeasure);
    expect(lines()).toBeGreaterThan(firstLines);

    const worse = await nightWith(pipeline, EARLY, LATE);
    expect(worse.failed).toBe(true);
    expect(worse.told).toContain('1 regressed\n');
    expect(measure()).toBe(knownMeasure);

    const down = await pipeline.night({ PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: TEST_KEY });
    expect(down.failed).toBe(true);
    expect(measure()).toBe(knownMeasure);

    const mended = await nightWith(pipeline);
    expect(mended.failed).toBe(false);
    expect(mended.told).toContain('Nothing regressed, 1 mended');
    const mendedMeasure = measure();
    expect(mendedMeasure).not.toBe(knownMeasure);

    const back = await nightWith(pipeline, EARLY);
    expect(back.failed).toBe(true);
    expect(measure()).toBe(mendedMeasure);
  },
  300_000,
);
