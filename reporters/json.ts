import { jsonText } from '../harness/json/json-text.ts';
import type { Report } from '../harness/report/model.ts';

/** The whole model, for programs. */
export function renderJson(report: Report): string {
  return `${jsonText(report, 2)}\n`;
}
