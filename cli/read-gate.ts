import { resolve } from 'node:path';
import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { parseWaivers, type Waiver } from '../harness/gate/waivers.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import type { Io } from './io.ts';
import { readReport } from './read-report.ts';
import { readText } from './read-text.ts';

type GateFiles = Pick<Settings, 'waivers' | 'baseline'>;

/** The waivers and the baseline that the settings name, read before anything is sent. */
export async function readGate({ waivers, baseline }: GateFiles, io: Io): Promise<Gate> {
  return {
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, io) }),
    ...(baseline !== undefined && { baseline: checkedBaseline(await readReport(baseline, io), baseline) }),
  };
}

/** Room for some thousand waivers. */
const MAX_MEGABYTES = 1;

async function readWaivers(file: string, { cwd }: Io): Promise<readonly Waiver[]> {
  const advice = 'name a file that petstore-conformance waivers init wrote';
  const name = `The waivers in ${file}`;
  const text = await readText({ name, from: resolve(cwd, file), maxMegabytes: MAX_MEGABYTES, advice });
  return parseWaivers(text, file, idsThatCanFail);
}
