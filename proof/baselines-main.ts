import { parseArgs } from 'node:util';
import { faults } from '../reference/faults/index.ts';
import { nightsWith } from './baselines.ts';

/** Whether a run is ever worse than the last one on an unchanged server, and whether a fix is reported: every fault. */
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    nights: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.nights);
const chosen = faults.filter(({ name }, index) => name.includes(values.only) && index % Number(values.every) === 0);
const left = [...chosen];
const worse: string[] = [];
const unfixed: string[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const { name, violates, warns = [] } = fault;
      const nights = await nightsWith(name, count, Number(values.seed));
      const later = nights.slice(1, -1);
      if (later.some(({ exitCode }) => exitCode !== 0)) worse.push(name);
      const fixed = nights.at(-1)?.notices.filter(({ kind }) => kind === 'mended') ?? [];
      if ([...violates, ...warns].some((id) => !fixed.some((notice) => notice.id === id))) unfixed.push(name);
      const lines = later.flatMap(({ notices }) => notices.map(({ kind, sentence }) => `\n  ${kind}: ${sentence}`));
      const codes = nights.map(({ exitCode }) => exitCode).join(' ');
      process.stdout.write(`${chosen.length - left.length}/${chosen.length} ${name}: ${codes}${lines.join('')}\n`);
    }
  }),
);
process.stdout.write(`${chosen.length} servers, ${count} nights each, ${worse.length} worse: ${worse.join(', ')}\n`);
process.stdout.write(`${unfixed.length} not reported as fixed on the night after: ${unfixed.join(', ')}\n`);
process.exitCode = worse.length > 0 ? 1 : 0;
