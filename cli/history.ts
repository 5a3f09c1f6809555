import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../harness/settings/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { HistoryBuilder, historyForms } from '../reporters/history/index.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { nameOf, readReport, refuseSecondStdin, STDIN } from './read-files.ts';

const USAGE = 'write petstore-conformance history REPORT.json … or FOLDER';

/** Only shows, so it succeeds even if the server fails. */
export async function history({ flags, operands, io }: Invocation): Promise<number> {
  if (operands.length === 0) throw new UsageError(`history needs reports: ${USAGE}.`);
  refuseSecondStdin(operands);
  const destinations = await prepareDestinations(reporterChoices(flags), historyForms, io);
  const builder = new HistoryBuilder();
  for (const operand of operands) {
    for (const file of await reportsIn(operand, io)) await addReport(file, builder, io);
  }
  if (builder.isEmpty) throw new UsageError(`There is not a report in ${operands.map(nameOf).join(', ')}: ${USAGE}.`);
  return deliver(builder.build(), destinations, io);
}

/** One at a time, so that only summaries stay in memory. */
async function addReport(file: string, builder: HistoryBuilder, io: Io): Promise<void> {
  try {
    builder.add({ label: nameOf(file), report: await readReport(file, io) });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    builder.leaveOut({ label: nameOf(file), why: error.message });
  }
}

async function reportsIn(operand: string, { cwd }: Io): Promise<readonly string[]> {
  if (operand === STDIN) return [operand];
  try {
    if (!(await stat(resolve(cwd, operand))).isDirectory()) return [operand];
    const files = await readdir(resolve(cwd, operand), { recursive: true });
    return files
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => join(operand, file));
  } catch (error) {
    throw new UsageError(`${operand} cannot be read (${codeOf(error)}): ${USAGE}.`);
  }
}
