import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../harness/settings/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { compareAll, comparisonForms, differenceOfSets, type Entrant } from '../reporters/compare.ts';
import { coverageForms, coverageOf } from '../reporters/coverage.ts';
import { historyForms } from '../reporters/history/index.ts';
import { HistoryBuilder } from '../reporters/history/model.ts';
import { reporters } from '../reporters/index.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { catalogue } from '../suites/catalogue.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { isSwitchedOn, reporterChoices } from './flags.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { nameOf, readReport, refuseSecondStdin, STDIN } from './read-files.ts';

export async function render({ flags, operands: [file], io }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('render needs a report: write petstore-conformance render report.json.');
  const report = await readReport(file, io);
  const destinations = await prepareDestinations(reporterChoices(flags), reporters, io, presentationOf(flags));
  return deliver(report, destinations, io);
}

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
  const delivered = await deliver(subject, destinations, io);
  return delivered === exitCodes.conforming.code && subject.regressed.length > 0 ? exitCodes.violating.code : delivered;
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

const HISTORY_USAGE = 'write petstore-conformance history REPORT.json … or FOLDER';

/** Only shows, so it succeeds even if the server fails. */
export async function history({ flags, operands, io }: Invocation): Promise<number> {
  if (operands.length === 0) throw new UsageError(`history needs reports: ${HISTORY_USAGE}.`);
  refuseSecondStdin(operands);
  const destinations = await prepareDestinations(reporterChoices(flags), historyForms, io);
  const builder = new HistoryBuilder();
  for (const operand of operands) {
    for (const file of await reportsIn(operand, io)) await addReport(file, builder, io);
  }
  if (builder.isEmpty) throw new UsageError(`No report found in ${operands.map(nameOf).join(', ')}: ${HISTORY_USAGE}.`);
  return deliver(builder.build(), destinations, io);
}

/** One at a time, so that only summaries stay in memory. */
async function addReport(file: string, builder: HistoryBuilder, io: Io): Promise<void> {
  try {
    builder.add(await entrant(file, io));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    builder.leaveOut(nameOf(file), error.message);
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
    throw new UsageError(`${operand} cannot be read (${codeOf(error)}): ${HISTORY_USAGE}.`);
  }
}

export async function coverage({ flags, io }: Invocation): Promise<number> {
  const destinations = await prepareDestinations(reporterChoices(flags), coverageForms, io);
  return deliver(coverageOf(sections, catalogue), destinations, io);
}
