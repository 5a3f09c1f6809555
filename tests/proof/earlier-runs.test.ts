import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type JsonValue, parseJson, toJson } from '../../harness/json/exact-json.ts';
import { driftsOf } from '../../harness/report/drift.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { newFolder } from '../compiled.ts';
import { standInFront } from '../hostile/front.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';

const EARLIER = 'observed.earlier-pets';

test('pets of earlier runs are compared with what they were', async () => {
  const server = await startReference({ apiKey: TEST_KEY });
  onTestFinished(() => server.close());
  const { store, baseUrl } = server;
  const ledger = join(newFolder(), 'ledger.jsonl');
  writeFileSync(ledger, '');
  const night = async (runId: string, now = '2026-11-15') => {
    const settings = settingsFor(baseUrl, { ledger, runId, now, only: ['create.with-status', EARLIER] });
    const report = await runInline(settings, petStore);
    const { value, data } = report.observations.find(({ id }) => id === EARLIER) ?? {};
    return { report, value, data };
  };
  const first = await night('first00');
  expect(first.value).toBe('none of them is known');

  const size = store.size;
  const second = await night('second0');
  expect(second.value).toBe(`of ${size} pets from 1 earlier run, ${size} unchanged`);
  expect(driftsOf(first.report, second.report)).toEqual([]);

  const { size: both } = store;
  const [lost, ...others] = store.all();
  const changed = others.at(-1);
  if (!lost || !changed) throw new Error('The runs created nothing.');
  store.remove(lost.id);
  store.keep({ ...changed, categoryId: changed.categoryId + 1n });
  const third = await night('third00');
  expect(third.value).toBe(`of ${both} pets from 2 earlier runs, ${both - 2} unchanged, 1 changed, 1 missing`);
  expect(third.data).toMatchObject({ changed: [String(changed.id)], missing: [String(lost.id)] });
  expect(driftsOf(second.report, third.report)).toEqual([
    expect.objectContaining({ id: EARLIER, before: second.value, after: third.value }),
  ]);

  const late = await night('fourth0', '2031-01-01');
  expect(late.data).toMatchObject({ runs: 3, changed: [String(changed.id)], missing: [String(lost.id)] });
  expect(driftsOf(third.report, late.report)).toEqual([]);

  // More than the pages show: only a few of them are fetched.
  for (let id = 1_000n; id < 1_150n; id += 1n) {
    store.keep({ id, name: `other ${id}`, categoryId: 1n, status: 'available' });
  }
  const before = server.requests();
  const crowded = await night('fifth00');
  expect(crowded.data).toMatchObject({ changed: [String(changed.id)], missing: [String(lost.id)] });
  expect(server.requests() - before).toBeLessThan(60);
});

test('what a faulty service accepted in an earlier run fails no requirement again', async () => {
  const odd = { id: 900_001, name: 5, categoryId: 1 };
  const unlisted = { id: 900_003, name: 6, categoryId: 1 };
  const replaced = { id: 900_002, name: '', categoryId: 1 };
  const by = { id: 900_002, name: 'of somebody', categoryId: 2 };
  const { baseUrl } = await standInFront({
    alter: (asked, answer) => {
      const [, query = ''] = /^\/v1\/pets(?:\?(.*))?$/.exec(asked.url) ?? [];
      const parameters = new URLSearchParams(query);
      if (asked.method !== 'GET' || answer.status !== 200 || asked.url.startsWith('/v1/pets/')) return answer;
      if (parameters.has('status')) return answer;
      const limit = Math.min(100, Number(parameters.get('limit') ?? 20));
      const pets = [odd, replaced, by, unlisted, ...(parseJson(answer.body) as readonly JsonValue[])].slice(0, limit);
      return { ...answer, body: toJson(pets) };
    },
  });
  const only = ['body.pet-shape', 'list.unique', 'list.status.only'];
  const ledger = join(newFolder(), 'ledger.jsonl');
  const common = { at: '2026-11-15T00:00:00.000Z', baseUrl, run: 'earlier', requirement: 'create.wrong-type' };
  const lines = [{ ...common, id: '900001' }, { ...common, id: '900002', name: '' }, 'broken'];
  writeFileSync(ledger, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const report = await runInline(settingsFor(baseUrl, { only, ledger }), petStore);
  expect(idsWith(report, 'fail')).toEqual(['body.pet-shape']);
  expect(report.results.find(({ id }) => id === 'body.pet-shape')?.facts?.petIds).toEqual([String(unlisted.id)]);
  expect(report.warnings).toEqual(['Warning: 1 line of the ledger could not be read and had to be skipped.']);
});
