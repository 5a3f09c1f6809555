import { expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { checks, petStore } from '../../suites/index.ts';
import { idsWith, settingsFor } from '../support.ts';
import { type Front, standInFront } from './front.ts';

/** Whatever a broken server could take for a creation: any method that is not safe, and any body. */
const writesSeen = ({ seen }: Front) =>
  seen.filter(({ asked }) => !/^(GET|HEAD|OPTIONS)$/.test(asked.method) || asked.body !== '');

test.each([0, 150])('a read-only run sends no request that writes, to a target with %i pets', async (pets) => {
  const front = await standInFront({ pets });
  const report = await runInline(settingsFor(front.baseUrl, { readOnly: true, knownIds: ['1'] }), petStore);
  expect(front.seen.length).toBeGreaterThan(20);
  expect(writesSeen(front)).toEqual([]);
  expect(report.run.creations).toBe(0);
  expect(idsWith(report, 'fail')).toEqual([]);
  const writers = checks.filter(({ writes }) => writes).map(({ id }) => id);
  expect(idsWith(report, 'skipped')).toEqual(expect.arrayContaining(writers));
  expect(idsWith(report, 'pass')).toContain('list.ok');
});

test('nor does a requirement asked for alone, with the traffic that it checks', async () => {
  const front = await standInFront({ pets: 150 });
  for (const only of ['errors.no-5xx', 'create.id.int64', 'observed.error-codes', 'list.limit.maximum']) {
    await runInline(settingsFor(front.baseUrl, { readOnly: true, only: [only] }), petStore);
  }
  expect(front.seen.length).toBeGreaterThan(20);
  expect(writesSeen(front)).toEqual([]);
});
