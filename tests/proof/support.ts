import { expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import type { Problems } from '../../proof/expected.ts';
import type { Case, ProblemsByClaim } from '../../proof/part.ts';
import { API_KEY, type Simulated, simulate, type World } from '../../proof/simulation/simulate.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../../reference/service.ts';
import type { Response } from '../../reference/wire.ts';

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

export type Alter = (incoming: Incoming, response: Response) => Outgoing;

/** A conforming server behind something that changes its answers. */
export function altered(alter: Alter, pets = 0): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock, pets });
      const receive = async (incoming: Incoming) => {
        const outgoing = await service.receive(incoming);
        return outgoing.kind === 'response' ? alter(incoming, outgoing) : outgoing;
      };
      return { ...service, receive };
    },
  };
}

export function answer(response: Response, status: number, contentType: string, body: string): Response {
  return { ...response, status, headers: [['content-type', contentType]], body: Buffer.from(body) };
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
