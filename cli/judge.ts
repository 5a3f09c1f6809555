import type { Gate } from '../harness/gate/gate.ts';
import { judgeRounds } from '../harness/judge-rounds.ts';
import type { Report } from '../harness/report/model.ts';
import { withExitCodeOf } from './interruption.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { progressOn } from './progress.ts';
import type { Target } from './target.ts';

/** The whole run, shown while it is under way. */
export async function judge(target: Target, gate: Gate, io: Io, { runSuite }: Parts): Promise<Report> {
  const { settings, signal } = target;
  const progress = progressOn(io.stderr);
  try {
    const judgeOnce = (round: Target['settings']) => runSuite(round, { signal, onProgress: progress.show });
    return withExitCodeOf(target, await judgeRounds(settings, gate, judgeOnce));
  } finally {
    progress.erase();
  }
}
