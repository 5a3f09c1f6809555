import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { presentationOf } from './presentation.ts';
import { readReport } from './read-report.ts';

/** The forms of a report that was written before, as the run itself would have written them. */
export async function render({ flags, operands: [file], io }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('render needs a report: write petstore-conformance render report.json.');
  const report = await readReport(file, io);
  const isWritten = await deliver(
    report,
    await prepareDestinations(reporterChoices(flags), reporters, io, presentationOf(flags)),
    io,
  );
  return (isWritten ? exitCodes.conforming : exitCodes.usage).code;
}
