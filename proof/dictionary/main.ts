import { writeFileSync } from 'node:fs';
import { faults } from '../../reference/faults/index.ts';
import type { Signature } from '../../suites/diagnosis/signature.ts';
import { onEveryCore, sharedCounter } from '../threads.ts';
import { makeDictionary, SEEDS } from './make.ts';
import type { Answer } from './worker.ts';

/* npm run dictionary: runs every known fault over a few seeds, and writes down what each of them shows. */

const FILE = 'suites/diagnosis/dictionary.json';

const begin = Date.now();
const found = new Map<string, Signature>();
await onEveryCore(new URL('./worker.js', import.meta.url), sharedCounter(), ({ key, signature }: Answer) => {
  found.set(key, signature);
});
const dictionary = makeDictionary(
  faults.map(({ name, story }) => ({
    fault: { name, story },
    signatures: SEEDS.map((seed) => {
      const signature = found.get(`${name} ${seed}`);
      if (!signature) throw new Error(`The run of ${name} with seed ${seed} came to nothing.`);
      return signature;
    }),
  })),
);
const lines = dictionary.entries.map((entry) => JSON.stringify(entry)).join(',\n');
const features = JSON.stringify(dictionary.features);
writeFileSync(FILE, `{"runs":${dictionary.runs},"features":${features},"entries":[\n${lines}\n]}\n`);
const shared = dictionary.entries.filter((entry) => Object.keys(entry.faults).length > 1);
const names = shared.flatMap((entry) => Object.keys(entry.faults));
console.log(
  `${faults.length} faults in ${dictionary.entries.length} entries, of which ${shared.length} have ${names.length} faults that look alike; ${Object.values(dictionary.features).flat().length} features; ${Math.round((Date.now() - begin) / 1000)} s`,
);
