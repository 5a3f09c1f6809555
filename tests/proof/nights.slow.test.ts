import { expect, test } from 'vitest';
import { nights } from '../../proof/nights.ts';
import { simulate } from '../../proof/simulation/simulate.ts';
import { Store } from '../../reference/store.ts';

test('a service that keeps free ids does not drift, though a baseline hands its seed on', async () => {
  const store = new Store();
  const observed = [];
  for (const runId of ['first', 'second', 'third']) {
    const world = { seed: 1, store, variants: ['client-id-kept-when-free'] };
    const { report } = await simulate({ ...world, settings: { runId, only: ['observed.free-client-id'] } });
    observed.push(report.observations.map(({ value }) => value));
  }
  expect(observed).toEqual(Array(3).fill(['taken over as the id']));
});

/** Pets accepted although they are invalid, and pages that fill up. */
const FAULTS = ['bad-status-stored', 'default-ten'];

const twoNightsOf = (fault: string) =>
  nights({ count: 3, faults: (night) => (night < 3 ? [fault] : []), strict: true });

test.each(FAULTS)('%s is known on the second night, and fixed on the third', async (fault) => {
  const series: { exitCode: number; kinds: readonly string[] }[] = [];
  for await (const { exitCode, gate } of twoNightsOf(fault))
    series.push({ exitCode, kinds: gate?.notices.map(({ kind }) => kind) ?? [] });
  expect(series.map(({ exitCode }) => exitCode)).toEqual([1, 0, 0]);
  expect(series[1]?.kinds).not.toContain('worse');
  expect(series[2]?.kinds).toContain('fixed');
});

test('what comes and goes is known on the second night, and remembered on the third', async () => {
  const series: { exitCode: number; remembered: readonly string[] }[] = [];
  for await (const { exitCode, gate } of twoNightsOf('second-identical-create-crashes'))
    series.push({ exitCode, remembered: gate?.remembered?.map(({ id }) => id) ?? [] });
  expect(series.map(({ exitCode }) => exitCode)).toEqual([1, 0, 0]);
  expect(series[2]?.remembered).toContain('errors.no-5xx');
});

test('a defect that shows on other inputs in another night is worse then', async () => {
  const codes: number[] = [];
  for await (const { exitCode } of nights({ count: 4, faults: () => ['every-second-wrong-type-accepted'] }))
    codes.push(exitCode);
  expect(codes[0]).toBe(1);
  expect(codes.slice(1)).toContain(1);
});
