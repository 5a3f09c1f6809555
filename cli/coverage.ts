import { coverageForms, coverageOf } from '../reporters/coverage.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { catalogue } from '../suites/catalogue.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';

export async function coverage({ flags, io }: Invocation): Promise<number> {
  const destinations = await prepareDestinations(reporterChoices(flags), coverageForms, io);
  const isWritten = await deliver(coverageOf(sections, catalogue), destinations, io);
  return (isWritten ? exitCodes.conforming : exitCodes.usage).code;
}
