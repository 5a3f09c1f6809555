import type { Report } from '../../harness/model/report.ts';
import { storiesIn } from '../../harness/report/stories.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { type Simulated, simulate, type World } from '../../proof/simulation/simulate.ts';

export { type Alter, altered, answer } from '../../proof/altered.ts';

const SEED = 20301205;

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
export function headlinesOf(report: Report): readonly string[] {
  return storiesIn(report)
    .map(([{ result }]) => result.id)
    .sort();
}
