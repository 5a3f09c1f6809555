import { describe, expect, test } from 'vitest';
import { ENVIRONMENTS, outcomesIn, sampleOfFaults } from '../../proof/environments.ts';

/** One environment for each fault here; `npm run environments` tries every fault in every environment. */
describe('a defect never passes because the environment is noisy', () => {
  const cases = sampleOfFaults().map((fault, index) => {
    const environment = ENVIRONMENTS[index % ENVIRONMENTS.length] ?? ENVIRONMENTS[0];
    return [`${fault.name}, ${environment.label}`, fault, environment, index + 1] as const;
  });
  test.concurrent.each(cases)('%s', async (_name, fault, environment, seed) => {
    const outcomes = Object.entries(await outcomesIn(fault, environment, seed));
    expect(outcomes).toHaveLength(fault.violates.length);
    expect(outcomes.filter(([, outcome]) => outcome !== 'fail' && outcome !== 'inconclusive')).toEqual([]);
  });
});
