import { type ChildProcess, fork } from 'node:child_process';
import type { Fate, Mutant } from './mutant.ts';
import type { Checked } from './result.ts';

const WORKER = new URL('./worker.js', import.meta.url);
const WORKERS = 2;
const LONGEST_MS = 20_000;
const PROGRESS_EVERY = 50;

/** Fates that a busy machine can bring about as well: they are believed only when they come again. */
const DOUBTFUL: readonly (Fate['kind'] | undefined)[] = ['incomplete', 'hangs'];

export async function checkAll(mutants: readonly Mutant[]): Promise<readonly Checked[]> {
  const fates = await fatesOf(mutants);
  const again = await fatesOf(mutants.filter((mutant) => DOUBTFUL.includes(fates.get(mutant)?.kind)));
  return mutants.flatMap((mutant) => {
    const fate = again.get(mutant) ?? fates.get(mutant);
    return fate ? [{ mutant, fate }] : [];
  });
}

/** Two at a time, each in a process that is ended when it takes too long. */
async function fatesOf(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, Fate>> {
  const fates = new Map<Mutant, Fate>();
  // Both loops draw from the one iterator, so each mutant is checked once.
  const waiting = mutants.values();
  const checkWaiting = async () => {
    let child = fork(WORKER);
    for (const mutant of waiting) {
      if (!child.connected) child = fork(WORKER);
      fates.set(mutant, await judgedBy(child, mutant));
      if (fates.size % PROGRESS_EVERY === 0) process.stderr.write(`${fates.size} of ${mutants.length} checked\n`);
    }
    child.kill();
  };
  await Promise.all(Array.from({ length: WORKERS }, checkWaiting));
  return fates;
}

function judgedBy(child: ChildProcess, { file, source }: Mutant): Promise<Fate> {
  return new Promise((resolve) => {
    const settle = (fate: Fate) => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(fate);
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      child.disconnect();
      settle({ kind: 'hangs', reportedBy: [] });
    }, LONGEST_MS);
    child.once('message', (fate) => settle(fate as Fate));
    child.once('exit', () => settle({ kind: 'crashes', reportedBy: [] }));
    child.send({ file, source });
  });
}
