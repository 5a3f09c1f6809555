import { expect, test } from 'vitest';
import { run } from './support.ts';

test('what nothing selected needs is not sent', async () => {
  const [all, lists, reads] = await Promise.all([
    run({ pets: 150 }),
    run({ pets: 150 }, { only: ['list.ok'] }),
    run({ pets: 150 }, { only: ['get.*'], skip: ['get.found'] }),
  ]);
  expect(lists.report.run.requests).toBeLessThan(all.report.run.requests / 2);
  expect(reads.report.run.requests).toBeLessThan(all.report.run.requests / 2);
});
