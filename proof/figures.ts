import { readFileSync, writeFileSync } from 'node:fs';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { Part } from './part.ts';

const FILE = 'docs/trust.md';
const START = '<!-- npm run proof writes this table -->';
const END = '<!-- end of the table -->';

export interface Figure {
  readonly part: Part;
  readonly planned: number;
  readonly run: number;
  readonly wrong: number;
}

/** Writes what was measured; of parts that did not run, the last figures stay. */
export function writeFigures(figures: readonly Figure[]): void {
  const text = readFileSync(FILE, 'utf8');
  const [before, after] = [text.indexOf(START), text.indexOf(END)];
  if (before < 0 || after < 0) throw new Error(`${FILE} has no place for the table: "${START}" and "${END}".`);
  const known = text.slice(before, after).split('\n');
  const rows = [requirementsRow(), ...figures.map((figure) => rowOf(figure, known))];
  const table = ['| what | figure | repeat it |', '|---|---|---|', ...rows].join('\n');
  writeFileSync(FILE, `${text.slice(0, before + START.length)}\n\n${table}\n\n${text.slice(after)}`);
}

function rowOf({ part, planned, run, wrong }: Figure, known: readonly string[]): string {
  const command = `\`npm run proof -- --only ${part.name}\``;
  const earlier = known.find((row) => row.endsWith(`| ${command} |`));
  if (run === 0 && earlier !== undefined) return earlier;
  const left = run < planned ? ` (${shown(planned - run)} more did not fit into the time)` : '';
  const figure = run === 0 ? 'not run yet' : `${shown(run - wrong)} of ${shown(run)}${left}, version ${SUITE_VERSION}`;
  return `| ${part.claim} | ${figure} | ${command} |`;
}

function requirementsRow(): string {
  const count = (level: string) => catalogue.filter((row) => row.level === level).length;
  return `| requirements | ${count('MUST')} MUST, ${count('SHOULD')} SHOULD | \`npx petstore-conformance list\` |`;
}

const shown = (count: number) => count.toLocaleString('en');
