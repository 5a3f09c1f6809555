import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { replaceTable } from '../../proof/figures.ts';
import type { Change, Fault, Variant } from '../../reference/change.ts';
import { ROOT, type Run, type Tool, type Verdict } from './tools.ts';

/** A tool with what it made of each server, by name. */
export interface Entry {
  readonly tool: Tool;
  readonly folder: string;
  readonly versions: readonly string[];
  readonly runs: Map<string, Run>;
  /** Why it could not be measured. */
  problem?: string;
}

/** A mutant of a real server, and what each tool makes of it. */
export interface MutantRow {
  /** Title of the stack. */
  readonly stack: string;
  readonly before: string;
  readonly after: string;
  readonly verdicts: ReadonlyMap<Tool, Verdict>;
}

/** The first entry is the suite itself. */
export interface Comparison {
  readonly entries: readonly Entry[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const PAGE = join(ROOT, 'docs/comparison.md');

/** Each table has its own place in the page. */
function writeTables(tables: Readonly<Record<string, Table>>): void {
  let page = readFileSync(PAGE, 'utf8');
  for (const [script, { head, rows }] of Object.entries(tables)) {
    page = replaceTable(page, script, head, () => rows.map((cells) => `| ${cells.join(' | ')} |`));
  }
  writeFileSync(PAGE, page);
}

export function writeComparison(comparison: Comparison): void {
  const { entries, faults, variants } = comparison;
  const measured = entries.filter(({ problem }) => problem === undefined);
  const names = measured.map(({ tool }) => tool.name);
  const marksOn = ({ name }: Change) => measured.map(({ runs }) => markOf(runs.get(name)?.verdict));
  writeTables({
    peers: {
      head: ['tool', 'version', 'defects found', 'false alarms', 'time', 'requests'],
      rows: entries.map((entry) => summaryOf(entry, comparison)),
    },
    'peers for each defect': {
      head: ['requirement', 'fault', ...names],
      rows: faults.map((fault) => [fault.violates[0] ?? '', fault.name, ...marksOn(fault)]),
    },
    'peers for each variant': {
      head: ['variant', ...names],
      rows: variants.map((variant) => [variant.name, ...marksOn(variant)]),
    },
  });
}

/** What each tool makes of mutants of real servers, in sum and one by one. */
export function writeMutants(tools: readonly Tool[], mutants: readonly MutantRow[]): void {
  writeTables({
    'peers -- --mutants': {
      head: ['tool', 'mutants found'],
      rows: tools.map((tool) => {
        const verdicts = mutants.flatMap((mutant) => mutant.verdicts.get(tool) ?? []);
        return [tool.name, `${verdicts.filter((verdict) => verdict === 'finding').length} of ${verdicts.length}`];
      }),
    },
    'peers -- --mutants for each mutant': {
      head: ['stack', 'line', 'changed line', ...tools.map(({ name }) => name)],
      rows: mutants.map(({ stack, before, after, verdicts }) => {
        return [stack, quoted(before), quoted(after), ...tools.map((tool) => markOf(verdicts.get(tool)))];
      }),
    },
  });
}

/** In characters. */
const LONGEST = 100;

/** In a cell of a table. */
function quoted(line: string): string {
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `\`\` ${short.replaceAll('|', '\\|')} \`\``;
}

function summaryOf(entry: Entry, { entries, faults, variants }: Comparison): readonly string[] {
  const { tool, versions, runs, problem } = entry;
  const version = versions.join(', ') || SUITE_VERSION;
  if (problem !== undefined) return [tool.name, version, `not measured: ${problem}`, '', '', ''];
  const found = `${numberWith('finding', runs, faults)} of ${faults.length}`;
  const alarms = numberWith('finding', runs, variants);
  const decided = alarms + numberWith('clean', runs, variants);
  const requests = median([...runs.values()].map((run) => run.requests));
  return [tool.name, version, found, `${alarms} of ${decided}`, ratio(entry, entries[0]), `${requests}`];
}

function numberWith(verdict: Verdict, runs: Entry['runs'], servers: readonly Change[]): number {
  return servers.filter(({ name }) => runs.get(name)?.verdict === verdict).length;
}

/** Over the servers that both have run against. */
function ratio(entry: Entry, suite: Entry | undefined): string {
  const sum = ({ runs }: Entry) => [...entry.runs.keys()].reduce((total, name) => total + (runs.get(name)?.ms ?? 0), 0);
  return suite === undefined ? '' : (sum(entry) / sum(suite)).toFixed(2);
}

function markOf(verdict: Verdict): string {
  if (verdict === undefined) return '?';
  return verdict === 'finding' ? 'x' : '';
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
