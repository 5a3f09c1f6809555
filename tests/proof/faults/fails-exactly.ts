import { expect } from 'vitest';
import type { Fault } from '../../../reference/faults/index.ts';
import { checkReference, idsWith } from '../../support.ts';

/** A server with one defect fails the requirements of that defect and no other. */
export async function failsExactly(_name: string, fault: Fault): Promise<void> {
  const report = await checkReference({ faults: [fault.name] }, { timeoutMs: 10_000 });
  expect({ fails: idsWith(report, 'fail'), warns: idsWith(report, 'warn') }, fault.story).toEqual({
    fails: [...fault.violates].sort(),
    warns: [...(fault.warns ?? [])].sort(),
  });
  expect(report.exitCode).toBe(fault.violates.length > 0 ? 1 : 0);
}

/** By name, for test.each. A test file for each kind, so that they run side by side. */
export function named(faults: readonly Fault[]): readonly (readonly [string, Fault])[] {
  return faults.map((fault) => [fault.name, fault]);
}

/** Whether a defect shows in what the service accepts, refuses or stores. */
export function isAboutInput({ violates, warns = [] }: Fault): boolean {
  return /^(auth|create)\./.test([...violates, ...warns][0] ?? '');
}
