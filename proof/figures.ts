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

/** Replaces the table that a script writes, with the help of the rows that it has now. */
export function writeTable(script: string, head: readonly string[], update: (known: readonly string[]) => string[]) {
  const table = new RegExp(
    `(?<=<!-- npm run ${script} writes this table -->\\n\\n).*?(?=\\n\\n<!-- end of the table -->)`,
    's',
  );
  const text = readFileSync(FILE, 'utf8');
  const known = table.exec(text)?.[0].split('\n');
  if (!known) throw new Error(`${FILE} has no place for the table: ${table}`);
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...update(known)];
  writeFileSync(
    FILE,
    text.replace(table, () => lines.join('\n')),
  );
}

/** Writes what was measured; of parts that did not run, the last figures stay. */
export function writeFigures(figures: readonly Figure[]): void {
  const head = ['what', 'figure', 'repeat it'];
  writeTable('proof', head, (known) => figures.map((figure) => rowOf(figure, known)));
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
