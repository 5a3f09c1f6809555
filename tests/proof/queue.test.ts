import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queueOf } from '../../proof/queue.ts';

test('.ci/run names parts of the proof that there are', () => {
  const [, only = ''] = /npm run proof -- --only (\S+)/.exec(readFileSync('.ci/run', 'utf8')) ?? [];
  expect(queueOf({ only, match: '', seeds: 1, nights: 1 }).length).toBeGreaterThan(100);
});
