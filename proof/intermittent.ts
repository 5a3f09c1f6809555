import { parseArgs } from 'node:util';
import { type Fault, faults } from '../reference/faults/index.ts';
import { checkReference, forEach } from './check.ts';

/**
 * How surely a defect is found that shows only now and then: every such server, checked again and again with other
 * seeds. A run counts when exactly the requirements of the defect fail.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
});
const runs = Number(values.runs);
const chosen = faults.filter(({ intermittent, name }) => intermittent && name.includes(values.only));
let worst = runs;
for (const fault of chosen) {
  const wrong: string[] = [];
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  await forEach(seeds, async (seed) => {
    const found = await failuresOf(fault, seed);
    if (found !== [...fault.violates, ...(fault.warns ?? [])].sort().join()) wrong.push(`seed ${seed}: ${found}`);
  });
  worst = Math.min(worst, runs - wrong.length);
  process.stdout.write(
    `${fault.name}: ${runs - wrong.length} of ${runs}${wrong.map((one) => `\n  ${one}`).join('')}\n`,
  );
}
process.stdout.write(`${chosen.length} servers, ${runs} runs each, at least ${worst} of ${runs} exact\n`);
process.exitCode = worst < runs * 0.99 ? 1 : 0;

async function failuresOf(fault: Fault, seed: number): Promise<string> {
  const settings = { consistencyWindowMs: 150, runId: `int${seed}`, seed };
  const { results } = await checkReference({ faults: [fault.name], seed }, settings);
  const failed = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return failed
    .map(({ id }) => id)
    .sort()
    .join();
}
