import type { Outcome } from '../harness/report/model.ts';
import { type Fault, faults } from '../reference/faults/index.ts';
import { checkReference } from './check.ts';

/** Circumstances in which a defect must not pass: each is a conforming variant of the reference server. */
export const ENVIRONMENTS = [
  { label: 'reads lag 600 ms', variant: 'reads-lag' },
  { label: 'reads lag 1.5 s', variant: 'reads-lag-long' },
  { label: 'concurrent writers', variant: 'strangers-all-the-time' },
  { label: '5,000 pets, over 1,000 of every status', variant: 'five-thousand-pets-in-every-status' },
  { label: 'jitter', variant: 'jittery' },
  { label: 'rate limited', variant: 'rate-limited' },
] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

const SAMPLE = 45;

/** Faults spread evenly over all of them, those that show only now and then left out. */
export function sampleOfFaults(): readonly Fault[] {
  const steady = faults.filter(({ intermittent, violates }) => !intermittent && violates.length > 0);
  const stride = steady.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, index) => steady[Math.floor(index * stride)]).filter(
    (fault) => fault !== undefined,
  );
}

/** How the requirements end that the fault violates. */
export async function outcomesIn(
  fault: Fault,
  { variant }: Environment,
  seed: number,
): Promise<Readonly<Record<string, Outcome>>> {
  const server = { faults: [fault.name], variants: [variant], seed };
  const { results } = await checkReference(server, { runId: `env${seed}`, seed });
  const violated = results.filter(({ id }) => fault.violates.includes(id));
  return Object.fromEntries(violated.map(({ id, outcome }) => [id, outcome]));
}
