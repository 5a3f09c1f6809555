import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf } from '../harness/error-code.ts';
import { checkedBaseline } from '../harness/gate/baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { parseWaivers, type Waiver } from '../harness/gate/waivers.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import type { Io } from './io.ts';
import { readReport } from './read-report.ts';

type GateFiles = Pick<Settings, 'waivers' | 'baseline'>;

/** The waivers and the baseline that the settings name, read before anything is sent. */
export async function readGate({ waivers, baseline }: GateFiles, io: Io): Promise<Gate> {
  return {
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, io) }),
    ...(baseline !== undefined && { baseline: checkedBaseline(await readReport(baseline, io), baseline) }),
  };
}

async function readWaivers(file: string, { cwd }: Io): Promise<readonly Waiver[]> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    const advice = 'name a file that petstore-conformance waivers init wrote';
    throw new UsageError(`The waivers in ${file} cannot be read (${codeOf(error)}): ${advice}.`);
  });
  return parseWaivers(text, file, idsThatCanFail);
}
