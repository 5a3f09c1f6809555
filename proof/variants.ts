import { SAFE_METHODS } from '../harness/http/wire/client.ts';
import { decidedBy } from '../reference/variants/combination.ts';
import { type Variant, variants } from '../reference/variants/index.ts';
import { conforms, failures } from './expected.ts';
import type { Case, Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

export function writing(variant: Variant): Case {
  return {
    name: variant.name,
    run: async () => {
      const { report } = await simulate({ seed: 1, variants: [variant.name] });
      return conforms(report, variant);
    },
  };
}

export function readOnly(variant: Variant): Case {
  // A read-only run relies on pets of others.
  const world = { seed: 1, pets: Math.max(150, variant.pets ?? 0), variants: [variant.name] };
  return {
    name: `${variant.name}, read-only`,
    run: async () => {
      const { report, record } = await simulate({ ...world, settings: { readOnly: true } });
      const written = record().filter(({ request }) => !SAFE_METHODS.has(request.method));
      return [...failures(report), ...written.map(({ request }) => `${request.method} ${request.url} was sent`)];
    },
  };
}

/** What a server decides about creations only. */
const OF_CREATIONS = new Set(
  'checkMediaType readText parse readFields readName readCategoryId readStatus assignId keep'.split(' '),
);

/** To a run that creates nothing, the others are the reference server. */
const showsInReads = (variant: Variant) => decidedBy(variant).some((decision) => !OF_CREATIONS.has(decision));

export const singleVariants: Part = {
  name: 'variants',
  claim: 'conforming servers without a failed MUST, with and without writing',
  cases: () => [...variants.map(writing), ...variants.filter(showsInReads).map(readOnly)],
};
