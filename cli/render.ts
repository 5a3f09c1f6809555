import { UsageError } from '../harness/settings/usage-error.ts';
import { reporters } from '../reporters/index.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { readReport } from './read-files.ts';

export async function render({ flags, operands: [file], io }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('render needs a report: write petstore-conformance render report.json.');
  const report = await readReport(file, io);
  const destinations = await prepareDestinations(reporterChoices(flags), reporters, io, presentationOf(flags));
  return deliver(report, destinations, io);
}
