import { expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';
import { standInFront } from './front.ts';

test('not one creation more is made than allowed', async () => {
  const maxCreates = 30;
  const { baseUrl, seen } = await standInFront();
  const report = await runInline(settingsFor(baseUrl, { maxCreates }), petStore);
  const made = seen.filter(({ answer }) => answer.status === 201).length;
  expect(made).toBe(maxCreates);
  expect(report.run.creations).toBe(made);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(report.exitCode).toBe(4);
});

test('not one creation more is made, also where connections break after it', async () => {
  const maxCreates = 10;
  let created = 0;
  const { baseUrl, seen } = await standInFront({
    alter: (_asked, answer) => {
      if (answer.status !== 201) return answer;
      created += 1;
      return created % 2 === 1 ? 'break' : answer;
    },
  });
  const only = ['create.with-status', 'create.echo'];
  await runInline(settingsFor(baseUrl, { maxCreates, only }), petStore);
  const made = seen.filter(({ answer }) => answer.status === 201).length;
  expect(made).toBeGreaterThan(maxCreates / 2);
  expect(made).toBeLessThanOrEqual(maxCreates);
});

test('not one request more is sent with a missing or wrong key than allowed', async () => {
  const maxBadCredentials = 20;
  const { baseUrl, seen } = await standInFront();
  const report = await runInline(settingsFor(baseUrl, { maxBadCredentials }), petStore);
  const strangers = seen.filter(({ asked }) => asked.headers.authorization !== `Bearer ${TEST_KEY}`);
  expect(strangers.length).toBeGreaterThan(maxBadCredentials / 2);
  expect(strangers.length).toBeLessThanOrEqual(maxBadCredentials);
  expect(idsWith(report, 'fail')).toEqual([]);
});
