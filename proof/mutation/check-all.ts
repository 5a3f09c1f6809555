import type { Fate, Mutant } from './mutant.ts';
import { runPool } from './pool.ts';
import type { Checked } from './result.ts';

const WORKER = new URL('./worker.js', import.meta.url);
const PROGRESS_EVERY = 50;

/** Fates that a busy machine can bring about as well: they are believed only when they come again. */
const DOUBTFUL: readonly Fate['kind'][] = ['incomplete', 'hangs'];

export async function checkAll(mutants: readonly Mutant[]): Promise<readonly Checked[]> {
  const fates = await fatesOf(mutants);
  const doubtful = mutants.filter((mutant) => DOUBTFUL.some((kind) => kind === fates.get(mutant)?.kind));
  const again = await fatesOf(doubtful);
  return mutants.flatMap((mutant) => {
    const fate = again.get(mutant) ?? fates.get(mutant);
    return fate ? [{ mutant, fate }] : [];
  });
}

async function fatesOf(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, Fate>> {
  const fates = new Map<Mutant, Fate>();
  await runPool(mutants, WORKER, (mutant, fate) => {
    fates.set(mutant, fate);
    if (fates.size % PROGRESS_EVERY === 0) process.stderr.write(`${fates.size} of ${mutants.length} checked\n`);
  });
  return fates;
}
