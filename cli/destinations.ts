import { access, constants, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Report } from '../harness/report.ts';
import { nearest } from '../harness/settings-nearest.ts';
import type { ReporterChoice } from '../harness/settings-parsers.ts';
import { UsageError } from '../harness/usage-error.ts';
import { type Render, reporters } from '../reporters/index.ts';
import { codeOf } from './error-code.ts';
import { type Io, print } from './io.ts';
import { colourOf, widthOf } from './terminal-traits.ts';

export interface Destination {
  readonly render: Render;
  /** Absolute; standard output when absent. */
  readonly file: string | undefined;
}

const FILE_WIDTH = 100;

/** Finds out before the run whether every report can be written after it. */
export async function prepareDestinations(
  choices: readonly ReporterChoice[],
  cwd: string,
): Promise<readonly Destination[]> {
  const destinations = choices.map(({ name, file }) => ({
    render: renderCalled(name),
    file: file === undefined ? undefined : resolve(cwd, file),
  }));
  const places = destinations.map((destination) => destination.file);
  const shared = places.findIndex((place, index) => places.indexOf(place) !== index);
  if (shared >= 0) {
    const where = places[shared] ?? 'standard output';
    throw new UsageError(`Two reporters would write to ${where}: give each a file of its own, as in json=report.json.`);
  }
  for (const place of places) if (place !== undefined) await checkWritable(place);
  return destinations;
}

/** Writes every report, whatever becomes of the others, and then tells the first failure. */
export async function deliver(report: Report, destinations: readonly Destination[], io: Io): Promise<void> {
  const deliveries = await Promise.allSettled(destinations.map((destination) => deliverTo(destination, report, io)));
  const failed = deliveries.find((delivery) => delivery.status === 'rejected');
  if (failed) throw failed.reason;
}

async function deliverTo({ render, file }: Destination, report: Report, io: Io): Promise<void> {
  if (file === undefined) {
    await print(io.stdout, render(report, { colour: colourOf(io.stdout, io.env), width: widthOf(io.stdout) }));
    return;
  }
  const text = render(report, { colour: false, width: FILE_WIDTH });
  await replaceFile(file, text).catch((error) => {
    throw unwritable(file, error);
  });
}

function renderCalled(name: string): Render {
  const render = reporters.get(name);
  if (render !== undefined) return render;
  const names = [...reporters.keys()];
  const [guess] = nearest(name, names);
  const advice = guess ? `did you mean ${guess}?` : `use one of ${names.join(', ')}.`;
  throw new UsageError(`There is no reporter ${JSON.stringify(name)}: ${advice}`);
}

async function checkWritable(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    if (await isSpecial(file)) {
      await access(file, constants.W_OK);
    } else {
      await writeFile(asideOf(file), '');
      await rm(asideOf(file));
    }
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): UsageError {
  return new UsageError(`The report cannot be written to ${file} (${codeOf(error)}): choose another file.`);
}

/** Written aside and renamed, so that nobody ever reads half a report. */
async function replaceFile(file: string, text: string): Promise<void> {
  if (await isSpecial(file)) return writeFile(file, text);
  const target = await realpath(file).catch(() => file);
  await writeFile(asideOf(target), text);
  await rename(asideOf(target), target);
}

/** A device or a pipe is written to; putting a file in its place would destroy it. */
async function isSpecial(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return found !== undefined && !found.isFile();
}

function asideOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}
