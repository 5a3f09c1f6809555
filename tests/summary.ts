import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { groupBy } from '../harness/basics/group-by.ts';

const SLOWEST = 5;

/** What a run of the tests says at its end: which tests took longest, and which could not be run, and why. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const line of [...slowest(tests), ...skipped(tests)]) process.stdout.write(`${line}\n`);
  }
}

const secondsOf = (test: TestCase) => (test.diagnostic()?.duration ?? 0) / 1000;

function slowest(tests: readonly TestCase[]): readonly string[] {
  const sorted = tests.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
  return sorted.map((test) => `${secondsOf(test).toFixed(1)} s  ${test.module.relativeModuleId} > ${test.fullName}`);
}

function skipped(tests: readonly TestCase[]): readonly string[] {
  const notes = tests.flatMap((test) => {
    const result = test.result();
    return result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
  });
  return [...groupBy(notes, (note) => note)].map(([note, all]) => `${all.length} skipped: ${note}`);
}
