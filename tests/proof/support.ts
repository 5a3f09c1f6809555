import { expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import type { Problems } from '../../proof/expected.ts';
import type { Case, Part, ProblemsByClaim } from '../../proof/part.ts';
import { type Simulated, simulate, type World } from '../../proof/simulation/simulate.ts';

export { type Alter, altered, answer } from '../../proof/altered.ts';

const SEED = 20301205;
const BATCH = 20;

/** One test for many cases, since a test of its own costs more than some of them; a failure names its cases. */
export function prove(cases: readonly Case<Problems | ProblemsByClaim>[]): void {
  if (cases.length === 0) throw new Error('There is nothing to prove.');
  const batches = Array.from({ length: Math.ceil(cases.length / BATCH) }, (_, index) =>
    cases.slice(index * BATCH, (index + 1) * BATCH),
  );
  test.each(batches.map((batch) => [`${batch[0]?.name} and ${batch.length - 1} more`, batch] as const))(
    '%s',
    async (_name, batch) => {
      const wrong: Record<string, readonly string[]> = {};
      for (const { name, run } of batch) {
        const problems = Object.values(await run()).flat();
        if (problems.length > 0) wrong[name] = problems;
      }
      expect(wrong).toEqual({});
    },
  );
}

/** Cases of the proof by their names; the proof has them all. */
export function sampleOf(part: Part, names: readonly string[]): readonly Case<Problems | ProblemsByClaim>[] {
  const cases = part.cases({ seeds: 1, nights: 1 });
  return names.map((name) => {
    const found = cases.find((one) => one.name === name);
    if (!found) throw new Error(`${part.name} has no case "${name}".`);
    return found;
  });
}

/** A run against a server, with the settings of the command unless they change. */
export function run(
  world: Omit<World, 'seed'> & Partial<World>,
  settings: Partial<RunSettings> = {},
): Promise<Simulated> {
  return simulate({ seed: SEED, ...world, settings });
}

export async function reportOn(world: Omit<World, 'seed'>, settings?: Partial<RunSettings>): Promise<Report> {
  return (await run(world, settings)).report;
}

export function idsWith(report: Report, outcome: string, level?: string): readonly string[] {
  return report.results
    .filter((result) => result.outcome === outcome && (level === undefined || result.level === level))
    .map((result) => result.id)
    .sort();
}

/** The requirements that report a story each, in the order of their ids. */
export function headlinesOf({ stories = [] }: Report): readonly string[] {
  return stories.map(({ headline }) => headline.id).sort();
}
