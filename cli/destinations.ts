import { resolve } from 'node:path';
import { GROUPINGS } from '../harness/report/section.ts';
import type { ReporterChoice } from '../harness/settings/parsers.ts';
import type { Flags } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import type { Forms, Render, RenderOptions } from '../reporters/index.ts';
import { findReporter } from '../reporters/index.ts';
import { sections } from '../suites/catalogue/sections.ts';
import { exitCodes } from './exit-codes.ts';
import { isSwitchedOn } from './flags.ts';
import { colourOf, type Io, print, printError, widthOf } from './io.ts';
import { appendTo, checkWritable, replaceFile } from './output-file.ts';
import { runsOnGithub, type TextKind, withoutCommands } from './workflow-commands.ts';

interface Destination<Model> {
  readonly name: string;
  readonly render: Render<Model>;
  /** Absolute; standard output when absent. */
  readonly file: string | undefined;
  /** Keeps what is there, so that others may write to the same place. */
  readonly isAddedTo: boolean;
}

const FILE_WIDTH = 100;

/** Of the forms that are not plain text. */
const KINDS: Readonly<Record<string, TextKind>> = {
  json: 'json',
  ctrf: 'json',
  har: 'json',
  junit: 'xml',
  html: 'xml',
  badge: 'xml',
};

/** Checks before the run whether every report can be written after it. */
export async function prepareDestinations<Model>(
  choices: readonly ReporterChoice[],
  forms: Forms<Model>,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  known: Partial<RenderOptions> = {},
): Promise<readonly Destination<Model>[]> {
  const places = choices.flatMap(({ name, file }) => {
    // Annotations are lines in a log, which others write to as well.
    const own = { name, file, isAddedTo: name === 'github' && file === undefined };
    // GitHub shows this file, to which every step appends Markdown, as the page of a job.
    const summary = { name: 'markdown', file: env.GITHUB_STEP_SUMMARY, isAddedTo: true };
    return name === 'github' && summary.file ? [own, summary] : [own];
  });
  const destinations = places.map(({ name, file, isAddedTo }): Destination<Model> => {
    const render = findReporter(name, forms);
    return {
      name,
      render: (model, options) => render(model, { ...options, ...known }),
      file: file === undefined ? undefined : resolve(cwd, file),
      isAddedTo,
    };
  });
  refuseSharedPlaces(destinations.filter(({ isAddedTo }) => !isAddedTo).map(({ file }) => file));
  for (const { file, isAddedTo } of destinations) {
    if (file !== undefined) await (isAddedTo ? appendTo(file, '') : checkWritable(file));
  }
  return destinations;
}

/** Writes as many as possible. Resolves with an exit code, for commands that do nothing else. */
export async function deliver<Model>(
  model: Model,
  destinations: readonly Destination<Model>[],
  io: Pick<Io, 'stdout' | 'stderr' | 'annotations' | 'env'>,
): Promise<number> {
  const deliveries = await Promise.allSettled(destinations.map((destination) => deliverTo(destination, model, io)));
  const failures = deliveries.flatMap((delivery) => (delivery.status === 'rejected' ? [delivery.reason] : []));
  for (const failure of failures) {
    if (!(failure instanceof UsageError)) throw failure;
    await printError(io, failure);
  }
  return (failures.length === 0 ? exitCodes.conforming : exitCodes.usage).code;
}

async function deliverTo<Model>(
  { name, render, file, isAddedTo }: Destination<Model>,
  model: Model,
  { stdout, annotations, env }: Pick<Io, 'stdout' | 'annotations' | 'env'>,
): Promise<void> {
  if (file === undefined) {
    const text = render(model, { colour: colourOf(stdout, env), width: widthOf(stdout) });
    if (name === 'github') return print(annotations, text);
    return print(stdout, runsOnGithub(env) ? withoutCommands(text, KINDS[name]) : text);
  }
  const text = render(model, { colour: false, width: FILE_WIDTH });
  await (isAddedTo ? appendTo(file, text) : replaceFile(file, text));
}

function refuseSharedPlaces(places: readonly (string | undefined)[]): void {
  const shared = places.findIndex((place, index) => places.indexOf(place) !== index);
  if (shared < 0) return;
  const where = places[shared] ?? 'standard output';
  throw new UsageError(`Two reporters would write to ${where}: give each a file of its own, as in json=report.json.`);
}

export function presentationOf(flags: Flags): Pick<RenderOptions, 'groupBy' | 'specification' | 'verbose'> {
  const given = flags.get('group-by')?.at(-1) ?? GROUPINGS[0];
  const groupBy = GROUPINGS.find((grouping) => grouping === given);
  if (groupBy === undefined) throw new UsageError(`--group-by takes ${GROUPINGS.join(' or ')}.`);
  return { groupBy, specification: sections, verbose: isSwitchedOn(flags, 'verbose') };
}
