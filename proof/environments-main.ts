import { ENVIRONMENTS, outcomesIn, sampleOfFaults } from './environments.ts';

/** Every fault of the sample in every environment: a table of how its requirements end. */
const counts = new Map<string, { fail: number; inconclusive: number; unobservable: number; other: number }>();
for (const environment of ENVIRONMENTS) {
  const count = { fail: 0, inconclusive: 0, unobservable: 0, other: 0 };
  counts.set(environment.label, count);
  for (const [index, fault] of sampleOfFaults().entries()) {
    for (const [id, outcome] of Object.entries(await outcomesIn(fault, environment, index + 1))) {
      if (outcome === 'fail' || outcome === 'inconclusive' || outcome === 'unobservable') count[outcome] += 1;
      else {
        count.other += 1;
        process.stdout.write(`${environment.label}: ${fault.name}: ${id} ends with ${outcome}\n`);
      }
    }
  }
  process.stdout.write(`${environment.label}: ${JSON.stringify(count)}\n`);
}
process.exitCode = [...counts.values()].some(({ other }) => other > 0) ? 1 : 0;
