import type { Report } from '../harness/model/report.ts';
import { createService } from '../reference/service.ts';
import { idsThatCanFail } from '../suites/requirements/index.ts';
import { conforms, type Problems } from './expected.ts';
import type { Case, Part } from './part.ts';
import { simulate, type World } from './simulation/simulate.ts';

interface Circumstance extends Omit<World, 'seed'> {
  readonly seed?: number;
  /** 0 unless given. */
  readonly exitCode?: number;
}

const THOROUGH = { thorough: true, maxCreates: 400, maxBadCredentials: 1_000 };
const withKey = (apiKey: string): Circumstance => ({
  serve: (clock) => createService({ apiKey, clock }),
  settings: { apiKey },
});

/** The reference server, and how a run on it may differ. */
const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  '15 pets exist': { pets: 15 },
  '101 pets exist': { pets: 101 },
  'a hundred requests at a time': { settings: { concurrency: 100 } },
  '50 requests per second': { settings: { maxRps: 50 } },
  'thorough, with the usual budgets': { settings: { thorough: true } },
  'thorough, where new pets come first': { seed: 4, variants: ['newest-first'], settings: THOROUGH },
  'thorough, where new pets come first, with another seed': {
    seed: 7,
    variants: ['newest-first'],
    settings: THOROUGH,
  },
  'a key that is part of a header': withKey('petstore'),
  'a key of one letter': withKey('a'),
  'one creation': { settings: { maxCreates: 1 }, exitCode: 4 },
  '40 creations': { settings: { maxCreates: 40 }, exitCode: 4 },
};

export const circumstances: Part = {
  name: 'circumstances',
  claim: 'circumstances in which a run on the reference server ends as it must',
  cases: () =>
    Object.entries(CIRCUMSTANCES).map(([name, { seed = 1, exitCode = 0, ...world }]) => ({
      name,
      run: async () => conforms((await simulate({ ...world, seed })).report, { exitCode }),
    })),
};

/** What a report says beyond "not selected". */
function reportedRows({ results }: Report): readonly string[] {
  return results.filter(({ why }) => why?.kind !== 'not-selected').map(({ id, outcome }) => `${id} ${outcome}`);
}

export function passesAlone(id: string): Case {
  return {
    name: id,
    run: async (): Promise<Problems> => {
      const rows = reportedRows((await simulate({ seed: 1, settings: { only: [id] } })).report);
      return rows.join() === `${id} pass` ? [] : rows;
    },
  };
}

export const alone: Part = {
  name: 'alone',
  claim: 'requirements that pass on the reference server where nothing else is selected',
  cases: () => idsThatCanFail.map(passesAlone),
};
