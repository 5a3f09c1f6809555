import { readFileSync, writeFileSync } from 'node:fs';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import type { Part } from './part.ts';

const FILE = 'docs/trust.md';

export interface Figure {
  readonly part: Part;
  readonly planned: number;
  run: number;
  wrong: number;
}

type Rows = (known: readonly string[]) => readonly string[];

/** The document with another table at the place where a script writes one; the rows are made with the help of those there. */
export function replaceTable(text: string, script: string, head: readonly string[], rows: Rows): string {
  const start = `<!-- npm run ${script} writes this table -->`;
  const table = new RegExp(`(?<=${start}\\n\\n).*?(?=\\n\\n<!-- end of the table -->)`, 's');
  const known = table.exec(text)?.[0].split('\n');
  if (!known) throw new Error(`The document has no place for a table: ${start}`);
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows(known)];
  return text.replace(table, () => lines.join('\n'));
}

/** Writes what was measured; of parts that did not run, the last figures stay. */
export function writeFigures(figures: readonly Figure[]): void {
  const head = ['what', 'figure', 'repeat it'];
  const rows: Rows = (known) => figures.map((figure) => rowOf(figure, known));
  writeFileSync(FILE, replaceTable(readFileSync(FILE, 'utf8'), 'proof', head, rows));
}

function rowOf({ part, planned, run, wrong }: Figure, known: readonly string[]): string {
  const command = `\`npm run proof -- --only ${part.name}\``;
  const earlier = known.find((row) => row.endsWith(`| ${command} |`));
  if (run === 0 && earlier !== undefined) return earlier;
  const left = run < planned ? ` (${shown(planned - run)} more did not fit into the time)` : '';
  const figure = run === 0 ? 'not run yet' : `${shown(run - wrong)} of ${shown(run)}${left}, version ${SUITE_VERSION}`;
  return `| ${part.claim} | ${figure} | ${command} |`;
}

const shown = (count: number) => count.toLocaleString('en');
