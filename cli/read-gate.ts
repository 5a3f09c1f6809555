import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Gate } from '../harness/gate/gate.ts';
import { parseWaivers, type Waiver } from '../harness/gate/waivers.ts';
import type { Report } from '../harness/report/model.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue } from '../suites/catalogue.ts';
import { codeOf } from './error-code.ts';
import type { Io } from './io.ts';
import { readReport } from './read-report.ts';

type GateFiles = Pick<Settings, 'waivers' | 'baseline'>;

/** The waivers and the baseline that the settings name, read before anything is sent. */
export async function readGate({ waivers, baseline }: GateFiles, io: Io): Promise<Gate> {
  return {
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, io) }),
    ...(baseline !== undefined && { baseline: await readBaseline(baseline, io) }),
  };
}

async function readWaivers(file: string, { cwd }: Io): Promise<readonly Waiver[]> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    const advice = 'name a file that petstore-conformance waivers init wrote';
    throw new UsageError(`The waivers in ${file} cannot be read (${codeOf(error)}): ${advice}.`);
  });
  const ids = catalogue.filter(({ level }) => level !== 'INFO').map(({ id }) => id);
  return parseWaivers(text, file, ids);
}

/** A run that did not come to its end knows too little for another to be measured by it. */
async function readBaseline(file: string, io: Io): Promise<Report> {
  const report = await readReport(file, io);
  if (report.diagnosis === undefined) return report;
  throw new UsageError(`${file} is no baseline, as its run did not come to its end: name the report of one that did.`);
}
