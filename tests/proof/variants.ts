import { SAFE_METHODS } from '../../harness/http/client.ts';
import { conforms } from '../../proof/expected.ts';
import { type Case, numbersTo } from '../../proof/part.ts';
import { simulate } from '../../proof/simulation/simulate.ts';
import { combine, type Variant, variants } from '../../reference/variants/index.ts';

const COMBINATIONS = 30;
const PARTS = 4;

const all = [...variants, ...numbersTo(COMBINATIONS).map((seed) => combine(seed, PARTS))];

export const writing: readonly Case[] = all.map((variant) => ({
  name: variant.name,
  run: async () => conforms((await simulate({ seed: 1, variants: [variant.name] })).report, variant),
}));

export const readOnly: readonly Case[] = all.map((variant) => ({
  name: `${variant.name}, read-only`,
  run: () => readsOnly(variant),
}));

const PETS = 150;

async function readsOnly(variant: Variant): Promise<readonly string[]> {
  const written: string[] = [];
  const pets = Math.max(PETS, variant.pets ?? 0);
  const { report, record } = await simulate({
    seed: 1,
    pets,
    variants: [variant.name],
    settings: { readOnly: true },
  });
  for (const { request } of record())
    if (!SAFE_METHODS.has(request.method)) written.push(`${request.method} ${request.url}`);
  const failed = report.results.flatMap(({ id, outcome, actual }) =>
    outcome === 'fail' ? [`${id} fails: ${actual}`] : [],
  );
  return [...failed, ...written, ...(report.run.creations > 0 ? [`${report.run.creations} creations`] : [])];
}
