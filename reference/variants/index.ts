import { byName, type Variant } from '../change.ts';
import { accessVariants } from './access.ts';
import { bodyVariants } from './bodies.ts';
import { carelessVariants } from './careless.ts';
import { combination, packs } from './combination.ts';
import { consistencyVariants } from './consistency.ts';
import { environmentVariants } from './environment.ts';
import { frontVariants } from './fronts.ts';
import { parameterVariants } from './parameters.ts';
import { petVariants } from './pets.ts';
import { presentationVariants } from './presentation.ts';
import { writerVariants } from './writers.ts';

export type { Variant } from '../change.ts';

/** Servers that conform, each in a way of its own. */
export const variants: readonly Variant[] = [
  ...parameterVariants,
  ...bodyVariants,
  ...petVariants,
  ...presentationVariants,
  ...accessVariants,
  ...environmentVariants,
  ...consistencyVariants,
  ...frontVariants,
  ...writerVariants,
  ...carelessVariants,
];

/** Where a run is not complete anyway, no other variant shows. */
const combinable = variants.filter(({ exitCode }) => exitCode === undefined);

/** Several variants in one, chosen at random; the same seed chooses the same. */
export function combine(seed: number, count: number): Variant {
  return combination(combinable, seed, count);
}

/** Every variant, up to so many in one server. */
export function packed(count: number): readonly Variant[] {
  return [...packs(combinable, count), ...variants.filter((variant) => !combinable.includes(variant))];
}

/** The variants behind a name; the name of a combination has several, joined with a plus sign. */
export function variantsNamed(name: string): readonly Variant[] {
  return name.split('+').map((part) => byName(variants, part));
}
