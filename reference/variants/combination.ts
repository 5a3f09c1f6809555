import { applyAlterations, type Change, type Variant } from '../change.ts';
import { systemClock } from '../clock.ts';
import { randomFrom, shuffled } from '../random.ts';
import { conformingRules } from '../rules/conforming.ts';

/** Two changes that decide the same thing cannot be had together. */
export function decidedBy({ change, pets }: Change): readonly string[] {
  const decisions = Object.keys(change(conformingRules(systemClock)));
  return pets === undefined ? decisions : [...decisions, 'pets'];
}

/** Out of these, as many as can be had together, up to a number; the first ones if possible. */
export function compatible<Chosen extends Change>(candidates: readonly Chosen[], count: number): readonly Chosen[] {
  const chosen: Chosen[] = [];
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
  return together(compatible(shuffled(variants, randomFrom(seed)), count));
}

/** Every variant once, as many in one server as can be had together, up to a number. */
export function packs(variants: readonly Variant[], count: number): readonly Variant[] {
  const chosen = compatible(variants, count);
  const others = variants.filter((variant) => !chosen.includes(variant));
  return others.length === 0 ? [together(chosen)] : [together(chosen), ...packs(others, count)];
}

function together(chosen: readonly Variant[]): Variant {
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
