import '../harness/vitest/vitest-types.ts';
import { describe, inject, test } from 'vitest';
import { Session } from '../harness/run/session.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { checksOf } from '../harness/shard/parts.ts';
import { petStore } from './index.ts';

/** One requirement, one test. The session knows what waits for what, so all of them start at once. */
const part = inject('part');
const settings = inject('settings');
const suite = part === undefined ? petStore : { ...petStore, checks: checksOf(part, petStore.checks) };
const interruption = new AbortController();
const session = new Session(settings, suite, interruption.signal);
const untested = await session.preflight();

if (untested !== undefined) {
  test('preflight', ({ task }) => {
    const { totals, warnings } = session;
    Object.assign(task.meta, { untested, totals, warnings, created: session.takeCreated() });
  });
} else {
  describe('requirements', () => {
    for (const { id } of session.due) {
      test.concurrent(id, async ({ task, signal }) => {
        signal.addEventListener('abort', () => interruption.abort());
        const result = await session.decide(id);
        const soFar = { totals: session.totals, created: session.takeCreated() };
        Object.assign(task.meta, isSelected(id, settings) ? { result, ...soFar } : soFar);
      });
    }
  });

  test('end', async ({ task }) => {
    const results = await session.finish();
    const isReported = ({ id }: { readonly id: string }) => part === undefined || part.reports.includes(id);
    Object.assign(task.meta, {
      results: results.filter(isReported),
      bases: results.filter((result) => !isReported(result)),
      interruptions: session.interruptions,
      warnings: session.warnings,
      totals: session.totals,
      created: session.takeCreated(),
      ...(session.gaveUp && { gaveUp: session.gaveUp.message }),
      ...(part && { sheet: part.sheet, durationMs: Date.now() - Date.parse(part.sheet.startedAt) }),
    });
  });
}
