import { checkedBaseline } from '../harness/gate/baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { checkedWaivers } from '../harness/gate/waivers.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import type { RunOptions } from './run-options.ts';

/** The waivers and the baseline among the options, held to the same rules as the files of the command. */
export function gateOf({ waivers, baseline }: RunOptions): Gate {
  if (waivers !== undefined && !Array.isArray(waivers)) {
    throw new UsageError('waivers is not a list: give an array of objects with id, reason, owner and until.');
  }
  return {
    ...(waivers !== undefined && { waivers: checkedWaivers({ waivers }, 'waivers', idsThatCanFail) }),
    ...(baseline !== undefined && { baseline: checkedBaseline(checkedReport(baseline, 'baseline'), 'baseline') }),
  };
}
