import '../harness/vitest/hand-over.ts';
import { describe, inject, test } from 'vitest';
import { STAGES } from '../harness/check.ts';
import { Session } from '../harness/session.ts';
import { checks } from './index.ts';

/** One requirement, one test. The stages follow one another; within a stage everything runs at once. */
const interruption = new AbortController();
const session = new Session(inject('settings'), checks, interruption.signal);
const untested = await session.preflight();

if (untested !== undefined) {
  test('preflight', ({ task }) => {
    Object.assign(task.meta, { untested, totals: session.totals, created: session.takeCreated() });
  });
} else {
  for (const stage of STAGES) {
    describe(stage, () => {
      for (const check of checks.filter((candidate) => candidate.stage === stage)) {
        test.concurrent(check.id, async ({ task, signal }) => {
          signal.addEventListener('abort', () => interruption.abort());
          const result = await session.decide(check.id);
          Object.assign(task.meta, { result, totals: session.totals, created: session.takeCreated() });
        });
      }
    });
  }
}
