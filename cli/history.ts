import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import { visible } from '../reporters/escape-controls.ts';
import { HistoryBuilder } from '../reporters/history.ts';
import { historySentence, renderHistory } from '../reporters/html/history.ts';
import { FOR_ME, filesBelow, readReport, replaceFile } from './files.ts';
import type { Invocation } from './invocation.ts';
import { type Io, succeed } from './io.ts';

/** One page of many reports. It only shows, so it succeeds even if a server fails. */
export async function history({ flags, operands, io }: Invocation): Promise<number> {
  const output = flags.get('output')?.at(-1) ?? 'history.html';
  const builder = new HistoryBuilder();
  for (const operand of operands) {
    const place = resolve(io.cwd, operand);
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder) builder.add(operand, await readReport(operand, io.cwd));
    else for (const file of reportsIn(place, builder)) await addReport(relative(io.cwd, file), builder, io);
  }
  if (builder.isEmpty) throw new UsageError(`No report found in ${operands.join(', ')}: name a report or a folder.`);
  const built = builder.build();
  await replaceFile(resolve(io.cwd, output), renderHistory(built), FOR_ME);
  return succeed(io, visible(`${output}: ${historySentence(built)}\n`));
}

function reportsIn(folder: string, builder: HistoryBuilder): readonly string[] {
  const files = filesBelow(folder, (why) => builder.leaveOut(why));
  const named = files.filter((file) => file.endsWith('.json')).toSorted();
  // A pipe or a device may never end.
  const isOdd = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === false;
  for (const file of named.filter(isOdd)) builder.leaveOut(`${file} is not a regular file.`);
  return named.filter((file) => !isOdd(file));
}

/** One at a time, so that only summaries stay in memory. */
async function addReport(file: string, builder: HistoryBuilder, io: Io): Promise<void> {
  try {
    builder.add(file, await readReport(file, io.cwd));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    builder.leaveOut(error.message);
  }
}
