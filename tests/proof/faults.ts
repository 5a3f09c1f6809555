import { exactly } from '../../proof/expected.ts';
import { type Case, numbersTo } from '../../proof/part.ts';
import { simulate } from '../../proof/simulation/simulate.ts';
import { type Fault, faults } from '../../reference/faults/index.ts';

const AREAS = [/^auth\./, /^create\./, /./];

/** The permanent faults of an area, by the first requirement that they violate; every fault is in one area. */
export function casesOf(area: 0 | 1 | 2): readonly Case[] {
  const areaOf = ({ violates, warns = [] }: Fault) => {
    const [first = ''] = [...violates, ...warns];
    return AREAS.findIndex((pattern) => pattern.test(first));
  };
  return faults.filter((fault) => !fault.intermittent && areaOf(fault) === area).map((fault) => caseOf(fault, 1));
}

/** Those that show only now and then, again and again. */
export function rareCases(seeds: number): readonly Case[] {
  const rare = faults.filter(({ intermittent }) => intermittent);
  return rare.flatMap((fault) => numbersTo(seeds).map((number) => caseOf(fault, number)));
}

function caseOf(fault: Fault, seed: number): Case {
  return {
    name: `${fault.name}, seed ${seed}`,
    run: async () => exactly((await simulate({ seed, faults: [fault.name] })).report, fault),
  };
}
