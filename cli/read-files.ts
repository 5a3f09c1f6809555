import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { checkedBaseline } from '../harness/gate/apply-baseline.ts';
import type { Gate } from '../harness/gate/gate.ts';
import { parseWaivers, type Waiver } from '../harness/gate/waivers.ts';
import { checkedReport } from '../harness/report/checked-report.ts';
import type { Report } from '../harness/report/model.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import type { Io } from './io.ts';

/** Means standard input instead of a file. */
export const STDIN = '-';

/** Far more than a run writes. */
const MAX_REPORT_MEGABYTES = 250;
const ADVICE = 'name a report that --reporter json=FILE wrote';

export async function readReport(operand: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<Report> {
  return checkedReport(await readJson(operand, io), nameOf(operand));
}

export async function readJson(operand: string, io: Pick<Io, 'cwd' | 'stdin'>, advice = ADVICE): Promise<unknown> {
  const name = nameOf(operand);
  const from = operand === STDIN ? io.stdin : resolve(io.cwd, operand);
  const text = await readText({ name, from, maxMegabytes: MAX_REPORT_MEGABYTES, advice });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON: ${advice}.`);
  }
}

export function nameOf(operand: string): string {
  return operand === STDIN ? 'standard input' : operand;
}

export function refuseSecondStdin(operands: readonly string[]): void {
  if (operands.filter((operand) => operand === STDIN).length < 2) return;
  throw new UsageError('Standard input can be read only once: give all reports but one as files.');
}

export async function readGate({ waivers, baseline }: Pick<Settings, 'waivers' | 'baseline'>, io: Io): Promise<Gate> {
  return {
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, io) }),
    ...(baseline !== undefined && { baseline: checkedBaseline(await readReport(baseline, io), baseline) }),
  };
}

async function readWaivers(file: string, { cwd }: Io): Promise<readonly Waiver[]> {
  const advice = 'name a file that petstore-conformance waivers init wrote';
  const name = `The waivers in ${file}`;
  const text = await readText({ name, from: resolve(cwd, file), maxMegabytes: 1, advice });
  return parseWaivers(text, file, idsThatCanFail);
}

interface TextSource {
  readonly name: string;
  /** A path, or a stream that is open already. */
  readonly from: string | AsyncIterable<string | Uint8Array>;
  /** A file may come from anywhere, and parsing a huge one takes minutes or all memory. */
  readonly maxMegabytes: number;
  readonly advice: string;
}

const MEGABYTE = 1_000_000;
/** Most reports fit into one or two; a history reads a thousand reports. */
const CHUNK = 128 * 1024;

export async function readText({ name, from, maxMegabytes, advice }: TextSource): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of typeof from === 'string' ? createReadStream(from, { highWaterMark: CHUNK }) : from) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxMegabytes * MEGABYTE) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): ${advice}.`);
  }
  if (size > maxMegabytes * MEGABYTE) {
    throw new UsageError(`${name} cannot be read (larger than ${maxMegabytes} MB): ${advice}.`);
  }
  // Some editors and shells put a byte order mark first.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
