import type { CheckedRecord } from '../../suites/decisions/index.ts';
import { signsOf } from '../../suites/diagnosis/signs.ts';
import { checkedIn } from '../../suites/index.ts';
import { type World, watch } from '../simulation/simulate.ts';
import type { Seen } from './make.ts';

/** What the record of a whole simulated run shows. */
export async function checkedRun(world: World): Promise<CheckedRecord> {
  const { seen } = await watch(world);
  return checkedIn(seen.exchanges, seen.state);
}

export function seenIn(checked: CheckedRecord): Seen {
  return {
    signs: signsOf(checked.groups, checked),
    sent: new Set(checked.world.readings.flatMap(({ input = [] }) => input)),
  };
}
