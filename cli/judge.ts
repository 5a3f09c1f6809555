import type { Gate } from '../harness/gate/gate.ts';
import { judgeRounds } from '../harness/judge-rounds.ts';
import type { Report } from '../harness/report/model.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { progressOn } from './progress.ts';
import type { Target } from './target.ts';

/** The whole run, shown while it is under way. */
export async function judge({ settings, signal }: Target, gate: Gate, io: Io, { runSuite }: Parts): Promise<Report> {
  const progress = progressOn(io.stderr);
  try {
    return await judgeRounds(settings, gate, (round) => runSuite(round, { signal, onProgress: progress.show }));
  } finally {
    progress.erase();
  }
}
