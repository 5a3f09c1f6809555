import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyGate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/model/report.ts';
import { Store } from '../reference/store.ts';
import type { Problems } from './expected.ts';
import type { Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIRST_NIGHT = Date.parse('2026-11-16T01:00:00Z');
const MOST_CREATIONS = 30;

export const ORDERS = {
  'oldest first': [],
  'newest first': ['newest-first'],
  'random order': ['another-order-each-time'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export interface NightOptions {
  readonly count: number;
  readonly variants?: readonly string[];
  /** The faults of a night, from 1. */
  readonly faults?: (night: number) => readonly string[];
  readonly strict?: boolean;
}

/** The same target every night: it keeps every pet, and each run has a ledger and the night before as its baseline. */
export async function* nights({ count, variants = [], faults, strict = false }: NightOptions): AsyncGenerator<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-nights-'));
  const ledger = join(folder, 'ledger.jsonl');
  writeFileSync(ledger, '');
  const store = new Store();
  let baseline: Report | undefined;
  try {
    for (let night = 1; night <= count; night += 1) {
      const startsAt = FIRST_NIGHT + night * DAY;
      const world = { seed: night, startsAt, store, variants, faults: faults?.(night) ?? [] };
      const { report } = await simulate({ ...world, settings: { ledger, runId: `night${night}` } });
      const today = report.run.startedAt.slice(0, 10);
      yield applyGate(report, baseline ? { baseline } : {}, { today, strict });
      baseline = report;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nights on a conforming server: each ends with 0, none is worse than the one before, and none writes much. */
export async function quietNights(count: number, variants: readonly string[]): Promise<Problems> {
  const problems: string[] = [];
  let wasStocked = false;
  let night = 0;
  for await (const { exitCode, gate, run } of nights({ count, variants })) {
    night += 1;
    const worse = gate?.notices.filter(({ kind }) => kind === 'worse').map(({ sentence }) => sentence) ?? [];
    if (exitCode !== 0) problems.push(`night ${night}: exit code ${exitCode}`);
    if (wasStocked && run.creations > MOST_CREATIONS) problems.push(`night ${night}: ${run.creations} creations`);
    problems.push(...worse.map((sentence) => `night ${night}: ${sentence}`));
    wasStocked = run.population?.statuses.some(({ isFull }) => isFull) ?? false;
  }
  return problems;
}

export const manyNights: Part = {
  name: 'nights',
  claim:
    'series of nights on one server that keeps every pet, each night with exit code 0 and none worse than the last',
  cases: ({ nights: count }) =>
    Object.entries(ORDERS).map(([label, variants]) => ({
      name: `${count} nights, ${label}`,
      run: () => quietNights(count, variants),
    })),
};
