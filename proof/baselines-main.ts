import { parseArgs } from 'node:util';
import { faults } from '../reference/faults/index.ts';
import { nightsWith } from './baselines.ts';
import { forEach } from './check.ts';

/** Whether a run is ever worse than the last one on an unchanged server, and whether a fix is reported: every fault. */
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
let done = 0;
const worse: string[] = [];
const unfixed: string[] = [];
await forEach(chosen, async ({ name, violates, warns = [] }) => {
  const nights = await nightsWith(name, count, Number(values.seed));
  const later = nights.slice(1, -1);
  if (later.some(({ exitCode }) => exitCode !== 0)) worse.push(name);
  const fixed = nights.at(-1)?.notices.filter(({ kind }) => kind === 'mended') ?? [];
  if ([...violates, ...warns].some((id) => !fixed.some((notice) => notice.id === id))) unfixed.push(name);
  const lines = later.flatMap(({ notices }) => notices.map(({ kind, sentence }) => `\n  ${kind}: ${sentence}`));
  const codes = nights.map(({ exitCode }) => exitCode).join(' ');
  done += 1;
  process.stdout.write(`${done}/${chosen.length} ${name}: ${codes}${lines.join('')}\n`);
});
process.stdout.write(`${chosen.length} servers, ${count} nights each, ${worse.length} worse: ${worse.join(', ')}\n`);
process.stdout.write(`${unfixed.length} not reported as fixed on the night after: ${unfixed.join(', ')}\n`);
process.exitCode = worse.length > 0 ? 1 : 0;
