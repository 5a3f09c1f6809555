import { resolve } from 'node:path';
import { fileIdentityOf } from '../harness/basics/file-identity.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import type { Composed } from '../harness/engine/compose.ts';
import type { Report } from '../harness/model/report.ts';
import type { ReporterChoice } from '../harness/settings/parsers.ts';
import { findReporter, type Render, type RenderOptions } from '../reporters/index.ts';
import { verdictInWords } from '../reporters/verdict.ts';
import { appendTo, FOR_ME, replaceFile } from './files.ts';
import { exitCodes, type Io, pageOf, print, printError, say, withoutCommands } from './io.ts';

export interface Destination {
  readonly name: string;
  readonly render: Render;
  /** Absolute; standard output when absent. */
  readonly file: string | undefined;
  /** Keeps what is there, so that others may write to the same place. */
  readonly isAddedTo: boolean;
}

/** Checks before the run whether every report can be written after it. */
export async function prepareDestinations(
  choices: readonly ReporterChoice[],
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  known: Partial<RenderOptions> = {},
): Promise<readonly Destination[]> {
  const json = choices.find(({ name, file }) => name === 'json' && file !== undefined)?.file;
  const all = { ...(json !== undefined && { file: json }), ...known };
  const destinationOf = (name: string, file: string | undefined, isAddedTo = false): Destination => {
    const render = findReporter(name);
    const path = file === undefined ? undefined : resolve(cwd, file);
    return { name, render: (report, options) => render(report, { ...options, ...all }), file: path, isAddedTo };
  };
  const destinations = choices.flatMap(({ name, file }) => {
    if (name !== 'github') return [destinationOf(name, file)];
    // Annotations are lines in a log, which others write to as well. GitHub shows the file, to which every step
    // appends Markdown, as the page of a job.
    const summary = env.GITHUB_STEP_SUMMARY ? [destinationOf('markdown', env.GITHUB_STEP_SUMMARY, true)] : [];
    return [destinationOf(name, file, file === undefined), ...summary];
  });
  await checkPlaces(destinations.filter(({ isAddedTo }) => !isAddedTo).map(({ file }) => file));
  for (const { file, isAddedTo } of destinations) {
    if (file !== undefined) await (isAddedTo ? appendTo(file) : replaceFile(file));
  }
  return destinations;
}

/** Links may lead two names to one file. */
async function checkPlaces(files: readonly (string | undefined)[]): Promise<void> {
  const places = await Promise.all(files.map((file) => (file === undefined ? '' : fileIdentityOf(file))));
  const shared = places.findIndex((place, index) => places.indexOf(place) !== index);
  if (shared < 0) return;
  const where = files[shared] ?? 'standard output';
  throw new UsageError(`Two reporters would write to ${where}: give each its own file, as in json=report.json.`);
}

/** Writes as many as possible. Resolves with the exit code of a command that does nothing else. */
export async function deliver(
  report: Report,
  destinations: readonly Destination[],
  io: Io,
  /** Of a run: its exit code is said with the report, and its HAR file has the whole record. */
  ran?: Pick<Composed, 'record' | 'known'>,
): Promise<number> {
  let code: number = exitCodes.conforming.code;
  const deliverTo = async (some: readonly Destination[]) => {
    const deliveries = some.map(async ({ name, render, file, isAddedTo }) => {
      const page = file === undefined ? pageOf(io) : { colour: false, width: 100 };
      const ofRun = ran && code !== 0 && { exitCode: code };
      // To make the whole record takes a moment, and much memory.
      const whole = ran && name === 'har' && { record: ran.record(), known: ran.known() };
      const text = render(report, { ...page, ...ofRun, ...whole });
      // A later step of a job may print what people read, and its runner obeys commands in that.
      const safe = name === 'terminal' ? withoutCommands(text) : text;
      if (file !== undefined) return isAddedTo ? appendTo(file, safe) : replaceFile(file, safe, modeOf(name));
      return print(name === 'github' ? io.annotations : io.stdout, text);
    });
    for (const delivery of await Promise.allSettled(deliveries)) {
      if (delivery.status === 'fulfilled') continue;
      if (!(delivery.reason instanceof UsageError)) throw delivery.reason;
      code = await printError(io, delivery.reason);
    }
  };
  await deliverTo(destinations.filter(({ file }) => file !== undefined));
  // What is printed says with which code the command ends.
  await deliverTo(destinations.filter(({ file }) => file === undefined));
  return code;
}

function modeOf(name: string): number | undefined {
  // Metrics have no word of the server, and another program reads them.
  return name === 'openmetrics' ? undefined : FOR_ME;
}

/** Forms that say the verdict in a log or on a screen. */
const SAY_THE_VERDICT = ['terminal', 'markdown'];

/** One line where no report for people is printed, so that nobody has to open a file to learn the verdict. */
export async function sayVerdict(
  report: Report,
  destinations: readonly Destination[],
  io: Io,
  exitCode: number,
): Promise<void> {
  if (destinations.some(({ name, file }) => file === undefined && SAY_THE_VERDICT.includes(name))) return;
  await say(io, `${verdictInWords(report).sentence} (exit code ${exitCode})`);
}
