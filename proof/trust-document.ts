import { readFileSync } from 'node:fs';
import { faults } from '../reference/faults/index.ts';
import { variants } from '../reference/variants/index.ts';
import { catalogue } from '../suites/catalogue.ts';
import { EXCUSES, readExplanations, FILE as SURVIVORS } from './mutation/explanations.ts';
import { type MutationSummary, SUMMARY_FILE } from './mutation/result.ts';

/** The last result of a command that takes too long for `npm test`. */
interface Measurement {
  readonly what: string;
  readonly result: string;
  readonly command: string;
}

const checked = catalogue.filter(({ level }) => level !== 'INFO');

/** What is known about the suite's own errors, and how to find it out again. Run from the project's root. */
export function trustDocument(): string {
  const mutation = read(SUMMARY_FILE) as MutationSummary;
  return [...introduction(mutation), ...missed(), ...accused(), ...mutated(mutation), ...steady()].join('\n');
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function introduction(mutation: MutationSummary): readonly string[] {
  const levels = (level: string) => checked.filter((requirement) => requirement.level === level).length;
  const measurements = read('proof/measurements.json') as readonly Measurement[];
  return [
    '# How far its verdicts can be trusted',
    '',
    'A conformance suite errs in two ways: it misses a defect, or it fails a conforming server. Both are measured here.',
    'This page is written by `npm run trust` from the faults, the variants, the last mutation run and the last measurements;',
    'a test fails when it is not current.',
    '',
    '| what | figure | rerun |',
    '|---|---|---|',
    `| requirements checked | ${checked.length} (${levels('MUST')} MUST, ${levels('SHOULD')} SHOULD) | \`npx petstore-conformance list\` |`,
    `| servers with one defect, each reported by exactly the requirements that it breaks | ${faults.length}, of which ${faults.filter(({ intermittent }) => intermittent).length} show it only now and then | \`npx vitest run tests/proof/faults\` |`,
    `| conforming servers that do not fail | ${variants.length}, and 30 combinations of four | \`npx vitest run tests/proof/variants.test.ts\` |`,
    `| the same, checked read-only | ${variants.length} | \`npx vitest run tests/proof/read-only.test.ts\` |`,
    `| mutants of the reference server that are found | ${mutation.counts.killed} of ${mutation.counts.mutants} (${percent(mutation.score)}); of those that can be found ${percent(mutation.scoreOfKillable)} | \`npm run mutate\` |`,
    ...measurements.map(({ what, result, command }) => `| ${what} | ${result} | \`${command}\` |`),
    '',
  ];
}

function missed(): readonly string[] {
  const rows = checked.map(({ id, level }) => {
    const count = faults.filter(({ violates, warns = [] }) => [...violates, ...warns].includes(id)).length;
    return `| ${id} | ${level} | ${count > 0 ? count : 'none: it is about the address, see tests/proof/checks.test.ts'} |`;
  });
  return [
    '## Defects that are found',
    '',
    'Each fault in `reference/faults/` is one server that deviates in one way. A test runs the suite against it and expects',
    'exactly the requirements that the fault names to fail: a missing one is a gap, an extra one a false alarm.',
    '',
    '| requirement | level | faults |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

function accused(): readonly string[] {
  const open = variants.filter(({ mayStayOpen }) => mayStayOpen !== undefined).length;
  return [
    '## Conforming servers that do not fail',
    '',
    `Each of the ${variants.length} variants in \`reference/variants/\` uses a freedom that the specification leaves, or runs in an`,
    `environment that real servers run in. No requirement may fail. In ${open} of them some requirements may stay undecided; each`,
    'variant names them, with the reason.',
    '',
  ];
}

function mutated({ counts, files, suite }: MutationSummary): readonly string[] {
  const explanations = readExplanations();
  return [
    '## Mutation of real code',
    '',
    `The source of the reference server is changed in ${counts.mutants} small ways, and the suite checks each mutant.`,
    `${counts.killed} are found, ${counts.survived} survive, ${counts.unexplained} of those without an explanation.`,
    `The figures are of version ${suite} of the suite; mutants of lines that have changed since are not counted.`,
    '',
    '| file | mutants | found |',
    '|---|---|---|',
    ...Object.entries(files).map(([file, { mutants, killed }]) => `| ${file} | ${mutants} | ${killed} |`),
    '',
    `Why each survivor is right to survive is in [${SURVIVORS}](../${SURVIVORS}):`,
    '',
    '| excuse | changes |',
    '|---|---|',
    ...EXCUSES.map((excuse) => `| ${excuse} | ${explanations.filter((entry) => entry.excuse === excuse).length} |`),
    '',
  ];
}

function steady(): readonly string[] {
  return [
    '## Steadiness',
    '',
    '`npm run soak` repeats the suite with changing seeds against the reference server and its noisy variants (jitter, rate',
    'limits, overload, other clients that write, closed connections, reads that lag or step back, changing order), every second',
    'time with two suites at once, and compares every verdict with those before. It exits 1 when one changed.',
    '',
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
