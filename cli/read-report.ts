import { resolve } from 'node:path';
import { checkedReport } from '../harness/report/checked-report.ts';
import type { Report } from '../harness/report/model.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Io } from './io.ts';
import { readText } from './read-text.ts';

/** EffectiveOutcome for standard input where a file is asked for. */
export const STDIN = '-';

/** Far more than a run writes. */
const MAX_MEGABYTES = 250;
const ADVICE = 'name a report that --reporter json=FILE wrote';

/** The report in a file, or a usage error that tells what is wrong with it. */
export async function readReport(operand: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<Report> {
  const name = nameOf(operand);
  const from = operand === STDIN ? io.stdin : resolve(io.cwd, operand);
  const text = await readText({ name, from, maxMegabytes: MAX_MEGABYTES, advice: ADVICE });
  return checkedReport(parse(text, name), name);
}

export function nameOf(operand: string): string {
  return operand === STDIN ? 'standard input' : operand;
}

export function refuseSecondStdin(operands: readonly string[]): void {
  if (operands.filter((operand) => operand === STDIN).length < 2) return;
  throw new UsageError('Standard input can be read only once: give all reports but one as files.');
}

function parse(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${name} is not JSON: ${ADVICE}.`);
  }
}
