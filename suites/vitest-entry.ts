import '../harness/vitest/hand-over.ts';
import { describe, inject, test } from 'vitest';
import { STAGES } from '../harness/check.ts';
import { Session } from '../harness/session.ts';
import { checksOf } from '../harness/share/parts.ts';
import { checks } from './index.ts';

/** One requirement, one test. The stages follow one another; within a stage everything runs at once. */
const part = inject('part');
const due = part === undefined ? checks : checksOf(part, checks);
const interruption = new AbortController();
const session = new Session(inject('settings'), due, interruption.signal);
const untested = await session.preflight();

if (untested !== undefined) {
  test('preflight', ({ task }) => {
    Object.assign(task.meta, { untested, totals: session.totals, created: session.takeCreated() });
  });
} else {
  for (const stage of STAGES) {
    const now = due.filter((candidate) => candidate.stage === stage);
    if (now.length === 0) continue;
    describe(stage, () => {
      for (const check of now) {
        test.concurrent(check.id, async ({ task, signal }) => {
          signal.addEventListener('abort', () => interruption.abort());
          const result = await session.decide(check.id);
          const told = part === undefined || part.reports.includes(check.id) ? { result } : { basis: result };
          Object.assign(task.meta, { ...told, totals: session.totals, created: session.takeCreated() });
        });
      }
    });
  }
  if (part !== undefined) {
    test('end', ({ task }) => {
      const durationMs = Date.now() - Date.parse(part.sheet.startedAt);
      Object.assign(task.meta, { sheet: part.sheet, durationMs, totals: session.totals });
    });
  }
}
