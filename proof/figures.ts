import { readFileSync, writeFileSync } from 'node:fs';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import type { Claim } from './part.ts';

const FILE = 'docs/trust.md';
const TABLE = /(?<=<!-- npm run proof writes this table -->\n\n)[\s\S]*(?=\n\n<!-- end of the table -->)/;

export interface Figure extends Claim {
  /** The part whose cases show it. */
  readonly part: string;
  /** Of the claim. */
  readonly name: string;
  /** Cases of the part that did not run, for its first claim. */
  left: number;
  run: number;
  wrong: number;
}

/** Writes what was measured; of parts that did not run, the last figures stay. */
export function writeFigures(figures: readonly Figure[]): void {
  const text = readFileSync(FILE, 'utf8');
  const known = TABLE.exec(text)?.[0].split('\n');
  if (!known) throw new Error(`${FILE} has no place for the table: ${TABLE}`);
  const rows = figures.map((figure) => rowOf(figure, known));
  const table = ['| what | figure | repeat it |', '|---|---|---|', ...rows].join('\n');
  const updated = text.replace(TABLE, () => table);
  writeFileSync(FILE, updated);
}

function rowOf({ part, claim, left, run, wrong }: Figure, known: readonly string[]): string {
  const command = `\`npm run proof -- --only ${part}\``;
  const rows = known.filter((row) => row.endsWith(`| ${command} |`));
  const earlier = rows.length > 1 ? rows.find((row) => row.startsWith(`| ${claim} |`)) : rows[0];
  if (run === 0 && earlier !== undefined) return earlier;
  const more = left > 0 ? ` (${shown(left)} more did not fit into the time)` : '';
  const figure = run === 0 ? 'not run yet' : `${shown(run - wrong)} of ${shown(run)}${more}, version ${SUITE_VERSION}`;
  return `| ${claim} | ${figure} | ${command} |`;
}

const shown = (count: number) => count.toLocaleString('en');
