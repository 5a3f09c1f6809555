import type { Forms, Render } from '../index.ts';
import { compare } from './comparison.ts';
import { renderComparisonHtml } from './html.ts';
import { renderComparisonJson } from './json.ts';
import { renderComparisonMarkdown } from './markdown.ts';
import type { Comparison, Entrant, Scoreboard } from './model.ts';
import { scoreboardOf } from './scoreboard.ts';
import { renderComparisonTerminal } from './terminal.ts';

/** Two are told as before and after; more, side by side. */
export function compareAll(entrants: readonly [Entrant, Entrant, ...(readonly Entrant[])]): Comparison | Scoreboard {
  const [first, second, ...more] = entrants;
  return more.length === 0 ? compare(first, second) : scoreboardOf(entrants);
}

export const comparisonForms: Forms<Comparison | Scoreboard> = new Map<string, Render<Comparison | Scoreboard>>([
  ['terminal', renderComparisonTerminal],
  ['markdown', renderComparisonMarkdown],
  ['json', renderComparisonJson],
  ['html', renderComparisonHtml],
]);
