import { formsOf } from '../document/forms.ts';
import { compare } from './comparison.ts';
import { documentOf } from './document.ts';
import type { Comparison, Entrant, Scoreboard } from './model.ts';
import { scoreboardOf } from './scoreboard.ts';

/** Two are shown as before and after; more, side by side. */
export function compareAll(entrants: readonly [Entrant, Entrant, ...(readonly Entrant[])]): Comparison | Scoreboard {
  const [first, second, ...more] = entrants;
  return more.length === 0 ? compare(first, second) : scoreboardOf(entrants);
}

export const comparisonForms = formsOf<Comparison | Scoreboard>(documentOf);
