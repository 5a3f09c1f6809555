import { UsageError } from '../harness/settings/usage-error.ts';
import { compareAll, comparisonForms, differenceOfSets } from '../reporters/compare/index.ts';
import type { Entrant } from '../reporters/compare/model.ts';
import { deliver, prepareDestinations } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { isSwitchedOn, reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { nameOf, readReport, refuseSecondStdin } from './read-files.ts';

export async function compare({ flags, operands, io }: Invocation): Promise<number> {
  const [first, second, ...more] = operands;
  if (first === undefined || second === undefined) {
    throw new UsageError('compare needs two reports or more: write petstore-conformance compare A.json B.json.');
  }
  refuseSecondStdin(operands);
  const destinations = await prepareDestinations(reporterChoices(flags), comparisonForms, io);
  const entrants: [Entrant, Entrant, ...Entrant[]] = [await entrant(first, io), await entrant(second, io)];
  for (const operand of more) entrants.push(await entrant(operand, io));
  const [one, ...others] = entrants;
  if (!isSwitchedOn(flags, 'allow-different')) for (const other of others) refuseDifferent(one, other);
  const subject = compareAll(entrants);
  await deliver(subject, destinations, io);
  const regressed = subject.kind === 'comparison' && subject.regressed.length > 0;
  return (regressed ? exitCodes.violating : exitCodes.conforming).code;
}

async function entrant(operand: string, io: Io): Promise<Entrant> {
  return { label: nameOf(operand), report: await readReport(operand, io) };
}

function refuseDifferent(one: Entrant, other: Entrant): void {
  const untested = [one, other].find(({ report }) => report.verdict === 'untested');
  const advice = 'Compare reports of the same version of the suite, or give --allow-different.';
  if (untested) throw new UsageError(`${untested.label} is about a target that was not tested. ${advice}`);
  const difference = differenceOfSets(one, other);
  if (difference) throw new UsageError(`${one.label} and ${other.label} ${difference}. ${advice}`);
}
