import { applyAlterations, type Variant } from '../change.ts';
import { systemClock } from '../clock.ts';
import { randomFrom, shuffled } from '../random.ts';
import { conformingRules } from '../rules/conforming.ts';

/** Two variants that decide the same thing cannot be had together. */
function decidedBy(variant: Variant): readonly string[] {
  const decisions = Object.keys(variant.change(conformingRules(systemClock)));
  return variant.pets === undefined ? decisions : [...decisions, 'pets'];
}

function compatible(candidates: readonly Variant[], count: number): readonly Variant[] {
  const chosen: Variant[] = [];
  const decided = new Set<string>();
  for (const candidate of candidates) {
    const decisions = decidedBy(candidate);
    if (chosen.length === count || decisions.some((decision) => decided.has(decision))) continue;
    chosen.push(candidate);
    for (const decision of decisions) decided.add(decision);
  }
  return chosen;
}

export function combination(variants: readonly Variant[], seed: number, count: number): Variant {
  const chosen = compatible(shuffled(variants, randomFrom(seed)), count);
  return {
    name: chosen.map(({ name }) => name).join('+'),
    story: chosen.map(({ story }) => story).join(' '),
    pets: Math.max(0, ...chosen.map(({ pets }) => pets ?? 0)),
    mayStayOpen: Object.assign({}, ...chosen.map(({ mayStayOpen }) => mayStayOpen)),
    settings: Object.assign({}, ...chosen.map(({ settings }) => settings)),
    change: (rules) =>
      applyAlterations(
        rules,
        chosen.map(({ change }) => change),
      ),
  };
}
