import { applyGate, type Gate } from '../gate/gate.ts';
import type { Report } from '../report/model.ts';
import { combineRounds } from '../report/rounds.ts';
import type { RunSettings } from './context.ts';
import { newRunId } from './run-id.ts';

export async function runRounds(
  settings: RunSettings,
  gate: Gate,
  runOnce: (settings: RunSettings) => Promise<Report>,
): Promise<Report> {
  const { repeat, now } = settings;
  const start = performance.now();
  const rounds: [Report, ...Report[]] = [await runOnce(settings)];
  // A round that did not finish is the last.
  while (rounds.length < repeat && rounds.at(-1)?.diagnosis === undefined) {
    const spentMs = Math.round(performance.now() - start);
    rounds.push(await runOnce({ ...settings, runId: newRunId(), spentMs }));
  }
  return applyGate(combineRounds(rounds, settings), gate, { ...settings, today: now });
}
