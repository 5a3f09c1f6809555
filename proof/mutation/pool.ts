import { type ChildProcess, fork } from 'node:child_process';
import type { Fate, Mutant } from './mutant.ts';

const WORKERS = 2;
const LONGEST_MS = 20_000;

/** Checks every mutant, two at a time, each in a process that is ended when it takes too long. */
export async function runPool(
  mutants: readonly Mutant[],
  worker: URL,
  onFate: (mutant: Mutant, fate: Fate) => void,
): Promise<void> {
  const waiting = mutants.values();
  await Promise.all(Array.from({ length: WORKERS }, () => judgeWaiting(waiting, worker, onFate)));
}

/** Both loops draw from the one iterator, so each mutant is checked once. */
async function judgeWaiting(
  waiting: IterableIterator<Mutant>,
  worker: URL,
  onFate: (mutant: Mutant, fate: Fate) => void,
): Promise<void> {
  let child = fork(worker);
  for (const mutant of waiting) {
    if (!child.connected) child = fork(worker);
    onFate(mutant, await judgedBy(child, mutant));
  }
  child.kill();
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
