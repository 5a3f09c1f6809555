import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finderOf, settingsBy } from '../../harness/settings/settings.ts';
import { runInWorker } from '../../library/run-in-worker.ts';
import { newFolder } from '../compiled.ts';

const TARGET = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'top-secret-key', runId: 'abc' };

test.each([
  [
    'runs out of memory',
    'for (const kept = []; ; ) kept.push(new Array(1_000_000).fill(0.5));',
    60_000,
    /more than 200 MB/,
  ],
  ['is too busy to end in time', 'for (;;);', 200, /^The time for the run was over/],
  ['ends without a word', '', 60_000, /^The run ended/],
])('a thread that %s leaves a report', async (_what, program, maxDurationMs, diagnosis) => {
  const script = join(newFolder(), 'worker.mjs');
  writeFileSync(script, program);
  const settings = { ...settingsBy(finderOf(new Map(), {}, '')), ...TARGET, maxDurationMs };
  const { report } = await runInWorker(settings, { signal: new AbortController().signal }, pathToFileURL(script));
  expect(report.diagnosis).toMatch(diagnosis);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});
