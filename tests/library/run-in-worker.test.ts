import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finderOf, settingsBy } from '../../harness/settings/settings.ts';
import { runInWorker } from '../../library/run-in-worker.ts';
import { newFolder } from '../compiled.ts';

/** Compiled, as threads cannot read the sources. */
const DECIDE = new URL('../../dist/library/worker.js', import.meta.url);
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
  const { report } = await runInWorker(
    settings,
    { signal: new AbortController().signal },
    { send: pathToFileURL(script), decide: DECIDE },
  );
  expect(report.diagnosis).toMatch(diagnosis);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test('what a thread was creating when it was ended may exist, and is listed', async () => {
  const folder = newFolder();
  const [script, ledger] = [join(folder, 'worker.mjs'), join(folder, 'ledger.jsonl')];
  const failure = { kind: 'interrupted', message: 'the run ended' };
  const creation = (number: number) => ({
    ...{ number, probe: 'creations', status: 0, headers: [], failure, sentAt: 1, answeredAt: 1 },
    request: { method: 'POST', path: '/v1/pets', headers: [], body: `{"name":"conformance-abc-000${number}"}` },
  });
  const [first, second] = [creation(1), creation(2)].map((one) => JSON.stringify(one));
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads';
    const body = new Uint8Array();
    parentPort.once('message', () => {
      for (const creation of [${first}, ${second}]) parentPort.postMessage({ creation: { ...creation, body } });
      parentPort.postMessage({ exchange: { ...${first}, status: 400, failure: undefined, body } });
      for (;;);
    });`,
  );
  writeFileSync(ledger, '');
  const settings = { ...settingsBy(finderOf(new Map(), {}, '')), ...TARGET, maxDurationMs: 200, ledger };
  const { report } = await runInWorker(
    settings,
    { signal: new AbortController().signal },
    { send: pathToFileURL(script), decide: DECIDE },
  );
  expect(report.run.created).toEqual([{ name: 'conformance-abc-0002', requirement: 'creations' }]);
  expect(JSON.parse(readFileSync(ledger, 'utf8'))).toMatchObject({ run: 'abc', name: 'conformance-abc-0002' });
});

test('progress counts on every tick, also while the report so far is made', async () => {
  const script = join(newFolder(), 'worker.mjs');
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads';
    const request = { method: 'GET', path: '/v1/pets', headers: [] };
    for (let number = 1; number <= 40; number += 1) {
      const exchange = { number, probe: 'reads', request, sentAt: number, answeredAt: number, status: 200, headers: [], body: new Uint8Array() };
      parentPort.postMessage({ exchange });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }`,
  );
  const settings = { ...settingsBy(finderOf(new Map(), {}, '')), ...TARGET };
  const counts: number[] = [];
  const options = { signal: new AbortController().signal, onProgress: (requests: number) => counts.push(requests) };
  await runInWorker(settings, options, { send: pathToFileURL(script), decide: DECIDE });
  expect(new Set(counts).size).toBeGreaterThan(4);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  const seldom: number[] = [];
  const onProgress = (requests: number) => seldom.push(requests);
  await runInWorker(
    settings,
    { ...options, onProgress, progressMs: 60_000 },
    { send: pathToFileURL(script), decide: DECIDE },
  );
  expect(seldom).toEqual([]);
});

test('an archive that takes too long after a signal leaves out long bodies, with their length and digest', async () => {
  const folder = newFolder();
  const [send, decide] = [join(folder, 'send.mjs'), join(folder, 'decide.mjs')];
  writeFileSync(
    send,
    `import { parentPort } from 'node:worker_threads';
    parentPort.once('message', () => {
      const exchange = { number: 1, request: { path: '/v1/pets' }, sentAt: 1, answeredAt: 1, status: 200, headers: [] };
      parentPort.postMessage({ exchange: { ...exchange, body: Buffer.alloc(20_000, 'x') } });
      parentPort.postMessage({ report: {}, facts: {} });
    });`,
  );
  // It never ends with the whole body.
  writeFileSync(
    decide,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ decide }) => {
      const [{ body, unreadable }] = decide.record;
      if (body.length < 20_000) parentPort.postMessage({ report: {}, archive: unreadable });
    });`,
  );
  const reporters = [{ name: 'har', file: 'r.har' }];
  const settings = { ...settingsBy(finderOf(new Map(), {}, '')), ...TARGET, reporters };
  const scripts = { send: pathToFileURL(send), decide: pathToFileURL(decide) };
  const { archive } = await runInWorker(settings, { signal: AbortSignal.abort() }, scripts);
  expect(archive).toMatchObject({ message: expect.stringMatching(/20000 bytes \(SHA-256 [\da-f]{64}\)/) });
});
