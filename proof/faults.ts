import { type Fault, faults } from '../reference/faults/index.ts';
import { exactly, type Problems, requirementsOf } from './expected.ts';
import { type Case, numbersTo, type Part, type ProblemsByClaim } from './part.ts';
import { type Simulated, simulate } from './simulation/simulate.ts';
import { exactlyInStories, STORY_CLAIMS } from './stories.ts';
import { type Row, rowOf } from './table.ts';

/** Those that show at every request of their kind, and those that show only now and then. */
export const permanent = faults.filter(({ intermittent }) => !intermittent);
export const rare = faults.filter(({ intermittent }) => intermittent);

/** Some faults show only with values that most runs do not send. */
export const depthFor = ({ needsRareInput }: Fault) => (needsRareInput ? { thorough: true } : {});

/** A whole run, or one that sends only what the requirements of the fault need. */
function runOf(fault: Fault, seed: number, isWhole: boolean): Promise<Simulated> {
  const settings = { ...depthFor(fault), ...(!isWhole && { only: requirementsOf(fault) }) };
  return simulate({ seed, faults: [fault.name], settings });
}

export function caseOf(
  fault: Fault,
  seed: number,
  isWhole: boolean,
  problemsIn: typeof exactly | typeof exactlyInStories = exactly,
): Case<Problems | ProblemsByClaim> {
  let row: Row | undefined;
  return {
    name: `${fault.name}, seed ${seed}`,
    run: async () => {
      const simulated = await runOf(fault, seed, isWhole);
      if (isWhole) row = rowOf(fault, simulated);
      return problemsIn(simulated.report, fault);
    },
    row: () => row,
  };
}

const SEED = 1;

export const singleFaults: Part = {
  name: 'faults',
  claim: 'faulty servers that a whole run reports by exactly the requirements that they violate',
  also: STORY_CLAIMS,
  cases: () => permanent.map((fault) => caseOf(fault, SEED, true, exactlyInStories)),
};

/** One fault for each set of requirements that some fault violates. */
const ofEachSet = new Map(permanent.map((fault) => [requirementsOf(fault).join(), fault]));

export const selections: Part = {
  name: 'selections',
  claim: 'sets of requirements of which one faulty server is reported exactly, where a run sends only what they need',
  cases: () => [...ofEachSet.values()].map((fault) => caseOf(fault, SEED, false)),
};

export const intermittent: Part = {
  name: 'intermittent',
  claim: 'runs that report a fault which shows only now and then, by exactly its requirements',
  // What shows only now and then may show in another place or not at all, or another requirement of its story may say more.
  tolerated: 0.02,
  cases: ({ seeds }) => numbersTo(seeds).flatMap((seed) => rare.map((fault) => caseOf(fault, seed, true))),
};
