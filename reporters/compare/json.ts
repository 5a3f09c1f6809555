import { jsonText } from '../../harness/json-text.ts';
import type { Comparison, Scoreboard } from './model.ts';

export function renderComparisonJson(subject: Comparison | Scoreboard): string {
  return `${jsonText(subject, 2)}\n`;
}
