import { faults } from '../reference/faults/index.ts';
import { randomFrom } from '../reference/random.ts';
import { combine, variantsNamed } from '../reference/variants/index.ts';
import { conforms, neverPasses } from './expected.ts';
import { areIndependent } from './pairs.ts';
import { type Case, numbersTo, type Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

const MOST_VARIANTS = 3;

/** A world that nobody wrote: a fault or none, some variants, a network and a seed. */
function worldOf(seed: number): Case {
  const random = randomFrom(seed);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const fault = random() < 0.5 ? any(faults) : undefined;
  const freedoms = combine(Math.floor(random() * 2 ** 31), 1 + Math.floor(random() * MOST_VARIANTS));
  const suits = !fault || variantsNamed(freedoms.name).every((variant) => areIndependent(fault, variant));
  const variant = suits ? freedoms : undefined;
  const network = {
    latency: random() * 40,
    jitter: 0.1 + random() * 60,
    resets: any([0, 0, 1, 2]),
    gatewayErrors: any([0, 0, 1, 3]),
    strictGateway: random() < 0.2,
  };
  const server = { variants: variant ? [variant.name] : [], faults: fault ? [fault.name] : [] };
  return {
    name: `world ${seed}: ${fault?.name ?? 'no fault'}, ${variant?.name ?? 'plain'}`,
    run: async () => {
      const { report } = await simulate({ ...server, seed, network });
      if (!fault) return conforms(report, variant);
      // A rare defect may not show where other things go wrong as well.
      return neverPasses(report, [fault]).filter((problem) => !fault.intermittent || !problem.endsWith('passes'));
    },
  };
}

export const soak: Part = {
  name: 'soak',
  claim: 'random worlds (a fault or none, up to three variants, a network) that come out as they must',
  isWhole: false,
  cases: ({ worlds }) => numbersTo(worlds).map((seed) => () => worldOf(seed)),
};
