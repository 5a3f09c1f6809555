import { expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { idsWith, settingsFor } from '../support.ts';
import { standInFront } from './front.ts';

test('a pet whose id is nested without measure is reported, and is no fault of the suite', async () => {
  const deep = `{"id":${'['.repeat(6000)}${']'.repeat(6000)},"name":"x","categoryId":1}`;
  const { baseUrl } = await standInFront({
    pets: 30,
    alter: (asked, answer) =>
      asked.url === '/v1/pets?limit=1' ? { ...answer, status: 200, body: `[${deep}]` } : answer,
  });
  const only = ['list.ok', 'list.limit.minimum', 'body.*'];
  const report = await runInline(settingsFor(baseUrl, { only, readOnly: true }), petStore);
  expect(report.diagnosis).toBeUndefined();
  expect(idsWith(report, 'fail')).toEqual(['body.pet-shape']);
});

test('a field nested 100,000 deep takes no digit from the numbers beside it', async () => {
  const deep = `${'{"a":['.repeat(50_000)}9007199254740993${']}'.repeat(50_000)}`;
  const { baseUrl } = await standInFront({
    alter: (asked, answer) =>
      asked.method === 'POST' && answer.status === 201
        ? { ...answer, body: answer.body.replace(/}$/, `,"deep":${deep}}`) }
        : answer,
  });
  const only = ['create.minimal', 'create.int64'];
  const report = await runInline(settingsFor(baseUrl, { only }), petStore);
  expect(report.diagnosis).toBeUndefined();
  expect(idsWith(report, 'pass')).toEqual(expect.arrayContaining(only));
});
