import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faults } from '../../reference/faults/index.ts';
import { storedDictionary } from '../../suites/diagnosis/dictionary.ts';
import { onEveryCore, sharedCounter } from '../threads.ts';
import { makeDictionary, SEEDS, type Seen } from './make.ts';
import type { Answer, Work } from './worker.ts';

/* npm run dictionary: runs every known fault with a few seeds, and writes down what each of them shows. */

const FILE = 'suites/diagnosis/dictionary.json';
/** Of CPU time, for one run. */
const SECONDS = 0.4;

/** A text in the name of each fault. What the file has of others stays. */
const { match } = parseArgs({ options: { match: { type: 'string', default: '' } } }).values;

const begin = Date.now();
const chosen = faults.filter(({ name }) => name.includes(match));
const runs = SEEDS.flatMap((seed) => chosen.map(({ name }) => ({ name, seed })));
console.log(
  `${chosen.length} of ${faults.length} faults, ${SEEDS.length} runs each: about ${Math.ceil((runs.length * SECONDS) / 60)} min of CPU time. --match TEXT remakes some.`,
);
const found = new Map<string, Seen[]>(chosen.map(({ name }) => [name, []]));
const work: Work = { next: sharedCounter(), runs };
await onEveryCore(new URL('./worker.js', import.meta.url), work, ({ name, signs, sent }: Answer) => {
  found.get(name)?.push({ signs, sent });
});
const examined = chosen.map(({ name, story }) => {
  const own = found.get(name) ?? [];
  if (own.length < SEEDS.length) throw new Error(`A run of ${name} came to nothing.`);
  return { name, story, runs: own };
});
const { families, sent, faults: all } = makeDictionary(examined, match === '' ? undefined : storedDictionary());
const lines = all.map((fault) => JSON.stringify(fault)).join(',\n');
writeFileSync(
  FILE,
  `{"families":${JSON.stringify(families)},\n"sent":${JSON.stringify(sent)},\n"faults":[\n${lines}\n]}\n`,
);
console.log(`${all.length} faults in ${FILE}; ${Math.round((Date.now() - begin) / 1000)} s`);
