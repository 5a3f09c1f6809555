import { parseArgs } from 'node:util';
import { type Figure, writeFigures } from './figures.ts';
import { parts, queueOf } from './queue.ts';
import { type Row, writeTable } from './table.ts';
import { onEveryCore, sharedCounter } from './threads.ts';
import type { Answer, Work } from './worker.ts';

const USAGE = `npm run proof [-- --only PART,PART --match TEXT --seeds N --nights N --minutes N]
parts: ${parts.map(({ name }) => name).join(', ')}\n`;
const PROGRESS_MS = 10_000;

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  return 2;
});

async function main(): Promise<number> {
  const { only, match, seeds, nights, minutes } = parseArgs({
    options: {
      only: { type: 'string', default: parts.map(({ name }) => name).join() },
      /** Cases whose name contains it; then no figures are written. */
      match: { type: 'string', default: '' },
      seeds: { type: 'string', default: '4' },
      nights: { type: 'string', default: '365' },
      minutes: { type: 'string', default: '60' },
    },
  }).values;
  const options = { only, match, seeds: +seeds, nights: +nights };
  const queue = queueOf(options);
  const figures = parts.flatMap(({ name, also, ...first }): readonly Figure[] => {
    const planned = queue.filter((one) => one.part === name).length;
    const claims = { [name]: first, ...also };
    return Object.entries(claims).map(([claim, words]) => ({
      ...words,
      part: name,
      name: claim,
      left: claim === name ? planned : 0,
      run: 0,
      wrong: 0,
    }));
  });
  const rows: Row[] = [];
  const begin = Date.now();
  const progress = () => {
    const done = figures.map(({ name, run, wrong }) => `${name} ${run}${wrong > 0 ? ` (${wrong} wrong)` : ''}`);
    console.log(`${Math.round((Date.now() - begin) / 1000)} s: ${done.join(', ')}`);
  };
  const timer = setInterval(progress, PROGRESS_MS);
  const work: Work = { options, next: sharedCounter(), deadline: begin + 60_000 * Number(minutes) };
  await onEveryCore(new URL('./worker.js', import.meta.url), work, ({ part, name, problems, row }: Answer) => {
    if (row) rows.push(row);
    for (const figure of figures) {
      if (figure.name === part) figure.left -= 1;
      const found = problems[figure.name];
      if (!found) continue;
      figure.run += 1;
      if (found.length === 0) continue;
      figure.wrong += 1;
      console.log(`WRONG ${figure.name}: ${name}\n  ${found.join('\n  ')}`);
    }
  });
  clearInterval(timer);
  progress();
  console.log(summaryOf(figures));
  if (match === '') {
    writeFigures(figures);
    writeTable(rows);
  }
  return figures.some(({ run, wrong, tolerated = 0 }) => wrong > Math.ceil(run * tolerated)) ? 1 : 0;
}

/** "1 fault, 0 wrong" */
function summaryOf(figures: readonly Figure[]): string {
  const done = figures.filter(({ run }) => run > 0);
  const parts = done.map(({ name, run, wrong }) => {
    const what = run === 1 ? name.replace(/(?<!i)s$/, '') : name;
    return `${run.toLocaleString('en')} ${what}, ${wrong} wrong`;
  });
  return parts.join('; ');
}
