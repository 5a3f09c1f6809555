import type { Comparison, Scoreboard } from './model.ts';

export function renderComparisonJson(subject: Comparison | Scoreboard): string {
  return `${JSON.stringify(subject, undefined, 2)}\n`;
}
