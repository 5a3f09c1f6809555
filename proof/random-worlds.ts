import { type Fault, faults } from '../reference/faults/index.ts';
import { randomFrom } from '../reference/random.ts';
import { compatible } from '../reference/variants/combination.ts';
import { combine, variantsNamed } from '../reference/variants/index.ts';
import { conforms, neverPasses, type Problems } from './expected.ts';
import { depthFor } from './faults.ts';
import { numbersTo, type Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

/** A world that nobody wrote: a fault or none, some variants that suit it, and a network. */
async function problemsOf(seed: number, fault?: Fault): Promise<Problems> {
  const random = randomFrom(seed);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const freedoms = combine(Math.floor(random() * 2 ** 31), 1 + Math.floor(random() * 3));
  const suits = !fault || variantsNamed(freedoms.name).every((variant) => compatible([fault, variant], 2).length === 2);
  const variant = suits ? freedoms : undefined;
  const network = {
    latency: random() * 40,
    jitter: 0.1 + random() * 60,
    // With those of a variant, at most five interruptions: more make a run incomplete.
    resets: any([0, 0, 1]),
    gatewayErrors: any([0, 0, 1]),
    // What it refuses, a fault cannot show.
    strictGateway: fault === undefined && random() < 0.4,
  };
  const server = { variants: variant ? [variant.name] : [], faults: fault ? [fault.name] : [] };
  // Its variants may hide a fault: how often is what this part measures.
  const settings = fault ? depthFor(fault) : {};
  const { report } = await simulate({ ...server, seed, network, settings, mayHide: true });
  // A rare defect may not show where other things go wrong as well, nor a rare combination among many pets.
  const mayPass = fault?.intermittent || (variant?.pets ?? 0) > 100;
  const problems = fault ? neverPasses(report, [fault], mayPass) : conforms(report, variant);
  return problems.map((problem) => `${server.variants}: ${problem}`);
}

const WORLDS = 200;

export const randomWorlds: Part = {
  name: 'random-worlds',
  claim: 'random conforming worlds (up to three variants, a network) in which no MUST fails and nothing stays open',
  cases: () => numbersTo(WORLDS).map((seed) => ({ name: `world ${seed}`, run: () => problemsOf(seed) })),
};

export const faultyWorlds: Part = {
  name: 'faulty-worlds',
  claim: 'faults in a random world each, that do not pass, and no other MUST fails',
  // A variant may hide what a fault does.
  tolerated: 0.05,
  cases: () =>
    faults.map((fault, at) => ({ name: `${fault.name}, world ${at + 1}`, run: () => problemsOf(at + 1, fault) })),
};
