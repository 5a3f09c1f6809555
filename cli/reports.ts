import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from '../harness/settings/usage-error.ts';
import { compareAll, comparisonForms, type Entrant } from '../reporters/compare.ts';
import { coverageForms, coverageOf } from '../reporters/coverage.ts';
import { historyForms } from '../reporters/history/index.ts';
import { HistoryBuilder } from '../reporters/history/model.ts';
import { reporters } from '../reporters/index.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { catalogue } from '../suites/catalogue.ts';
import { deliver, prepareDestinations, presentationOf } from './destinations.ts';
import { exitCodes } from './exit-codes.ts';
import { filesBelow, readReport } from './files.ts';
import { type Invocation, reporterChoices } from './invocation.ts';
import type { Io } from './io.ts';

export async function render({ flags, operands: [file], io }: Invocation): Promise<number> {
  if (file === undefined) throw new UsageError('render needs a report: write petstore-conformance render report.json.');
  const report = await readReport(file, io.cwd);
  const destinations = await prepareDestinations(reporterChoices(flags), reporters, io, presentationOf(flags));
  return deliver(report, destinations, io);
}

export async function compare({ flags, operands, io }: Invocation): Promise<number> {
  const [first, second, ...more] = operands;
  if (first === undefined || second === undefined) {
    throw new UsageError('compare needs two reports or more: write petstore-conformance compare A.json B.json.');
  }
  const destinations = await prepareDestinations(reporterChoices(flags), comparisonForms, io);
  const entrants: [Entrant, Entrant, ...Entrant[]] = [await entrant(first, io), await entrant(second, io)];
  for (const operand of more) entrants.push(await entrant(operand, io));
  const subject = compareAll(entrants);
  const delivered = await deliver(subject, destinations, io);
  if (delivered !== exitCodes.conforming.code) return delivered;
  if (subject.regressed.length > 0) return exitCodes.violating.code;
  return (subject.noLongerChecked.length > 0 ? exitCodes.incomplete : exitCodes.conforming).code;
}

async function entrant(label: string, { cwd }: Io): Promise<Entrant> {
  return { label, report: await readReport(label, cwd) };
}

const HISTORY_USAGE = 'write petstore-conformance history REPORT.json … or FOLDER';

/** Only shows, so it succeeds even if the server fails. */
export async function history({ flags, operands, io }: Invocation): Promise<number> {
  if (operands.length === 0) throw new UsageError(`history needs reports: ${HISTORY_USAGE}.`);
  const destinations = await prepareDestinations(reporterChoices(flags), historyForms, io);
  const builder = new HistoryBuilder();
  for (const operand of operands) {
    const place = resolve(io.cwd, operand);
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder) builder.add(await entrant(operand, io));
    else for (const file of reportsIn(place, builder)) await addReport(relative(io.cwd, file), builder, io);
  }
  if (builder.isEmpty) throw new UsageError(`No report found in ${operands.join(', ')}: ${HISTORY_USAGE}.`);
  return deliver(builder.build(), destinations, io);
}

function reportsIn(folder: string, builder: HistoryBuilder): readonly string[] {
  const files = filesBelow(folder, (unreadable, why) => builder.leaveOut(unreadable, why));
  return files.filter((file) => file.endsWith('.json')).toSorted();
}

/** One at a time, so that only summaries stay in memory. */
async function addReport(file: string, builder: HistoryBuilder, io: Io): Promise<void> {
  try {
    builder.add(await entrant(file, io));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    builder.leaveOut(file, error.message);
  }
}

export async function coverage({ flags, io }: Invocation): Promise<number> {
  const destinations = await prepareDestinations(reporterChoices(flags), coverageForms, io);
  return deliver(coverageOf(sections, catalogue), destinations, io);
}
