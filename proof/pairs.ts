import type { Report } from '../harness/report/model.ts';
import type { Change } from '../reference/change.ts';
import { systemClock } from '../reference/clock.ts';
import type { Fault } from '../reference/faults/index.ts';
import { randomFrom, shuffled } from '../reference/random.ts';
import { conformingRules } from '../reference/rules/conforming.ts';
import { hidable } from './environments.ts';
import { neverPasses } from './expected.ts';
import { numbersTo, type Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

/** The rules that a change replaces: of two changes of one rule, one may undo the other. */
function decidedBy({ change, pets }: Change): readonly string[] {
  const rules = Object.keys(change(conformingRules(systemClock)));
  return pets === undefined ? rules : [...rules, 'pets'];
}

export function areIndependent(one: Change, other: Change): boolean {
  const decided = decidedBy(one);
  return !decidedBy(other).some((rule) => decided.includes(rule));
}

/** Two faults that can be had together. */
function pairOf(seed: number): readonly [Fault, Fault] {
  const [first, ...others] = shuffled(hidable, randomFrom(seed));
  const second = others.find((other) => first && areIndependent(first, other));
  if (!first || !second) throw new Error('There are no two faults that can be had together.');
  return [first, second];
}

/** By a requirement of its own, or by the requirement that keeps its own ones from being decided. */
function isReported({ violates }: Fault, { results }: Report): boolean {
  const hasFailed = (id: string) => results.some((result) => result.id === id && result.outcome === 'fail');
  return results.some(({ id, why }) => violates.includes(id) && (hasFailed(id) || why?.because?.some(hasFailed)));
}

export const pairs: Part = {
  name: 'pairs',
  claim: 'servers with two faults, both reported, that fail no other MUST',
  isWhole: false,
  cases: ({ pairs: count }) =>
    numbersTo(count).map((seed) => () => {
      const pair = pairOf(seed);
      const names = pair.map(({ name }) => name);
      return {
        name: `${names.join(' + ')}, seed ${seed}`,
        run: async () => {
          const { report } = await simulate({ seed, faults: names });
          const unreported = pair.filter((fault) => !isReported(fault, report));
          return [...neverPasses(report, pair), ...unreported.map(({ name }) => `nothing reports ${name}`)];
        },
      };
    }),
};
