import { describe, expect, test } from 'vitest';
import { type Fault, faults } from '../reference/faults/index.ts';
import { checkReference, idsWith } from './support.ts';

async function failsExactly(fault: Fault): Promise<void> {
  const report = await checkReference({ faults: [fault.name] }, { timeoutMs: 10_000 });
  expect({ fails: idsWith(report, 'fail'), warns: idsWith(report, 'warn') }, fault.story).toEqual({
    fails: [...fault.violates].sort(),
    warns: [...(fault.warns ?? [])].sort(),
  });
  expect(report.exitCode).toBe(fault.violates.length > 0 ? 1 : 0);
}

const steady = faults.filter(({ intermittent }) => !intermittent);
const intermittent = faults.filter((fault) => fault.intermittent);

describe('a server with one defect fails the requirements of that defect and no other', () => {
  test.concurrent.each(steady.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    failsExactly(fault),
  );
});

describe('so does a server whose defect shows only now and then', () => {
  test.concurrent.each(intermittent.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    failsExactly(fault),
  );
});
