import { alone, circumstances } from './circumstances.ts';
import { intermittent, selections, singleFaults } from './faults.ts';
import { instruments } from './instruments.ts';
import { mixtures } from './mixtures.ts';
import { manyNights } from './nights.ts';
import { pairs } from './pairs.ts';
import type { Options, Part } from './part.ts';
import { faultyWorlds, randomWorlds } from './random-worlds.ts';
import { mutants } from './reference-mutants.ts';
import { singleVariants } from './variants.ts';
import { worlds } from './worlds.ts';

export const parts: readonly Part[] = [
  singleFaults,
  singleVariants,
  selections,
  manyNights,
  mutants,
  intermittent,
  pairs,
  mixtures,
  randomWorlds,
  faultyWorlds,
  worlds,
  circumstances,
  alone,
  instruments,
];

/** The tests have a sample of them, or several in one server: all of them run before anything else. */
const FIRST: readonly Part[] = [singleFaults, singleVariants, selections];

/** The other parts side by side, so that a lack of time shortens them alike. The same in every thread. */
export function queueOf({ only, match, ...sizes }: Options) {
  const placed = only.split(',').flatMap((name) => {
    const part = parts.find((one) => one.name === name);
    if (!part) throw new Error(`There is no part "${name}".`);
    const cases = part.cases(sizes).filter((one) => one.name.includes(match));
    return cases.map((one, index) => ({ ...one, part: name, place: FIRST.includes(part) ? -1 : index / cases.length }));
  });
  if (placed.length === 0) throw new Error(`No case contains "${match}".`);
  return placed.sort((one, other) => one.place - other.place);
}
