import { faults } from '../reference/faults/index.ts';
import { exactly } from './expected.ts';
import { numbersTo, type Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

export const intermittent: Part = {
  name: 'intermittent',
  claim: 'runs that report a fault which shows only now and then, by exactly its requirements',
  isWhole: false,
  cases: ({ seeds }) => {
    const chosen = faults.filter((fault) => fault.intermittent);
    return numbersTo(seeds).flatMap((seed) =>
      chosen.map((fault) => () => ({
        name: `${fault.name}, seed ${seed}`,
        run: async () => exactly((await simulate({ seed, faults: [fault.name] })).report, fault),
      })),
    );
  },
};
