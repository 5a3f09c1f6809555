import type { Fault } from '../reference/faults/index.ts';
import { neverPasses } from './expected.ts';
import { permanent } from './faults.ts';
import type { Case, Part } from './part.ts';
import { QUIET } from './simulation/network.ts';
import { simulate, type World } from './simulation/simulate.ts';

export interface Environment extends Pick<World, 'variants' | 'network'> {
  readonly label: string;
  /** Faults that no client can see there, so that their requirements pass. */
  readonly hides?: RegExp;
}

/** Where the first fetch comes late, the second one comes after the last list; and no filter is ever without a match. */
const LATE = /^(second-fetch.* history.agrees|filter-without-a-match.*) passes$/;

/** Circumstances in which a fault may be harder to see, and must not pass. */
export const ENVIRONMENTS: readonly Environment[] = [
  { label: 'reads lag 600 ms', variants: ['reads-lag'], hides: LATE },
  { label: 'reads lag 1.5 s', variants: ['reads-lag-long'], hides: LATE },
  {
    label: 'other clients write',
    variants: ['other-clients-all-the-time'],
    // The next id may be that of another client before it is asked for, and nobody knows how many pets match.
    hides:
      /^(next-id|unknown-id-cached|refused-creation-can-be|filter-((loses|misses)-one|shows-a-lone)|capped|filter-gives-ninety).* passes$/,
  },
  {
    label: '5,000 pets, over 1,000 of every status',
    variants: ['five-thousand-pets-in-every-status'],
    // Where every further pet counts, not all combinations of inputs can be sent. What create.minimal reports is hidden.
    hides:
      /^(empty-list|(filtered-)?list-of-one|create-queued|filter-(without-a-match|shows-a-lone)|emoji-of-sold|long-names-of-sold|.*-of-sold-pets|.*-in-front|name-behind|long-numbers|category-shared).* passes$/,
  },
  { label: 'rate limited', variants: ['rate-limited'] },
  { label: 'jitter and gateway errors', network: { ...QUIET, jitter: 60, gatewayErrors: 3 } },
];

/** A SHOULD may pass where it cannot be seen. */
export const hidable = permanent.filter(({ violates }) => violates.length > 0);

export function caseIn(environment: Environment, fault: Fault, seed: number): Case {
  const { label, hides, ...world } = environment;
  return {
    name: `${fault.name}, ${label}, seed ${seed}`,
    run: async () => {
      const { report } = await simulate({ ...world, seed, faults: [fault.name], settings: { only: fault.violates } });
      return neverPasses(report, [fault]).filter((problem) => !hides?.test(`${fault.name} ${problem}`));
    },
  };
}

export const environments: Part = {
  name: 'environments',
  claim: `faults in ${ENVIRONMENTS.length} environments that do not pass, where only what they violate is selected`,
  // Where little may be written, a rare combination may not be sent.
  tolerated: 0.02,
  cases: () => ENVIRONMENTS.flatMap((environment) => hidable.map((fault) => caseIn(environment, fault, 1))),
};
