import { createHash } from 'node:crypto';
import type { Change, Fault, Variant } from '../../reference/change.ts';

/** One fault for each requirement that it violates first, so that every area counts by the number of its requirements. */
export function sampleFaults(faults: readonly Fault[]): readonly Fault[] {
  const byRequirement = new Map<string, Fault>();
  for (const fault of byHash(faults)) {
    const [requirement] = fault.violates;
    if (requirement !== undefined && !byRequirement.has(requirement)) byRequirement.set(requirement, fault);
  }
  return [...byRequirement].sort(([a], [b]) => a.localeCompare(b)).map(([, fault]) => fault);
}

/** Variants that a client can check without being configured for them. */
export function sampleVariants(variants: readonly Variant[], count: number): readonly Variant[] {
  return byHash(variants.filter(({ settings, exitCode }) => settings === undefined && exitCode === undefined)).slice(
    0,
    count,
  );
}

/** An order that nobody chose, and that stays the same from run to run. */
function byHash<Named extends Change>(changes: readonly Named[]): readonly Named[] {
  const hash = ({ name }: Named) => createHash('sha256').update(name).digest('hex');
  return [...changes].sort((a, b) => hash(a).localeCompare(hash(b)));
}
