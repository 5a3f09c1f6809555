import { applyGate, type Gate } from '../gate/gate.ts';
import type { Report } from '../report/model.ts';
import { combineRounds } from '../report/rounds.ts';
import type { RunSettings } from './context.ts';
import { newRunId } from './run-id.ts';

/** The whole run as the settings ask for it: so many rounds, and what the gate makes of them. */
export async function runRounds(
  settings: RunSettings,
  gate: Gate,
  judgeOnce: (settings: RunSettings) => Promise<Report>,
): Promise<Report> {
  const { repeat, now } = settings;
  const start = performance.now();
  const rounds: [Report, ...Report[]] = [await judgeOnce(settings)];
  // A round that did not come to its end is the last.
  while (rounds.length < repeat && rounds.at(-1)?.diagnosis === undefined) {
    const spentMs = Math.round(performance.now() - start);
    rounds.push(await judgeOnce({ ...settings, runId: newRunId(), spentMs }));
  }
  return applyGate(combineRounds(rounds, settings), gate, { ...settings, today: now });
}
