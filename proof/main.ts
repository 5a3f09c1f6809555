import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Figure, writeFigures } from './figures.ts';
import { parts, queueOf } from './queue.ts';
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
      seeds: { type: 'string', default: '40' },
      nights: { type: 'string', default: '365' },
      minutes: { type: 'string', default: '11' },
    },
  }).values;
  const options = { only, match, seeds: +seeds, nights: +nights };
  const queue = queueOf(options);
  const figures = parts.map((part): Figure => {
    const planned = queue.filter((one) => one.part === part.name).length;
    return { part, planned, run: 0, wrong: 0 };
  });
  const begin = Date.now();
  const progress = () => {
    const done = figures.map(({ part, run, wrong }) => `${part.name} ${run}${wrong > 0 ? ` (${wrong} wrong)` : ''}`);
    console.log(`${Math.round((Date.now() - begin) / 1000)} s: ${done.join(', ')}`);
  };
  const timer = setInterval(progress, PROGRESS_MS);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  await onEveryCore({ options, next, deadline: begin + 60_000 * Number(minutes) }, ({ part, name, problems }) => {
    const figure = figures.find((one) => one.part.name === part);
    if (!figure) return;
    figure.run += 1;
    if (problems.length === 0) return;
    figure.wrong += 1;
    console.log(`WRONG ${part}: ${name}\n  ${problems.join('\n  ')}`);
  });
  clearInterval(timer);
  progress();
  console.log(summaryOf(figures));
  if (match === '') writeFigures(figures);
  return figures.some(({ part, run, wrong }) => wrong > Math.ceil(run * (part.tolerated ?? 0))) ? 1 : 0;
}

/** "1 fault, 0 wrong" */
function summaryOf(figures: readonly Figure[]): string {
  const done = figures.filter(({ planned }) => planned > 0);
  const parts = done.map(({ part: { name }, run, wrong }) => {
    const what = run === 1 ? name.replace(/s$/, '') : name;
    return `${run.toLocaleString('en')} ${what}, ${wrong} wrong`;
  });
  return parts.join('; ');
}

async function onEveryCore(work: Work, onAnswer: (answer: Answer) => void): Promise<void> {
  const threads = Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: work,
      // A run makes much that is soon garbage: with more room it is collected less often.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    });
    worker.on('message', onAnswer);
    await once(worker, 'exit');
  });
  await Promise.all(threads);
}
