import type { Gate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/report/model.ts';
import { runRounds } from '../harness/run/run-rounds.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { withExitCodeOf } from './interruption.ts';
import type { Io } from './io.ts';
import type { OnProgress, Parts } from './parts.ts';
import { progressOn } from './progress.ts';
import type { Target } from './target.ts';

/** The whole run, shown while it is under way. */
export async function checkTarget(
  target: Target,
  gate: Gate,
  io: Io,
  { runSuite }: Parts,
  onProgress?: OnProgress,
): Promise<Report> {
  const { settings, signal } = target;
  const progress = progressOn(io.stderr);
  const show: OnProgress = (done, total, current, outcome) => {
    progress.show(done, total, current);
    // What the selection needs is checked too, and not reported.
    onProgress?.(done, total, current, isSelected(current, settings) ? outcome : undefined);
  };
  try {
    const judgeOnce = (round: Target['settings']) => runSuite(round, { signal, onProgress: show });
    return withExitCodeOf(target, await runRounds(settings, gate, judgeOnce));
  } finally {
    progress.erase();
  }
}
