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
    Object.assign(task.meta, { untested, ...session.takeSummary() });
  });
} else {
  describe('requirements', () => {
    for (const { id } of session.due) {
      test.concurrent(id, async ({ task, signal }) => {
        signal.addEventListener('abort', () => interruption.abort());
        const result = await session.decide(id);
        Object.assign(task.meta, session.takeSummary(), isSelected(id, settings) && { result });
      });
    }
  });

  test('end', async ({ task }) => {
    const results = await session.finish();
    const isReported = ({ id }: { readonly id: string }) => part === undefined || part.reports.includes(id);
    Object.assign(task.meta, {
      results: results.filter(isReported),
      bases: results.filter((result) => !isReported(result)),
      ...session.takeSummary(),
      ...(part && { sheet: part.sheet, durationMs: Date.now() - Date.parse(part.sheet.startedAt) }),
    });
  });
}
