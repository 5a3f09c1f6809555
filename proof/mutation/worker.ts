import { checkServer } from './check-mutant.ts';
import type { Mutant } from './mutant.ts';
import { readSources } from './reference-source.ts';

/** A process that checks one mutant after another, so that one which crashes or never ends takes nothing else with it. */
const sources = readSources();

process.on('message', async ({ file, source }: Pick<Mutant, 'file' | 'source'>) => {
  process.send?.(await checkServer(new Map(sources).set(file, source)));
});
