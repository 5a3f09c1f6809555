import { parseArgs } from 'node:util';
import { faults } from '../reference/faults/index.ts';
import { secondNight } from './baselines.ts';

/** Whether a run is ever worse than the last one on an unchanged server: every fault of the reference, two nights each. */
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const chosen = faults
  .map(({ name }) => name)
  .filter((name, index) => name.includes(values.only) && index % Number(values.every) === 0);
const left = [...chosen];
const worse = new Set<string>();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { exitCode, notices } = await secondNight([name], Number(values.seed));
      if (exitCode !== 0) worse.add(name);
      const told = notices.map(({ kind, sentence }) => `\n  ${kind}: ${sentence}`).join('');
      process.stdout.write(`${chosen.length - left.length}/${chosen.length} ${name}: exit code ${exitCode}${told}\n`);
    }
  }),
);
process.stdout.write(`${chosen.length} servers, two nights each, ${worse.size} worse: ${[...worse].join(', ')}\n`);
process.exitCode = worse.size > 0 ? 1 : 0;
