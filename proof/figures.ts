import { readFileSync, writeFileSync } from 'node:fs';
import { SUITE_VERSION } from '../harness/report/suite-version.ts';
import type { Claim } from './part.ts';

const FILE = 'docs/trust.md';
const README = 'README.md';

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
  const trust = replaceTable(readFileSync(FILE, 'utf8'), 'proof', head, rows);
  writeFileSync(FILE, trust);
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), trust));
}

const ROW = /^\| ([^|]+) \| ([^|]+) \|/gm;

/** The README with the figures of the same rows, without their version. */
function withFigures(readme: string, trust: string): string {
  const figures = new Map([...trust.matchAll(ROW)].map(([, what, figure]) => [what, figure]));
  return readme.replaceAll(ROW, (row, what: string) => {
    const figure = figures.get(what)?.replace(/, version .*/, '');
    return figure === undefined ? row : `| ${what} | ${figure} |`;
  });
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
