import { parseArgs } from 'node:util';
import { type Figure, writeFigures } from './figures.ts';
import type { Case, Options } from './part.ts';
import { parts } from './parts.ts';
import { runTasks } from './pool.ts';
import type { Task } from './worker.ts';

const USAGE = `npm run proof [-- --only PART,PART --match TEXT --seeds N --nights N --pairs N --worlds N --minutes N]
parts: ${parts.map(({ name }) => name).join(', ')}\n`;
const PROGRESS_MS = 10_000;

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  return 2;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: parts.map(({ name }) => name).join() },
      /** Cases whose name contains it; then no figures are written. */
      match: { type: 'string', default: '' },
      seeds: { type: 'string', default: '40' },
      nights: { type: 'string', default: '365' },
      pairs: { type: 'string', default: '400' },
      worlds: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '11' },
    },
  });
  const { seeds, nights, pairs, worlds } = values;
  const options: Options = { seeds: +seeds, nights: +nights, pairs: +pairs, worlds: +worlds };
  const chosen = new Map(values.only.split(',').map((name) => [name, tasksOf(name, options, values.match)]));
  const queue = queueOf([...chosen.values()]);
  if (queue.length === 0) throw new Error(`No case contains "${values.match}".`);

  const begin = performance.now();
  const counts = new Map([...chosen.keys()].map((name) => [name, { run: 0, wrong: 0 }]));
  const progress = () => {
    const done = [...counts].map(([name, { run, wrong }]) => `${name} ${run}${wrong > 0 ? ` (${wrong} wrong)` : ''}`);
    say(`${Math.round((performance.now() - begin) / 1000)} s: ${done.join(', ')}`);
  };
  const timer = setInterval(progress, PROGRESS_MS);
  await runTasks(queue, options, begin + 60_000 * Number(values.minutes), ({ part }, { name, problems }) => {
    const count = counts.get(part);
    if (!count) return;
    count.run += 1;
    if (problems.length === 0) return;
    count.wrong += 1;
    say(`WRONG ${part}: ${name}\n  ${problems.join('\n  ')}`);
  });
  clearInterval(timer);
  progress();
  const figures = parts.map((part): Figure => {
    const planned = chosen.get(part.name)?.length ?? 0;
    return { part, planned, run: 0, wrong: 0, ...counts.get(part.name) };
  });
  if (values.match === '') writeFigures(figures);
  return figures.some(({ part, run, wrong }) => wrong > Math.ceil(run * (part.tolerated ?? 0))) ? 1 : 0;
}

function tasksOf(name: string, options: Options, match: string): readonly Task[] {
  const part = parts.find((one) => one.name === name);
  if (!part) throw new Error(`There is no part "${name}".`);
  const isMatch = (make: () => Case) => match === '' || make().name.includes(match);
  return part.cases(options).flatMap((make, index) => (isMatch(make) ? [{ part: name, index }] : []));
}

/** All parts side by side, so that a lack of time shortens them alike. */
function queueOf(lists: readonly (readonly Task[])[]): readonly Task[] {
  const placed = lists.flatMap((tasks) => tasks.map((task, index) => ({ task, place: index / tasks.length })));
  return placed.sort((one, other) => one.place - other.place).map(({ task }) => task);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
