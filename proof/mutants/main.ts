import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../../harness/settings/parsers.ts';
import { replaceTable } from '../figures.ts';
import { install, isComplete, missingOf } from '../stacks/install.ts';
import { runCommand } from '../stacks/processes.ts';
import { readStacks, type Stack } from '../stacks/stack.ts';
import { type Checked, checkMutants } from './check.ts';
import { type Explanation, type Explanations, explanationsOf, fateOf, problemsOf } from './explained.ts';
import { keyOf, sample } from './mutant.ts';
import { HEAD, rowsOf, tableOf } from './table.ts';
import { mutated } from './workspace.ts';

const NAMES = readStacks().map(({ name }) => name);
const USAGE = `npm run mutants [-- --stack NAME --sample N --seed N --match TEXT --thorough --install --json FILE --write]
stacks: ${NAMES.join(', ')}\n`;
const EXPLAINED = 'proof/mutants/alive.json';
const TRUST = 'docs/trust.md';

await runCommand(main, USAGE);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      stack: { type: 'string', multiple: true, default: [] },
      /** Of each stack. */
      sample: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      /** A text in the lines of every mutant. */
      match: { type: 'string', default: '' },
      thorough: { type: 'boolean', default: false },
      install: { type: 'boolean', default: false },
      /** What each mutant came to. What the file has of other mutants stays. */
      json: { type: 'string' },
      /** Updates docs/trust.md with all that is in the JSON file, or with this run. */
      write: { type: 'boolean', default: false },
    },
  });
  const count = wholeNumber(1, 10_000)(values.sample, '--sample');
  const seed = wholeNumber(0, 2 ** 32 - 1)(values.seed, '--seed');
  const circumstances = { seed, thorough: values.thorough };
  const explanations = explanationsOf(JSON.parse(readFileSync(EXPLAINED, 'utf8')) as readonly Explanation[]);
  const checked: Checked[] = [];
  for (const stack of await installed(values.stack, values.install)) {
    const all = await mutated(stack);
    const matching = all.mutants.filter((mutant) => keyOf(mutant).includes(values.match));
    const mutants = sample(matching, count, seed);
    if (mutants.length === 0) continue;
    console.log(`${stack.name}: ${mutants.length} of ${all.mutants.length} mutants`);
    await checkMutants(stack, { mutated: all, mutants }, circumstances, (one) => {
      checked.push(one);
      console.log(lineOf(one, explanations));
      if (values.json) writeResults(values.json, checked);
    });
  }
  if (checked.length === 0) throw new Error('No mutant of an installed stack matches.');
  const problems = problemsOf(checked, explanations, values.thorough);
  process.stdout.write(`\n${tableOf(checked, explanations)}\n${problems.map((one) => `${one}\n`).join('')}`);
  if (values.write) writeTable(values.json ? readResults(values.json) : checked, explanations);
  return problems.length === 0 ? 0 : 1;
}

async function installed(names: readonly string[], isInstalling: boolean): Promise<readonly Stack[]> {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`There is no stack ${JSON.stringify(unknown)}.`);
  const stacks = readStacks().filter(({ name }) => names.length === 0 || names.includes(name));
  if (isInstalling) await install(stacks);
  const inventory = await Promise.all(stacks.map(async (stack) => ({ stack, missing: await missingOf(stack) })));
  const absent = inventory.filter(({ missing }) => !isComplete(missing)).map(({ stack }) => stack.name);
  if (absent.length > 0 && names.length > 0) throw new Error(`Not installed (see --install): ${absent.join(', ')}`);
  if (absent.length > 0) console.log(`Not installed: ${absent.join(', ')}`);
  return inventory.flatMap(({ stack, missing }) => (isComplete(missing) ? [stack] : []));
}

function lineOf(one: Checked, explanations: Explanations): string {
  const ids = [...(one.found?.failed ?? []), ...(one.found?.warned ?? [])];
  const shown = ids.length > 3 ? [...ids.slice(0, 3), `${ids.length - 3} more`] : ids;
  return `${one.seconds.toFixed(1)} s ${fateOf(one, explanations)} ${shown.join(' ')} | ${one.before} → ${one.after}`;
}

function readResults(file: string): readonly Checked[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function writeResults(file: string, checked: readonly Checked[]): void {
  const all = new Map([...readResults(file), ...checked].map((one) => [keyOf(one), one]));
  writeFileSync(file, `${JSON.stringify([...all.values()], undefined, 2)}\n`);
}

function writeTable(checked: readonly Checked[], explanations: Explanations): void {
  const rows = () => rowsOf(checked, explanations).map((row) => `| ${row.join(' | ')} |`);
  writeFileSync(TRUST, replaceTable(readFileSync(TRUST, 'utf8'), 'mutants', HEAD, rows));
}
