import { writeFileSync } from 'node:fs';
import { groupBy } from '../harness/basics/group-by.ts';
import { type Fault, faults } from '../reference/faults/index.ts';
import { violationsOf, worldIn } from '../suites/decisions/findings.ts';
import { scopeOf } from '../suites/index.ts';
import { TABLES } from '../suites/inputs/tables.ts';
import { inTable } from '../suites/inputs/value.ts';
import type { Violation } from '../suites/requirements/rules/violation.ts';
import { requirementsOf } from './expected.ts';
import type { Seen } from './simulation/seen.ts';

const FILE = 'proof/faults.md';

/** What a run shows of a fault, and what it takes to see it. */
export interface Row {
  readonly fault: string;
  /** The culprits of every requirement that fails. */
  readonly failed: Readonly<Record<string, readonly string[]>>;
  /** Parts of the suite. Without any one of them, some requirement of the fault would show nothing. */
  readonly needs: readonly string[];
}

export function rowOf(fault: Fault, { report, exchanges, facts }: Seen): Row {
  const world = worldIn(exchanges, scopeOf(facts));
  const byId = groupBy(
    exchanges.flatMap((exchange) => violationsOf(exchange, world)),
    ({ id }) => id,
  );
  const failed = report.results.flatMap(({ id, violations }) =>
    violations ? [[id, [...new Set(violations.map(({ inputs = [] }) => inputs.join(' + ')))]] as const] : [],
  );
  const needs = requirementsOf(fault).flatMap((id) => sharedBy(byId.get(id) ?? []));
  return { fault: fault.name, failed: Object.fromEntries(failed), needs: [...new Set(needs)].toSorted() };
}

/** What all of these violations rest on. */
function sharedBy(violations: readonly Violation[]): readonly string[] {
  const [first = [], ...others] = violations.map(restsOn);
  return first.filter((part) => others.every((parts) => parts.includes(part)));
}

/** The stage that sent the request, its values and their tables; also those of the request that shows what it did. */
function restsOn({ reading, shownBy }: Violation): readonly string[] {
  const values = [reading, shownBy].flatMap((one) => one?.input ?? []);
  return [`stage ${reading.probe}`, ...values.flatMap((value) => [`table ${value.split('/')[0]}`, `value ${value}`])];
}

/** Every row once: of a fault with several seeds, what it needs with each of them. */
function merged(rows: readonly Row[]): readonly Row[] {
  return [...groupBy(rows, ({ fault }) => fault).values()].map(([first, ...others]) => ({
    ...first,
    needs: first.needs.filter((part) => others.every(({ needs }) => needs.includes(part))),
  }));
}

/** Which faults notice that a part of the suite is gone, and which parts nobody would miss; only from all faults. */
export function writeTable(found: readonly Row[]): void {
  const rows = merged(found);
  if (rows.length < faults.length) return;
  const noticing = groupBy(
    rows.flatMap(({ fault, needs }) => needs.map((part) => ({ fault, part }))),
    ({ part }) => part,
  );
  const lines = rows.map((row) => lineOf(row, (part) => noticing.get(part)?.length === 1));
  const parts = TABLES.flatMap((table) => [
    `table ${table.id}`,
    ...table.values.filter(({ id }) => id !== table.plain).map((value) => `value ${inTable(table, value)}`),
  ]);
  const text = [
    '# What each fault shows',
    'Written by `npm run proof`; docs/trust.md says how to read it.',
    [
      '| fault | requirements that fail, with their culprits | what only this fault needs |',
      '|---|---|---|',
      ...lines,
    ].join('\n'),
    '## What no fault needs',
    parts
      .filter((part) => !noticing.has(part))
      .map((part) => `- ${part}`)
      .join('\n'),
  ];
  writeFileSync(FILE, `${text.join('\n\n')}\n`);
}

/** Of a requirement that fails for many values, the number of them says enough. */
const SHOWN = 3;

function lineOf({ fault, failed, needs }: Row, isOnly: (part: string) => boolean): string {
  const requirements = Object.entries(failed).map(([id, culprits]) => {
    const named = culprits.filter((one) => one !== '');
    const more = named.length > SHOWN ? `, ${named.length - SHOWN} more` : '';
    return named.length === 0 ? id : `${id} (${named.slice(0, SHOWN).join(', ')}${more})`;
  });
  return `| ${fault} | ${requirements.join('; ')} | ${needs.filter(isOnly).join(', ')} |`;
}
