import type { Report } from '../harness/report/model.ts';

/** The whole model, for programs. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
