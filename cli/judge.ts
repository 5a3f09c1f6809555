import { applyGate, type Gate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/report/model.ts';
import { combineRounds } from '../harness/report/rounds.ts';
import { newRunId } from '../harness/run-id.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { progressOn } from './progress.ts';
import type { Target } from './target.ts';

/** The whole run as the settings ask for it: so many rounds, and what the gate makes of them. */
export async function judge({ settings, signal }: Target, gate: Gate, io: Io, { runSuite }: Parts): Promise<Report> {
  const { repeat, strict, now } = settings;
  const progress = progressOn(io.stderr);
  try {
    const round = (runId: string) => runSuite({ ...settings, runId }, { signal, onProgress: progress.show });
    const rounds: [Report, ...Report[]] = [await round(settings.runId)];
    // A round that did not come to its end is the last.
    while (rounds.length < repeat && rounds.at(-1)?.diagnosis === undefined) rounds.push(await round(newRunId()));
    return applyGate(combineRounds(rounds, strict), gate, { today: now, strict });
  } finally {
    progress.erase();
  }
}
