import type { Fault, Variant } from '../reference/change.ts';
import type { Requirement } from '../suites/catalogue.ts';
import type { MutationResult } from './mutation/result.ts';

export interface Evidence {
  readonly requirements: readonly Requirement[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly mutation: MutationResult;
}

/** What is known about the suite's own errors, and how to find it out again. */
export function trustDocument(evidence: Evidence): string {
  return [...introduction(evidence), ...missed(evidence), ...accused(evidence), ...mutated(evidence), ...steady()].join(
    '\n',
  );
}

function introduction({ requirements, faults, variants, mutation }: Evidence): readonly string[] {
  const judged = requirements.filter(({ level }) => level !== 'INFO');
  return [
    '# How far its verdicts can be trusted',
    '',
    'A conformance suite errs in two ways: it misses a defect, or it fails a conforming server. Both are measured here.',
    'This page is written by `npm run trust` from the faults, the variants and the last mutation run; a test fails when',
    'it is not current.',
    '',
    '| what | figure | rerun |',
    '|---|---|---|',
    `| requirements judged | ${judged.length} (${count(judged, 'MUST')} MUST, ${count(judged, 'SHOULD')} SHOULD) | \`npx petstore-conformance list\` |`,
    `| servers with one defect, each reported by exactly the requirements that it breaks | ${faults.length}, of which ${faults.filter(({ intermittent }) => intermittent).length} show it only now and then | \`npx vitest run tests/faults.test.ts\` |`,
    `| conforming servers that do not fail | ${variants.length}, and 30 combinations of four | \`npx vitest run tests/variants.test.ts\` |`,
    `| the same, judged read-only | ${variants.length} | \`npx vitest run tests/read-only.test.ts\` |`,
    `| mutants of the reference server that are found | ${mutation.counts.killed} of ${mutation.counts.mutants} (${percent(mutation.score)}); of those that can be found ${percent(mutation.scoreOfKillable)} | \`npm run mutate\` |`,
    '| verdicts that changed from one run to the next | none is allowed | `npm run soak` |',
    '| defects in noisy environments that pass | none is allowed | `npm run environments` |',
    '| runs in which a defect that shows now and then is found | at least 99 of 100 are required | `npm run intermittent` |',
    '',
  ];
}

function missed({ requirements, faults }: Evidence): readonly string[] {
  const rows = requirements
    .filter(({ level }) => level !== 'INFO')
    .map(({ id, level }) => {
      const names = faults
        .filter(({ violates, warns = [] }) => [...violates, ...warns].includes(id))
        .map(({ name }) => name);
      const which = names.length > 0 ? names.join(', ') : 'about the address, not the server: see tests/checks.test.ts';
      return `| ${id} | ${level} | ${names.length} | ${which} |`;
    });
  return [
    '## Defects that are caught',
    '',
    'Each fault is one server that deviates in one way. A test judges it and asserts that exactly the requirements listed',
    'with it fail: a missing one would be a hole, an extra one a false accusation.',
    '',
    '| requirement | level | faults | which |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
}

function accused({ variants }: Evidence): readonly string[] {
  return [
    '## Conforming servers that do not fail',
    '',
    'Each variant uses a freedom that the specification leaves, or lives in an environment that real servers live in.',
    'No requirement may fail, and none may stay undecided but those named here.',
    '',
    '| variant | what is particular about it | may stay undecided |',
    '|---|---|---|',
    ...variants.map(
      ({ name, story, mayStayOpen = {} }) => `| ${name} | ${cell(story)} | ${Object.keys(mayStayOpen).join(', ')} |`,
    ),
    '',
  ];
}

function mutated({ mutation }: Evidence): readonly string[] {
  return [
    '## Mutation of real code',
    '',
    `The reference server's own source is changed in ${mutation.counts.mutants} small ways, and the suite judges each mutant.`,
    `${mutation.counts.killed} are found, ${mutation.counts.survived} survive, ${mutation.counts.unexplained} of those without an explanation.`,
    'The figures are of version 0.1.0 of the suite; mutants of lines that have changed since are left out.',
    '',
    '| file | mutants | found |',
    '|---|---|---|',
    ...Object.entries(mutation.files).map(([file, { mutants, killed }]) => `| ${file} | ${mutants} | ${killed} |`),
    '',
    'The survivors, and why each is right to survive:',
    '',
    '| where | the change | why it is not found |',
    '|---|---|---|',
    ...mutation.survivors.map(
      ({ file, original, mutated, reason }) =>
        `| ${file} | ${code(original)} becomes ${code(mutated)} | ${cell(reason ?? 'unexplained')} |`,
    ),
    '',
  ];
}

function steady(): readonly string[] {
  return [
    '## Steadiness',
    '',
    '`npm run soak` repeats the suite with changing seeds against the reference server and its noisy variants (jitter, rate',
    'limits, overload, strangers who write, closed connections, reads that lag or step back, changing order), every second',
    'time with two suites at once, and compares every verdict with those before. It exits 1 when one changed.',
    '',
  ];
}

function count(requirements: readonly Requirement[], level: string): number {
  return requirements.filter((requirement) => requirement.level === level).length;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function code(text: string): string {
  return `\`\` ${cell(text.replaceAll(/\s+/g, ' ')) || ' '} \`\``;
}
