import { expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { idsWith, settingsFor } from '../support.ts';
import { standInFront } from './front.ts';

/** A service from which getPet is gone: whatever its router says of such addresses. */
async function judgedAt(now: string, status: number, type: string, body: string) {
  const { baseUrl } = await standInFront({
    pets: 30,
    alter: (asked, answer) =>
      asked.url.startsWith('/v1/pets/') ? { status, headers: { 'content-type': type }, body } : answer,
  });
  return runInline(settingsFor(baseUrl, { now, readOnly: true }), petStore);
}

test.each([
  [410, 'application/json', '{"code":"gone","message":"It is gone.","status":410}'],
  [404, 'text/html', '<h1>Not found</h1>'],
])('from the removal date on, an absent getPet may answer what it likes: %i', async (status, type, body) => {
  const report = await judgedAt('2030-12-05', status, type, body);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(idsWith(report, 'warn')).toEqual([]);
  expect(idsWith(report, 'skipped')).toEqual(expect.arrayContaining(['get.found', 'deprecation.still-served']));
});

test('the day before, it is missed', async () => {
  const report = await judgedAt('2030-12-04', 404, 'application/json', '{"code":"x","message":"y","status":404}');
  expect(idsWith(report, 'fail')).toContain('deprecation.still-served');
});
