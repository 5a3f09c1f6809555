import { SAFE_METHODS } from '../harness/http/client.ts';
import { combine, type Variant, variants } from '../reference/variants/index.ts';
import { CREATIONS } from '../suites/probes/drive.ts';
import { conforms, failures, type Problems } from './expected.ts';
import { type Case, numbersTo, type Part } from './part.ts';
import { type Simulated, simulate } from './simulation/simulate.ts';

/** What a run sends at most to any conforming server. */
const REQUESTS = 800;
/** With so many pets, a page of one status is full before the run. */
const STOCK = 400;

/** Requests that had to wait and were repeated do not count, nor do pets of other clients. */
function withinBudget({ record, service }: Simulated, { pets = 0 }: Variant): Problems {
  const requests = record().filter(({ response }) => !WAITING.includes(response?.status ?? 0)).length;
  const added = service.store.log.filter(({ by, kind }) => by === 'service' && kind === 'added').length;
  const limit = pets < STOCK ? CREATIONS.usual : CREATIONS.stocked;
  return [
    ...(requests > REQUESTS ? [`${requests} requests were sent, at most ${REQUESTS} are allowed`] : []),
    ...(added > limit ? [`${added} pets were created, at most ${limit} are allowed`] : []),
  ];
}

const WAITING = [429, 503];

export function writing(variant: Variant): Case {
  return {
    name: variant.name,
    run: async () => {
      const run = await simulate({ seed: 1, variants: [variant.name] });
      return [...conforms(run.report, variant), ...withinBudget(run, variant)];
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

/** Of four variants each. */
const COMBINATIONS = numbersTo(30).map((seed) => combine(seed, 4));

export const singleVariants: Part = {
  name: 'variants',
  claim: 'conforming servers, and combinations of them, without a failed MUST, with and without writing',
  cases: () => [...variants, ...COMBINATIONS].flatMap((variant) => [writing(variant), readOnly(variant)]),
};
