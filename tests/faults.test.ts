import { describe, expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { idsWith, judgeReference } from './support.ts';

describe('a server with one defect is told of that defect and of no other', () => {
  test.concurrent.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (name, fault) => {
    const report = await judgeReference({ faults: [name] }, { timeoutMs: 3_000 });
    expect({ fails: idsWith(report, 'fail'), warns: idsWith(report, 'warn') }, fault.story).toEqual({
      fails: [...fault.violates].sort(),
      warns: [...(fault.warns ?? [])].sort(),
    });
    expect(report.exitCode).toBe(fault.violates.length > 0 ? 1 : 0);
  });
});
