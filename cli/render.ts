import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { isSwitchedOn } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { readReport } from './read-report.ts';

/** The forms of a report that was written before, as the run itself would have written them. */
export async function render({ flags, operands: [file], io }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('render needs a report: write petstore-conformance render report.json.');
  const given = flags.get('reporter');
  const { parse, fallback } = settingTable.reporters;
  const choices = given === undefined ? fallback() : parse(given, '--reporter');
  const report = await readReport(file, io);
  const destinations = await prepareDestinations(choices, reporters, io, isSwitchedOn(flags, 'verbose'));
  const isWritten = await deliver(report, destinations, io);
  return (isWritten ? exitCodes.conforming : exitCodes.usage).code;
}
