import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { checkedWaivers } from '../harness/gate/waivers.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import type { Report } from '../harness/report/model.ts';
import { prepareSettings } from '../harness/run/prepare-settings.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { runInline } from '../harness/run/run-inline.ts';
import { runRounds } from '../harness/run/run-rounds.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue, idsThatCanFail } from '../suites/catalogue.ts';
import { petStore } from '../suites/index.ts';
import type { RunOptions } from './run-options.ts';
import { settingsOf } from './settings-of.ts';

export async function runInProcess(options: RunOptions): Promise<Report> {
  try {
    const gate = gateOf(options);
    const settings = await prepareSettings(settingsOf(options, process.env), process.cwd());
    const { signal, onProgress } = options;
    return await runRounds({ ...settings, runId: newRunId() }, gate, (round) =>
      runInline(round, petStore, { rows: catalogue, signal, onProgress }),
    );
  } catch (error) {
    if (error instanceof Error) redact(error, new Redactor(String(options.apiKey ?? '')));
    throw error;
  }
}

/** The waivers and the baseline follow the same rules as the files of the command. */
function gateOf({ waivers, baseline }: RunOptions): Gate {
  if (waivers !== undefined && !Array.isArray(waivers)) {
    throw new UsageError('waivers is not a list: give an array of objects with id, reason, owner and until.');
  }
  return {
    ...(waivers !== undefined && { waivers: checkedWaivers({ waivers }, 'waivers', idsThatCanFail) }),
    ...(baseline !== undefined && { baseline: checkedBaseline(checkedReport(baseline, 'baseline'), 'baseline') }),
  };
}

/** The caller may log the error. */
function redact(error: Error, redactor: Redactor): void {
  const { stack } = error;
  error.message = redactor.sentence(error.message);
  if (stack !== undefined) error.stack = redactor.sentence(stack);
}
