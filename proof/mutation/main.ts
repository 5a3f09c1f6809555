import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkAll } from './check-all.ts';
import { checkServer } from './check-mutant.ts';
import { type Explanation, readExplanations } from './explanations.ts';
import { keyOf, type Mutant } from './mutant.ts';
import { mutantsOf } from './mutants-of.ts';
import { NOT_MUTATED, readSources } from './reference-source.ts';
import { resultOf, SUMMARY_FILE, textOf } from './result.ts';

const USAGE = 'usage: npm run mutate [-- [--only FILE] [--sample N]]';

process.exitCode = await mutate();

async function mutate(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return failed(USAGE);
  const sources = readSources();
  const baseline = await checkServer(sources);
  if (baseline.kind !== 'survives') {
    return failed(
      `The server conforms no more before it is mutated: it ${baseline.kind} (${baseline.reportedBy.join(', ')}).`,
    );
  }
  const mutants = [...sources]
    .filter(([file]) => !(file in NOT_MUTATED))
    .flatMap(([file, source]) => mutantsOf(file, source));
  const chosen = chosenFrom(mutants, options);
  if (chosen.length === 0) return failed('There is nothing to mutate.');
  const isWhole = chosen.length === mutants.length;
  const result = resultOf(await checkAll(chosen), explanationsFor(isWhole ? undefined : chosen));
  if (isWhole) writeFileSync(SUMMARY_FILE, `${JSON.stringify(result.summary, undefined, 2)}\n`);
  process.stdout.write(textOf(result));
  return result.unexplained.length + result.stale.length > 0 ? 1 : 0;
}

interface Options {
  readonly only: string | undefined;
  readonly sample: number;
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, sample: { type: 'string' } } });
    const sample = Number(values.sample ?? Number.POSITIVE_INFINITY);
    return sample >= 1 ? { only: values.only, sample } : undefined;
  } catch {
    return undefined;
  }
}

/** A sample is spread evenly, so that the same number always draws the same mutants. */
function chosenFrom(mutants: readonly Mutant[], { only, sample }: Options): readonly Mutant[] {
  const candidates = mutants.filter(({ file }) => only === undefined || file === only);
  const step = Math.max(1, candidates.length / sample);
  return candidates.filter((_mutant, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A part of the mutants says nothing of explanations for the rest. */
function explanationsFor(part: readonly Mutant[] | undefined): readonly Explanation[] {
  const all = readExplanations();
  if (part === undefined) return all;
  const keys = new Set(part.map(keyOf));
  return all.filter((explanation) => keys.has(keyOf(explanation)));
}

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}
