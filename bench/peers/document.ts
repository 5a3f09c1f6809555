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

/** What each tool makes of one mutant of a real server. */
export type Verdicts = ReadonlyMap<Tool, Verdict>;

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
  writeTables({
    peers: {
      head: ['tool', 'version', 'defects found', 'false alarms', 'time', 'requests'],
      rows: comparison.entries.map((entry) => summaryOf(entry, comparison)),
    },
  });
}

/** How many mutants of real servers each tool finds. */
export function writeMutants(tools: readonly Tool[], mutants: readonly Verdicts[]): void {
  writeTables({
    'peers -- --mutants': {
      head: ['tool', 'mutants found'],
      rows: tools.map((tool) => {
        const verdicts = mutants.flatMap((mutant) => mutant.get(tool) ?? []);
        return [tool.name, `${verdicts.filter((verdict) => verdict === 'finding').length} of ${verdicts.length}`];
      }),
    },
  });
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
